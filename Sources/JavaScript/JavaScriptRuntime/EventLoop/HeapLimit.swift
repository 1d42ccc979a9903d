import Synchronization

/// Watches the size of one heap, at a low price: the engine counts every value, so it is asked only when the process has
/// grown.
///
/// Any thread may use it.
final class HeapLimit: Sendable {
  let bytes: Int
  /// The resident size of the process at the last question.
  private let size = Atomic<Int>(0)
  private let exceeded = Atomic<Bool>(false)

  init(bytes: Int) { self.bytes = bytes }

  var isExceeded: Bool { exceeded.load(ordering: .relaxed) }

  /// - Parameter heapBytes: asks the engine.
  /// - Returns: whether the heap exceeds the limit.
  func check(_ heapBytes: () -> Int?) -> Bool {
    if isExceeded { return true }
    guard let resident = ResidentMemory.bytes else { return false }
    let last = size.load(ordering: .relaxed)
    guard resident > last + bytes / 8 else {
      // Memory that the process has returned may grow again.
      if resident < last { size.store(resident, ordering: .relaxed) }
      return false
    }
    size.store(resident, ordering: .relaxed)
    guard let heap = heapBytes(), heap > bytes else { return false }
    exceeded.store(true, ordering: .relaxed)
    return true
  }
}
