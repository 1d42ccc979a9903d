package import CausewayCensus
import CausewayClock
package import JavaScriptEngine
import Synchronization

/// One JavaScript thread with one context: evaluates scripts, runs timers, settles promises.
///
/// The runtime is an actor on a thread of its own, so Swift code isolated to it runs where JavaScript does. It has web-standard
/// globals that reach nothing outside (timers, `console`, `AbortController`, events, `URL`, `structuredClone`, `performance`,
/// text coding, random values: docs/runtime.md lists them); it has no bridge by itself: see `CausewayJavaScript`.
///
/// Close a runtime when you are done with it. One that is merely dropped closes too, in a moment of its own.
public actor JavaScriptRuntime {
  /// What the runtime was made with.
  public nonisolated let configuration: RuntimeConfiguration
  package nonisolated let thread: JavaScriptThread
  private nonisolated let watchdog: Watchdog?
  /// What was joined to this runtime from a module above: its connection, and what lives on its thread.
  package nonisolated let connections = ConnectionSlot()
  nonisolated let life: RuntimeLife

  /// The JavaScript thread, as this actor's executor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  /// Starts a thread, with a virtual machine and a context on it.
  ///
  /// - Throws: with code `FAILED_PRECONDITION` when the system refuses what that needs: a thread, a descriptor, or 6 GB of
  ///   address space.
  public init(_ configuration: RuntimeConfiguration = RuntimeConfiguration()) async throws(JavaScriptError) {
    self.configuration = configuration
    let thread = try JavaScriptThread(name: configuration.name, clock: configuration.clock as? any SteppedClock)
    self.thread = thread
    watchdog = configuration.evaluationLimit.map { Watchdog(limit: $0, thread: thread) }
    life = RuntimeLife(thread: thread)
    try start()
    if let census = life.census {
      life.place = census.place()
      try measureHeap()
      census.noteThread(configuration.name)
      census.enter(self)
    }
  }

  private func start() throws(JavaScriptError) {
    do throws(JavaScriptError) {
      life.host = try makeHost(on: try thread.makeMachine())
    } catch {
      life.closeReason = error
      thread.stop()
      throw error
    }
  }

  private func makeHost(on machine: JSMachine) throws(JavaScriptError) -> RuntimeHost {
    try RuntimeHost(machine: machine, thread: thread, configuration: configuration, watchdog: watchdog) { [weak self] in
      if let self { Task { await self.close() } }
    }
  }

  deinit {
    // What lives in the engine ends on its thread, which goes on until that is done.
    thread.perform { [life] in life.shutDown() }
  }

  /// The engine, for code on this actor; throws when the runtime is closed.
  package func host() throws(JavaScriptError) -> RuntimeHost {
    guard let host = life.host else { throw life.closeReason ?? .closed }
    return host
  }

  // MARK: Running code

  /// Evaluates a classic script in the global scope; its promise reactions have run when this returns.
  ///
  /// - Parameter url: what error messages call the script.
  /// - Throws: `JavaScriptError` with what the script threw.
  public func evaluate(_ source: String, url: String = "script.js") throws(JavaScriptError) {
    try host().evaluate(source, url: url)
  }

  /// Evaluates a classic script and hands its value, awaited if it is a promise, to `take` on this thread.
  package func evaluate(
    _ source: String, url: String, take: @escaping (JSLocal) -> Void
  ) async throws(JavaScriptError) {
    try await finish(try host().evaluate(source, url: url, onValue: take), url: url)
  }

  /// Runs a program that may use `await` at its top level, and waits until it has run.
  ///
  /// Its declarations are its own, as in a module. Timers and calls that it started may go on: see ``waitUntilIdle()``.
  ///
  /// - Throws: what the program threw; `CANCELLED` when the task was cancelled first, and the program goes on.
  public func run(_ source: String, url: String = "script.js") async throws(JavaScriptError) {
    try await finish(try host().start(source, url: url), url: url)
  }

  /// Waits for a program's end, or for the end of the task.
  func finish(_ program: RunningProgram, url: String) async throws(JavaScriptError) {
    await withTaskCancellationHandler {
      await program.settled(isolation: self)
    } onCancel: {
      thread.perform { program.finish(.failure(program.cancellation(of: url))) }
    }
    try program.result()
  }

  /// Runs the program in a file: see ``run(_:url:)``.
  public func run(file path: String) async throws(JavaScriptError) {
    try await run(try SourceFile.read(path), url: path)
  }

  /// Runs a program to its end: until it has run and no timer, call or stream of its is left, or until it throws.
  ///
  /// - Throws: also when nothing is left to do and the program still awaits, with code `ABORTED`; `CANCELLED` when the
  ///   task was cancelled first.
  public func runToEnd(_ source: String, url: String = "script.js") async throws(JavaScriptError) {
    let host = try host()
    try await finishToEnd(try host.start(source, url: url), host, url: url)
  }

  /// Waits until a program has run and nothing that it started is left.
  ///
  /// - Parameter waiting: names what still waits, for the error.
  func finishToEnd(
    _ program: RunningProgram, _ host: RuntimeHost, url: String, waiting: () -> [String] = { [] }
  ) async throws(JavaScriptError) {
    while !host.isIdle, !program.hasFailed {
      if Task.isCancelled {
        let error = program.cancellation(of: url)
        program.finish(.failure(error))
        throw error
      }
      await host.nextIdleMoment(unless: program, isolation: self)
    }
    // What was stopped is told so when the runtime closes, which it is about to.
    if isSpent { await program.settled(isolation: self) }
    let places = waiting().prefix(3).joined(separator: ", ")
    program.abandon(
      code: .unsettled,
      "Nothing is left to do, and the program still awaits\(places.isEmpty ? "" : " in \(places)"): a promise of its own never settles."
    )
    try program.result()
  }

  /// Suspends until no timer is set and no call or stream of the script's is pending, the runtime closes or the task is
  /// cancelled.
  public func waitUntilIdle() async {
    while let host = life.host, !host.isIdle, !Task.isCancelled { await host.nextIdleMoment(isolation: self) }
  }

  // MARK: For a prompt

  /// A text for a person, as the console would print it, of the value that an expression or a statement yields.
  ///
  /// `await` is allowed. The value is also kept in the global `_`.
  ///
  /// - Throws: what the input threw; `CANCELLED` when the task was cancelled first.
  public func evaluateForPrompt(_ source: String) async throws(JavaScriptError) -> String {
    try await Prompt.evaluate(source, in: self)
  }

  /// What could follow an unfinished input: the candidates, and the part of the input that they would replace.
  public func complete(_ input: String) -> (candidates: [String], partial: String) {
    life.host?.complete(input) ?? ([], "")
  }

  /// An error as a person reads it: with the line of source, the stack, the errors that it gathered and the causes.
  public func report(_ error: JavaScriptError) -> ErrorReport {
    ErrorReport(error, sources: life.host?.sources ?? SourceCache(), colors: configuration.colors)
  }

  // MARK: Life

  /// Ends everything: waiting callers get `UNAVAILABLE`, the context and its values go, the thread ends.
  ///
  /// Safe to call twice and from any task. A script that runs now is waited for; see ``interrupt()``.
  public func close() async {
    life.shutDown()
    await thread.join()
  }

  /// Gives up on a runtime whose script does not come back: it counts as ended, and nobody waits for its thread.
  ///
  /// That goes on at a low priority as long as the script does, and closes the runtime if it comes back after all. Tasks
  /// that wait for this actor go on waiting with it.
  package nonisolated func abandon() {
    life.hasEnded.store(true, ordering: .releasing)
    thread.perform { [life] in life.shutDown() }
    thread.abandon()
  }

  /// Begins anew with a fresh context, as a page that is reloaded: nothing that a script left behind is there any more.
  ///
  /// The thread and the virtual machine stay, with the parsed form of the runtime's own scripts, so that this takes a
  /// fraction of what a new runtime takes. Programs and calls that have not settled fail with `ABORTED`, timers are
  /// forgotten, and a bridge has to be attached again.
  ///
  /// - Throws: when the runtime is closed, or its limit has fired.
  public func reload() throws(JavaScriptError) {
    let old = try host()
    if isSpent { throw old.closeReason }
    let new: RuntimeHost
    do throws(JavaScriptError) {
      // Made before the old one goes: that one's time limit is in force until this one's is.
      new = try makeHost(on: old.realm.machine)
    } catch {
      life.shutDown()
      throw error
    }
    connections.empty()
    life.replaceHost(with: new)
    try measureHeap()
  }

  /// Whether the runtime has closed, or is about to because its limit fired; any thread may ask.
  package nonisolated var isSpent: Bool { life.hasEnded.load(ordering: .acquiring) || watchdog?.hasFired == true }

  /// Calls `body` on the JavaScript thread when the runtime closes; at once if it has.
  package func whenClosed(_ body: @escaping @Sendable () -> Void) {
    if life.host == nil { body() } else { life.onEnd.append(body) }
  }

  /// Stops a script that runs now, from any thread, and closes the runtime.
  ///
  /// Does nothing without an evaluation limit.
  public nonisolated func interrupt() { watchdog?.stop() }

  /// Collects what no script can reach any more, now.
  ///
  /// For tests and idle moments: it takes milliseconds.
  public func collectGarbage() throws(JavaScriptError) { try host().realm.collectGarbage() }

  /// Returns when the thread has had a turn for it: whatever ran before has come back to the event loop.
  ///
  /// Queued as work of the thread: the optimizer removes the hop to an actor whose function does nothing there.
  package nonisolated func takeTurn() async {
    await withCheckedContinuation { continuation in thread.perform { continuation.resume() } }
  }

  /// How many programs have begun and not settled.
  var programCount: Int { life.host?.programs.count ?? 0 }

  /// Keeps something that lives on this thread until the runtime closes.
  package func attach(_ attachment: any RuntimeAttachment) { life.attachments.append(attachment) }

  /// What was attached of a type; nil before, and after the end.
  package func attachment<Attachment: RuntimeAttachment>(_ type: Attachment.Type) -> Attachment? {
    life.attachments.lazy.compactMap { $0 as? Attachment }.first
  }
}

