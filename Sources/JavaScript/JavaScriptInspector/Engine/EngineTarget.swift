import CausewayConcurrency
import Dispatch
import JavaScriptRuntime

/// A context of this process, as the engine's inspector sees it.
///
/// Each request is answered, or fails when its time is over or the connection ends.
actor EngineTarget {
  struct Event: Sendable {
    /// Empty for the answer to a request of another client.
    let method: String
    let parameters: JSON
    /// The message as the engine wrote it.
    let text: ArraySlice<UInt8>
  }

  nonisolated let context: InspectedContext
  /// The events of the engine, in order; ends with the connection.
  nonisolated let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private var connection: (socket: Socket, id: UInt64)?
  private var nextNumber: Int
  private var pending: [Int: Deferred<Result<JSON, InspectorError>>] = [:]
  /// The messages that the engine has not answered.
  private var unanswered: [Int: InspectedContext.Mail] = [:]
  private var waitsForConnection: [Deferred<Bool>] = []
  private var hasEnded = false

  static let answerTime = Duration.seconds(10)

  /// The events that wait for the client at most.
  ///
  /// A client that did not learn of one, such as the beginning of a pause, is of no use any more.
  private static let maximumEvents = 100_000

  /// A request that the engine only refuses, after messages that it does not answer at all.
  private static let unknownMethod = "Inspector.none"

  /// Writes messages that do not fit into the connection's buffers: their reader is the thread that sends the others.
  private static let writing = DispatchQueue(label: "causeway.inspector.write")
  private static let longMessage = 32_768

  init(_ context: InspectedContext, firstNumber: Int) {
    self.context = context
    nextNumber = firstNumber
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(EngineTarget.maximumEvents))
  }

  /// Begins a session with the context, which the engine has listed.
  func connect(_ socket: Socket, id: UInt64) {
    guard !hasEnded else { return }
    connection = (socket, id)
    post(EngineTarget.unknownMethod, after: EngineFrame.setup(id).bytes)
    for waiter in waitsForConnection { waiter.resolve(true) }
    waitsForConnection = []
  }

  /// Waits until the engine has listed the context.
  ///
  /// - Throws: `UNAVAILABLE` when the context ends first.
  func waitForConnection() async throws(InspectorError) {
    if connection != nil { return }
    if hasEnded { throw .closed }
    let waiter = Deferred<Bool>()
    waitsForConnection.append(waiter)
    if await !waiter.value(cancelled: false) { throw .closed }
  }

  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    connection = nil
    for waiter in waitsForConnection { waiter.resolve(false) }
    waitsForConnection = []
    for (_, request) in pending { request.resolve(.failure(.closed)) }
    pending = [:]
    for (_, mail) in unanswered { mail.finish() }
    unanswered = [:]
    context.release()
    continuation.finish()
  }

  /// Takes a message of the engine.
  func receive(_ text: ArraySlice<UInt8>) throws {
    let message = try JSON(text: text)
    guard let number = message["id"]?.integer else {
      if let method = message["method"]?.string {
        tell(Event(method: method, parameters: message["params"] ?? [:], text: text))
      }
      return
    }
    unanswered.removeValue(forKey: number)?.finish()
    guard let request = pending.removeValue(forKey: number) else {
      tell(Event(method: "", parameters: [:], text: text))
      return
    }
    if let error = message["error"] {
      let text = error["message"]?.string ?? "The engine refused the request."
      request.resolve(.failure(InspectorError(.unknown, text)))
    } else {
      request.resolve(.success(message["result"] ?? [:]))
    }
  }

  private func tell(_ event: Event) {
    if case .dropped = continuation.yield(event) { end() }
  }

  /// Sends a request and waits for its result.
  ///
  /// - Throws: the engine's refusal; `DEADLINE_EXCEEDED` if it does not answer in ten seconds; `UNAVAILABLE` when the
  ///   connection ends first.
  @discardableResult
  func request(_ method: String, _ parameters: JSON = [:]) async throws(InspectorError) -> JSON {
    try await answer(to: try send(method, parameters))
  }

  /// Evaluates an expression in a program that is not paused, without a stop at a breakpoint within.
  ///
  /// Such a stop would happen inside the engine's own source of messages, which then takes no more.
  ///
  /// - Parameter pausesNext: whether the program has been told to pause; it then does so after the expression.
  func evaluateWithoutPause(_ parameters: JSON, pausesNext: Bool) async throws(InspectorError) -> JSON {
    if pausesNext { try send("Debugger.resume", [:]) }
    try send("Debugger.setPauseOnDebuggerStatements", ["enabled": false])
    try send("Debugger.setBreakpointsActive", ["active": false])
    let number = try send("Runtime.evaluate", parameters)
    try send("Debugger.setBreakpointsActive", ["active": true])
    try send("Debugger.setPauseOnDebuggerStatements", ["enabled": true])
    if pausesNext { try send("Debugger.pause", [:]) }
    return try await answer(to: number)
  }

  /// Passes on a request of another client, whose answer is an event without a method.
  func forward(_ text: [UInt8]) {
    guard let connection, let number = (try? JSON(text: text[...]))?["id"]?.integer else { return }
    mail(EngineFrame.message(text, to: connection.id).bytes, number, connection.socket)
  }

  /// Ends the session of a client: the engine removes its breakpoints and continues.
  ///
  /// The next client finds a new session.
  func renewSession() {
    guard let connection else { return }
    post(
      EngineTarget.unknownMethod,
      after: EngineFrame.frontendDidClose(connection.id).bytes + EngineFrame.setup(connection.id).bytes)
  }

  /// Sends a request whose answer does not matter, before all later ones.
  ///
  /// - Parameter frames: the frames that are sent before it.
  func post(_ method: String, _ parameters: JSON = [:], after frames: [UInt8] = []) {
    _ = try? send(method, parameters, after: frames)
  }

  /// Sends a request, whose answer may be awaited.
  @discardableResult
  private func send(
    _ method: String, _ parameters: JSON, after frames: [UInt8] = []
  ) throws(InspectorError) -> Int {
    guard let connection else { throw .closed }
    nextNumber += 1
    let message: JSON = ["id": JSON(nextNumber), "method": .string(method), "params": parameters]
    mail(frames + EngineFrame.message(message.text, to: connection.id).bytes, nextNumber, connection.socket)
    return nextNumber
  }

  private func mail(_ bytes: [UInt8], _ number: Int, _ socket: Socket) {
    let mail = InspectedContext.Mail {
      if bytes.count < EngineTarget.longMessage { return socket.write(bytes) }
      EngineTarget.writing.async { socket.write(bytes) }
    }
    unanswered[number] = mail
    context.post(mail)
  }

  private func answer(to number: Int) async throws(InspectorError) -> JSON {
    let answer = Deferred<Result<JSON, InspectorError>>()
    pending[number] = answer
    let timer = Task {
      try await Task.sleep(for: EngineTarget.answerTime)
      answer.resolve(
        .failure(
          InspectorError(
            .deadlineExceeded,
            "No answer within \(EngineTarget.answerTime): the program is busy, or the expression does not return.")))
    }
    defer { timer.cancel() }
    let result = await answer.value(cancelled: .failure(.closed))
    pending[number] = nil
    return try result.get()
  }
}
