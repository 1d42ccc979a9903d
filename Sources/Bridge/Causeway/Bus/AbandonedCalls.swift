import Synchronization

/// Counts handlers that still run after their calls were ended from outside: they count as calls until they return.
///
/// The successive connections of one peer share it: otherwise a page could reset the count by reloading.
package final class AbandonedCalls: Sendable {
  private let value = Atomic<Int>(0)

  package init() {}

  var count: Int { value.load(ordering: .relaxed) }
  func increment() { value.add(1, ordering: .relaxed) }
  func decrement() { value.subtract(1, ordering: .relaxed) }
}
