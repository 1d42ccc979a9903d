import Synchronization

/// Counts handlers that go on after their calls have ended from outside: they count as calls until they return.
///
/// The connections of one peer that follow each other share it: a page that reloads would otherwise begin anew.
package final class AbandonedCalls: Sendable {
  private let value = Atomic<Int>(0)

  package init() {}

  var count: Int { value.load(ordering: .relaxed) }
  func increment() { value.add(1, ordering: .relaxed) }
  func decrement() { value.subtract(1, ordering: .relaxed) }
}
