package import CausewayConcurrency
import Synchronization

/// What a debugger and the runtime that it inspects have in common.
///
/// Any thread may use it. While JavaScript is paused its thread takes the debugger's messages, and its clock stands still.
package final class RuntimeInspection: Sendable {
  private struct State {
    weak var thread: JavaScriptThread?
    var pump: PausePump?
    var prefixLengths: [String: Int] = [:]
  }

  /// The clock of the program's timers and deadlines.
  package let clock = PausableClock()
  private let state = Mutex(State())
  private let isRequested = Atomic<Bool>(false)

  package init() {}

  func attach(_ thread: JavaScriptThread) { state.withLock { $0.thread = thread } }

  /// Records that the engine has paused.
  package func pause() {
    clock.pause()
    let last = state.withLock { state in
      let last = state.pump
      state.pump = state.thread?.makePausePump()
      return last
    }
    withExtendedLifetime(last) {}
  }

  /// Lets time continue.
  ///
  /// Must be called before the engine is told to continue, so that no limit counts the pause.
  package func resume() {
    let pause = clock.resume()
    if pause > .zero { state.withLock { $0.thread }?.extendTurn(by: pause) }
  }

  /// Records that the engine runs again.
  package func hasResumed() {
    let last = state.withLock { $0.pump.take() }
    withExtendedLifetime(last) {}
  }

  /// The number of UTF-16 units that the script of a URL has before its source, on its first line; 0 if it is unknown.
  package func prefixLength(of url: String) -> Int { state.withLock { $0.prefixLengths[url] ?? 0 } }

  func setPrefixLength(_ length: Int, of url: String) { state.withLock { $0.prefixLengths[url] = length } }

  /// Makes a running script take the debugger's messages soon, even one that never returns.
  package func requestAttention() { isRequested.store(true, ordering: .releasing) }

  func takeRequest() -> Bool { isRequested.exchange(false, ordering: .acquiring) }
}