/// Something that a module above keeps on the JavaScript thread of a runtime.
package protocol RuntimeAttachment: AnyObject {
  /// The runtime closes: called on its thread, before the context goes, with the reason.
  func runtimeCloses(_ reason: JavaScriptError)

  /// What of it is open, for leak checks.
  var openResources: [OpenResource] { get }
}

extension JavaScriptError {
  /// - Parameter reason: what the system refuses, as a phrase.
  static func cannotStart(_ reason: String) -> JavaScriptError {
    JavaScriptError(code: .cannotStart, operation: "start", message: "JavaScript cannot start: \(reason).")
  }

  static let closed = JavaScriptError(code: .closed, operation: "run", message: "The JavaScript runtime is closed.")
  static let reloaded = JavaScriptError(
    code: .unsettled, operation: "run", message: "The JavaScript runtime was reloaded.")
}

/// Holds the connection that a module above made for a runtime.
///
/// Any thread may look.
package final class ConnectionSlot: Sendable {
  private let slot = Mutex<(any Sendable)?>(nil)

  /// What was put in; nil before.
  package var value: (any Sendable)? { slot.withLock { $0 } }

  /// Puts the connection in, once; false when there is one already.
  package func fill(_ value: any Sendable) -> Bool {
    slot.withLock { slot in
      guard slot == nil else { return false }
      slot = value
      return true
    }
  }

  /// Takes the connection out: the runtime begins anew.
  func empty() {
    // A bridge may end with it, and what its handlers held may ask here: not under the lock.
    let old = slot.withLock { $0.take() }
    withExtendedLifetime(old) {}
  }
}
