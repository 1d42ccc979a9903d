import CausewayConcurrency
import Dispatch
import Glibc
import JavaScriptModules
import Synchronization

/// A context that a debugger inspects.
///
/// Any thread may use it. Messages for it are handled on its own thread: between jobs, during a long-running script,
/// and while the engine is paused.
package final class InspectedContext: Sendable {
  /// Receives the URL of a script, the location of its source map, and a function to call when the script may run.
  package typealias MappedScriptHandler = @Sendable (String, String, _ done: @escaping @Sendable () -> Void) -> Void

  /// A message for the engine.
  package final class Mail: Sendable {
    fileprivate let send: @Sendable () -> Void
    private let done = Atomic<Bool>(false)

    /// - Parameter send: writes the message to the engine's connection.
    package init(_ send: @escaping @Sendable () -> Void) { self.send = send }

    /// Records that the engine has handled the message.
    package func finish() { done.store(true, ordering: .releasing) }

    fileprivate var isDone: Bool { done.load(ordering: .acquiring) }
  }

  private struct State {
    var pump: PausePump?
    var prefixLengths: [String: Int] = [:]
    var pauseBegan: (time: Int64, nanoseconds: UInt64)?
    var pauses: [Range<Int64>] = []
    var onMappedScript: MappedScriptHandler?
    var mail: [Mail] = []
    /// Whether the thread has been told of the mail.
    var isCalled = false
    var hasEnded = false
    var onEnd: (@Sendable () -> Void)?
    var handlers: [String] = []
    var origin = ""
  }

  /// The runtime's name.
  package let name: String
  /// Distinguishes contexts with the same name.
  package let number: Int
  private let thread: JavaScriptThread
  private let loop: InspectorLoop
  private let inspection: RuntimeInspection
  private let state = Mutex(State())
  private let hasMail = Atomic<Bool>(false)
  private let isReleased = Flag()
  private let namesHandlers = Atomic<Bool>(false)
  private let recordsOriginsFlag = Atomic<Bool>(false)
  private let wakeUp = DispatchSemaphore(value: 0)

  init(name: String, number: Int, thread: JavaScriptThread, loop: InspectorLoop, inspection: RuntimeInspection) {
    self.name = name
    self.number = number
    self.thread = thread
    self.loop = loop
    self.inspection = inspection
  }

  /// The name under which the engine lists it; that of the runtime may come from a script.
  var engineName: String { "causeway #\(number)" }

  /// The number in a name of the engine's list; nil for any other context.
  package static func number(in engineName: String) -> Int? {
    engineName.lastIndex(of: "#").flatMap { Int(engineName[engineName.index(after: $0)...]) }
  }

  // MARK: Life

  /// How long a context waits for the debugger before its first script, and a script for its breakpoints.
  private static let placingTime = Duration.seconds(2)

  /// Announces the context, and waits until the debugger has set its breakpoints.
  ///
  /// Called on its thread, when it is inspectable.
  func begin() {
    inspection.began(self)
    wait(until: isReleased)
  }

  /// Lets the context's code run.
  package func release() { isReleased.set() }

  /// Takes messages until a flag is set, but not for long.
  private func wait(until flag: Flag) {
    let end = ContinuousClock.now + InspectedContext.placingTime
    while !flag.isSet, ContinuousClock.now < end {
      takeMail()
      // The engine lists a new context in the main context of its thread.
      _ = thread.iterate()
      usleep(100)
    }
  }

  /// Calls `body` when the context ends; immediately if it has ended.
  package func onEnd(_ body: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.onEnd = body }
      return state.hasEnded
    }
    if hasEnded { body() }
  }

  /// Records that the context ends.
  func end() {
    resume()
    hasResumed()
    let onEnd = state.withLock { state in
      state.hasEnded = true
      return state.onEnd.take()
    }
    onEnd?()
  }

  // MARK: Pauses

  /// Records that the engine has paused.
  package func pause() {
    let pump = thread.makePausePump { [self] in
      if !takeMail() {
        usleep(1000)
      } else if !isWanted {
        _ = wakeUp.wait(timeout: .now() + .milliseconds(2))
      }
    }
    let (last, isFirst): (PausePump?, Bool) = state.withLock { state in
      let isFirst = state.pauseBegan == nil
      if isFirst { state.pauseBegan = (MonotonicTime.now, DispatchTime.now().uptimeNanoseconds) }
      let last = state.pump
      state.pump = pump
      return (last, isFirst)
    }
    if isFirst { inspection.count(pauses: 1) }
    withExtendedLifetime(last) {}
  }

  /// Lets time continue.
  ///
  /// Must be called before the engine continues, so that no limit counts the pause.
  package func resume() {
    let pause: UInt64? = state.withLock { state in
      guard let began = state.pauseBegan.take() else { return nil }
      if state.pauses.count < InspectedContext.maximumPauses {
        state.pauses.append(began.time..<max(began.time, MonotonicTime.now))
      }
      return DispatchTime.now().uptimeNanoseconds &- began.nanoseconds
    }
    guard let pause else { return }
    inspection.count(pauses: -1)
    thread.extendTurn(by: .nanoseconds(Int64(clamping: pause)))
  }

  /// Records that the engine runs again.
  package func hasResumed() {
    let last = state.withLock { $0.pump.take() }
    withExtendedLifetime(last) {}
  }

  /// The pauses since the last call, in microseconds of the system's monotonic clock; the last one may not have ended.
  package func takePauses() -> [Range<Int64>] {
    state.withLock { state in
      defer { state.pauses = [] }
      guard let began = state.pauseBegan?.time else { return state.pauses }
      return state.pauses + [began..<max(began, MonotonicTime.now)]
    }
  }

  private static let maximumPauses = 100_000

  // MARK: Handlers

  /// Starts or stops recording the names of running handlers, which a debugger shows.
  package func nameHandlers(_ isWanted: Bool) { namesHandlers.store(isWanted, ordering: .relaxed) }

  /// The Swift handlers that run on the thread, innermost first.
  package var handlers: [String] { state.withLock { $0.handlers.reversed() } }

  /// Runs a Swift handler that JavaScript has called.
  package func name<Answer>(_ handler: String, _ body: () -> Answer) -> Answer {
    guard namesHandlers.load(ordering: .relaxed) else { return body() }
    state.withLock { $0.handlers.append(handler) }
    defer { state.withLock { _ = $0.handlers.popLast() } }
    return body()
  }

  // MARK: Origins

  /// Starts or stops recording where timers are made, which a debugger shows.
  package func recordOrigins(_ isWanted: Bool) { recordsOriginsFlag.store(isWanted, ordering: .relaxed) }

  var recordsOrigins: Bool { recordsOriginsFlag.load(ordering: .relaxed) }

  /// Where the current turn of the event loop began; empty if a timer did not begin it, or was not recorded.
  ///
  /// For each timer that led to it, the latest first: the function that made it, the stack in the engine's format, and an
  /// empty line.
  package internal(set) var origin: String {
    get { state.withLock { $0.origin } }
    set { state.withLock { $0.origin = newValue } }
  }

  // MARK: Messages

  /// Makes the context's thread send a message and handle it, after all earlier messages.
  package func post(_ mail: Mail) {
    let isCalled = state.withLock { state in
      state.mail.append(mail)
      hasMail.store(true, ordering: .releasing)
      defer { state.isCalled = true }
      return state.isCalled
    }
    wakeUp.signal()
    if !isCalled { thread.perform { [self] in takeMailOrTryAgain() } }
  }

  /// Whether there are messages: read in each slice of a long script.
  var isWanted: Bool { hasMail.load(ordering: .acquiring) }

  /// Handles the messages that wait.
  ///
  /// - Returns: false if another thread handles messages.
  @discardableResult
  func takeMail() -> Bool {
    // Work of a thread that has ended runs on another one.
    guard isWanted, thread.isCurrent else { return true }
    return loop.borrow { context in
      while let mail = nextMail() {
        mail.send()
        let end = ContinuousClock.now + InspectedContext.answerTime
        while !mail.isDone, ContinuousClock.now < end {
          // A long answer is written in parts, from the main context of this thread.
          let hasWorked = context.iterate(mayBlock: false)
          if !thread.iterate(), !hasWorked { usleep(20) }
        }
      }
    }
  }

  /// How long the thread waits for the end of one message; expressions may take longer, since it runs them itself.
  private static let answerTime = Duration.seconds(2)
  private static let retryTime = DispatchTimeInterval.milliseconds(1)

  /// The next message; nil, and the thread has to be told of the next one, if there is none.
  private func nextMail() -> Mail? {
    state.withLock { state in
      if state.mail.isEmpty {
        state.isCalled = false
        hasMail.store(false, ordering: .releasing)
        return nil
      }
      return state.mail.removeFirst()
    }
  }

  private func takeMailOrTryAgain() {
    if takeMail() { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + InspectedContext.retryTime) { [self] in
      thread.perform { [self] in takeMailOrTryAgain() }
    }
  }

  // MARK: Scripts

  /// The number of UTF-16 units before the source on the first line of the script with this URL; 0 if unknown.
  package func prefixLength(of url: String) -> Int { state.withLock { $0.prefixLengths[url] ?? 0 } }

  func setPrefixLength(_ length: Int, of url: String) { state.withLock { $0.prefixLengths[url] = length } }

  /// Called before a script with a source map runs; nil if no debugger needs it.
  package var onMappedScript: MappedScriptHandler? {
    get { state.withLock { $0.onMappedScript } }
    set { state.withLock { $0.onMappedScript = newValue } }
  }

  /// Lets a debugger place its breakpoints before a script runs, on the JavaScript thread, which takes messages meanwhile.
  func willRun(_ source: String, url: String) {
    guard let handler = onMappedScript, let reference = SourceMapReference.find(in: source) else { return }
    let isPlaced = Flag()
    handler(url, reference) { isPlaced.set() }
    wait(until: isPlaced)
  }

  private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
  }
}
