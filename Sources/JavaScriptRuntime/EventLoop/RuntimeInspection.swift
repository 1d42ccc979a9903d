package import CausewayConcurrency
import Glibc
import JavaScriptModules
import Synchronization

/// What a debugger and the runtime that it inspects have in common.
///
/// Any thread may use it. While JavaScript is paused its thread takes the debugger's messages, and its clock stands still.
package final class RuntimeInspection: Sendable {
  /// Receives the URL of a script, where its source map is, and a function to call when the script may run.
  package typealias MappedScriptHandler = @Sendable (String, String, _ done: @escaping @Sendable () -> Void) -> Void

  private struct State {
    weak var thread: JavaScriptThread?
    var pump: PausePump?
    var prefixLengths: [String: Int] = [:]
    var pauseBegan: Int64?
    var pauses: [Range<Int64>] = []
    var onMappedScript: MappedScriptHandler?
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
      state.pauseBegan = state.pauseBegan ?? MonotonicTime.now
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
    state.withLock { state in
      guard let began = state.pauseBegan.take(), state.pauses.count < RuntimeInspection.maximumPauses else { return }
      state.pauses.append(began..<max(began, MonotonicTime.now))
    }
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

  /// Called before a script with a source map runs; nil if nothing needs to know.
  package var onMappedScript: MappedScriptHandler? {
    get { state.withLock { $0.onMappedScript } }
    set { state.withLock { $0.onMappedScript = newValue } }
  }

  /// How long a script waits until the debugger has placed its breakpoints.
  private static let placingTime = Duration.seconds(2)

  /// Lets a debugger place its breakpoints before a script runs, on the JavaScript thread, which takes messages meanwhile.
  func willRun(_ source: String, url: String) {
    guard let handler = onMappedScript, let reference = SourceMapReference.find(in: source) else { return }
    let isPlaced = Flag()
    handler(url, reference) { isPlaced.set() }
    let end = ContinuousClock.now + RuntimeInspection.placingTime
    while !isPlaced.isSet, ContinuousClock.now < end {
      state.withLock { $0.thread }?.takeMessages()
      usleep(200)
    }
  }

  private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
  }

  /// The pauses since the last call, in microseconds of the system's monotonic clock; the last one may not have ended.
  package func takePauses() -> [Range<Int64>] {
    state.withLock { state in
      defer { state.pauses = [] }
      guard let began = state.pauseBegan else { return state.pauses }
      return state.pauses + [began..<max(began, MonotonicTime.now)]
    }
  }

  private static let maximumPauses = 100_000

  /// Makes a running script take the debugger's messages soon, even one that never returns.
  package func requestAttention() { isRequested.store(true, ordering: .releasing) }

  func takeRequest() -> Bool { isRequested.exchange(false, ordering: .acquiring) }
}
