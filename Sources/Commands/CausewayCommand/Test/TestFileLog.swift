import JavaScriptRuntime
import Synchronization

/// The results of one file, from the JavaScript thread to the task that prints them.
final class TestFileLog: Sendable {
  /// An entry of the log.
  enum Entry: Sendable {
    case event(TestEvent)
    case output(String, isError: Bool)
  }

  /// A test that runs.
  struct RunningTest: Sendable {
    let event: TestEvent
    let path: [String]
  }

  private struct State {
    var running: [RunningTest] = []
    var lastActivity = ContinuousClock.now
    var hasTests = false
    var hasEnded = false
    var hasFailed = false
    var outputBytes = 0
  }

  /// In bytes.
  private static let maximumOutput = 64 << 20

  let entries: AsyncStream<Entry>
  private let continuation: AsyncStream<Entry>.Continuation
  private let state = Mutex(State())

  init() { (entries, continuation) = AsyncStream.makeStream() }

  /// Whether the file has used `node:test`.
  var hasTests: Bool { state.withLock { $0.hasTests } }
  /// Whether the report of its tests is complete.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// The innermost test that runs; nil between tests.
  var innermost: RunningTest? { state.withLock { state in state.running.max { $0.path.count < $1.path.count } } }

  /// The time until the file counts as stuck: since the last event, at most the limit, or that of a test that has more.
  func timeLeft(_ limit: Duration) -> Duration {
    state.withLock { state in
      let own = state.running.compactMap(\.event.data.timeout).max().map { Duration.milliseconds($0) } ?? .zero
      return max(limit, own + .seconds(1)) - (ContinuousClock.now - state.lastActivity)
    }
  }

  /// Starts the time for the first result.
  func begin() { state.withLock { $0.lastActivity = .now } }

  func receive(_ event: TestEvent) {
    state.withLock { state in
      state.hasTests = true
      state.lastActivity = .now
      switch event.data.type {
      case .dequeue:
        let around = state.running.last { $0.path.count == event.nesting }?.path ?? []
        state.running.append(RunningTest(event: event, path: around + [event.name]))
      case .complete:
        if let index = state.running.lastIndex(where: {
          $0.path.count == event.nesting + 1 && $0.event.name == event.name
        }) {
          state.running.remove(at: index)
        }
      case .fail: if event.isFailure { state.hasFailed = true }
      case .end: state.hasEnded = true
      default: break
      }
    }
    continuation.yield(.event(event))
  }

  /// Adds what the program printed, up to a limit: a file may print while the results of others are shown.
  func print(_ text: String, isError: Bool) {
    let before = state.withLock { state in
      defer { state.outputBytes += text.utf8.count }
      return state.outputBytes
    }
    guard before < TestFileLog.maximumOutput else { return }
    let isLast = before + text.utf8.count >= TestFileLog.maximumOutput
    continuation.yield(.output(isLast ? text + "\n(The rest of the output is left out.)" : text, isError: isError))
  }

  /// Adds a failure of the file itself, or of a test that was stopped.
  func fail(_ name: String, kind: String, _ text: String, error: JavaScriptError? = nil, location: TestEvent? = nil) {
    var data = TestEvent.Data(type: .fail)
    data.nesting = 0
    data.name = name
    data.failure = TestEvent.Failure(kind: kind, text: text)
    data.file = location?.data.file
    data.line = location?.data.line
    receive(TestEvent(data, error: error))
  }

  /// Adds the result of a file without tests that ended well.
  func pass(_ name: String, _ duration: Duration) {
    var data = TestEvent.Data(type: .pass)
    data.nesting = 0
    data.name = name
    data.duration = duration / .milliseconds(1)
    receive(TestEvent(data))
  }

  func finish() { continuation.finish() }
}
