/// Numbers for method names: passing a number to JavaScript is faster than passing a string.
final class MethodNumbers {
  private static let limit = 4096

  /// Without dynamic exclusivity checks: only the JavaScript thread accesses it, no access calls user code, and a check
  /// would slow down each call from JavaScript.
  @exclusivity(unchecked) private var names: [String] = []

  /// Assigns a number to a name; nil if there are too many.
  func number(for name: String) -> Int? {
    guard unsafe names.count < MethodNumbers.limit else { return nil }
    unsafe names.append(name)
    return unsafe names.count - 1
  }

  /// The name for a number; nil if the number was not assigned.
  subscript(number: Int) -> String? {
    unsafe names.indices.contains(number) ? names[number] : nil
  }
}
