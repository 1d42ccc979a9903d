package import CausewayConcurrency
import Synchronization

/// The state that a debugger and the runtimes that it inspects share.
///
/// Any thread may use it. Its clock stands still while JavaScript of one of the runtimes is paused.
package final class RuntimeInspection: Sendable {
  /// The clock of the programs' timers and deadlines.
  package let clock = PausableClock()
  private let loop: InspectorLoop
  private let onContext: @Sendable (InspectedContext) -> Void
  private let contextCount = Atomic<Int>(0)
  private let pauseCount = Mutex(0)

  /// - Parameters:
  ///   - loop: the loop on which the engine receives messages.
  ///   - onContext: called for each context before any of its code runs, on its thread, which then waits until the context
  ///     is released: ``InspectedContext/release()``.
  package init(_ loop: InspectorLoop, onContext: @escaping @Sendable (InspectedContext) -> Void) {
    self.loop = loop
    self.onContext = onContext
  }

  /// A context that is to be made inspectable under the context's name.
  func makeContext(_ name: String, on thread: JavaScriptThread) -> InspectedContext {
    InspectedContext(
      name: name, number: contextCount.add(1, ordering: .relaxed).newValue, thread: thread, loop: loop, inspection: self
    )
  }

  func began(_ context: InspectedContext) { onContext(context) }

  /// Stops the clock, or lets it continue when no context is paused any more.
  ///
  /// - Returns: nothing while another context is paused.
  func count(pauses change: Int) {
    pauseCount.withLock { count in
      count += change
      if count == 0 { clock.resume() } else { clock.pause() }
    }
  }
}
