/// The names of methods that JavaScript has been given numbers for: a number crosses faster than a text.
final class MethodNumbers {
  private static let limit = 4096

  /// Not checked for accesses that overlap: the JavaScript thread has it, none of its accesses calls anybody, and each
  /// call of JavaScript's would pay for the check.
  @exclusivity(unchecked) private var names: [String] = []

  /// The number of one more name; nil when there are too many.
  func number(for name: String) -> Int? {
    guard unsafe names.count < MethodNumbers.limit else { return nil }
    unsafe names.append(name)
    return unsafe names.count - 1
  }

  /// The name of a number; nil for one that was not given out.
  subscript(number: Int) -> String? {
    unsafe names.indices.contains(number) ? names[number] : nil
  }
}
