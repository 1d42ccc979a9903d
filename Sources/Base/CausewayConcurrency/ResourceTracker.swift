import Synchronization

/// Collects the objects that are created during a leak check, so that the check can inspect them at its end.
///
/// Connections, runtimes and virtual clocks read ``current`` once, when they are created; without a tracker they have no
/// further cost.
package final class ResourceTracker: Sendable {
  /// The tracker of the current task; nil outside of leak checks.
  @TaskLocal package static var current: ResourceTracker?

  /// Looks up a source location that was captured earlier; nil if it is not known.
  package typealias Location = @Sendable () -> String?

  private struct Entry {
    weak var member: (any LeakCheckable)?
  }

  private let capture: @Sendable () -> Location
  private let names = Mutex<Set<String>>([])
  private let entries = Mutex<[Entry]>([])

  /// Makes a tracker.
  ///
  /// - Parameter capture: captures the caller's location. It must be fast; the lookup may take milliseconds.
  package init(capture: @escaping @Sendable () -> Location) { self.capture = capture }

  /// The location of the caller.
  package func location() -> Location { capture() }

  /// Adds a weak reference to an object.
  package func add(_ member: any LeakCheckable) { entries.withLock { $0.append(Entry(member: member)) } }

  /// Records the name of a thread whose owner reports it as an open resource.
  ///
  /// Threads of Swift's and Dispatch's pools may inherit this name.
  package func recordThread(_ name: String) { _ = names.withLock { $0.insert(name) } }

  /// The names of the recorded threads.
  package var threadNames: Set<String> { names.withLock { $0 } }

  /// The objects that still exist.
  package var members: [any LeakCheckable] { entries.withLock { $0.compactMap(\.member) } }
}
