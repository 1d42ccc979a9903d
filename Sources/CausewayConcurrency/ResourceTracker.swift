import Synchronization

/// What is made while a leak check runs enters here, so that the check can look at it in the end.
///
/// Connections, runtimes and virtual clocks ask once, when they are made, whether there is a census; without one they pay
/// nothing afterwards.
package final class ResourceTracker: Sendable {
  /// The census that the current task belongs to; nil outside of leak checks.
  @TaskLocal package static var current: ResourceTracker?

  /// Tells where something was made, when somebody asks.
  package typealias Place = @Sendable () -> String?

  private struct Entry {
    weak var member: (any LeakCheckable)?
  }

  private let capture: @Sendable () -> Place
  private let names = Mutex<Set<String>>([])
  private let entries = Mutex<[Entry]>([])

  /// A census.
  ///
  /// - Parameter capture: remembers the place that calls it, cheaply; telling it may take milliseconds.
  package init(capture: @escaping @Sendable () -> Place) { self.capture = capture }

  /// The place that calls this.
  package func place() -> Place { capture() }

  /// Adds a member, which the census does not keep alive.
  package func enter(_ member: any LeakCheckable) { entries.withLock { $0.append(Entry(member: member)) } }

  /// Notes the name of a thread that tells itself whether it is open; threads of pools may have their name from it.
  package func noteThread(_ name: String) { _ = names.withLock { $0.insert(name) } }

  /// The names of such threads.
  package var threadNames: Set<String> { names.withLock { $0 } }

  /// The members that are still there.
  package var members: [any LeakCheckable] { entries.withLock { $0.compactMap(\.member) } }
}
