import CausewayConcurrency
import JavaScriptEngine
import Synchronization

/// The connection to the inspector inside the engine of this process, which speaks WebKit's inspector protocol.
///
/// Each request is answered, or fails when its time is over or the connection ends.
actor EngineConnection {
  struct Event: Sendable {
    /// Empty for the answer to a request of another client.
    let method: String
    let parameters: JSON
    /// The message as the engine wrote it.
    let text: ArraySlice<UInt8>
  }

  /// What the engine does by itself, in order; ends with the connection.
  nonisolated let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let listener: ListeningSocket
  private var socket: Socket?
  private var target: UInt64?
  private var waitsForTarget: [Deferred<Bool>] = []
  private var nextNumber: Int
  private var pending: [Int: Deferred<Result<JSON, InspectorError>>] = [:]
  private var hasEnded = false

  /// The engine connects once.
  private static let isUsed = Atomic<Bool>(false)

  static let answerTime = Duration.seconds(10)

  /// Waits for the engine on a port of this machine that the system chooses.
  ///
  /// - Parameters:
  ///   - firstNumber: where the numbers of its requests begin, if another client sends requests of its own.
  ///   - setServer: tells the engine the port; returns false if the engine has no inspector.
  /// - Throws: if the engine has no inspector, or no port is free.
  init(
    firstNumber: Int = 0, setServer: (UInt16) -> Bool = EngineInspector.setServer
  ) throws(InspectorError) {
    nextNumber = firstNumber
    (events, continuation) = AsyncStream.makeStream()
    listener = try ListeningSocket(SocketAddress(port: 0))
    guard setServer(listener.address.port) else {
      throw InspectorError(
        .unavailable, "This JavaScript engine has no inspector: programs run, but cannot be debugged.")
    }
    guard !EngineConnection.isUsed.exchange(true, ordering: .relaxed) else {
      throw InspectorError(.failedPrecondition, "The engine has one inspector a process, which is or was in use.")
    }
  }

  /// Accepts the engine's connection and reads it to its end.
  func run() async {
    // Others that try the port are closed; the engine comes from this process.
    while let candidate = await listener.accept() {
      guard candidate.isOwnedByThisProcess() else {
        candidate.close()
        continue
      }
      listener.close()
      await serve(candidate)
      break
    }
    end()
  }

  private func serve(_ socket: Socket) async {
    self.socket = socket
    var reader = EngineFrameReader()
    socket.write(EngineFrame(name: "GetTargetList", parameters: []).bytes)
    while let bytes = await socket.read() {
      reader.append(bytes)
      do {
        while let frame = try reader.next() { try receive(frame) }
      } catch {
        break
      }
    }
    socket.close()
  }

  /// Ends the connection: the engine continues a paused program.
  func end() {
    hasEnded = true
    listener.close()
    socket?.close()
    socket = nil
    for waiter in waitsForTarget { waiter.resolve(false) }
    waitsForTarget = []
    for (_, request) in pending { request.resolve(.failure(.closed)) }
    pending = [:]
    continuation.finish()
  }

  private func receive(_ frame: EngineFrame) throws {
    if let targets = frame.targets, target == nil, let first = targets.first {
      target = first
      socket?.write(EngineFrame.setup(first).bytes)
      for waiter in waitsForTarget { waiter.resolve(true) }
      waitsForTarget = []
    }
    guard let text = frame.message else { return }
    let message = try JSON(text: text)
    guard let number = message["id"]?.integer else {
      if let method = message["method"]?.string {
        continuation.yield(Event(method: method, parameters: message["params"] ?? [:], text: text))
      }
      return
    }
    guard pending[number] != nil else {
      continuation.yield(Event(method: "", parameters: [:], text: text))
      return
    }
    if let error = message["error"] {
      let text = error["message"]?.string ?? "The engine refused the request."
      pending.removeValue(forKey: number)?.resolve(.failure(InspectorError(.unknown, text)))
    } else {
      pending.removeValue(forKey: number)?.resolve(.success(message["result"] ?? [:]))
    }
  }

  /// Waits until the program has a context to inspect.
  ///
  /// - Parameter limit: nil for no limit.
  /// - Throws: `UNAVAILABLE` when the connection ends first, `DEADLINE_EXCEEDED` after the limit.
  func waitForTarget(_ limit: Duration? = nil) async throws(InspectorError) {
    if target != nil { return }
    if hasEnded { throw .closed }
    let waiter = Deferred<Bool>()
    waitsForTarget.append(waiter)
    let timer = limit.map { limit in
      Task {
        try await Task.sleep(for: limit)
        waiter.resolve(false)
      }
    }
    defer { timer?.cancel() }
    if await waiter.value(cancelled: false) { return }
    if hasEnded || limit == nil { throw .closed }
    throw InspectorError(.deadlineExceeded, "There is no runtime that was made to be inspected.")
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

  /// Passes on a message of another client, whose answer is an event without a method.
  func forward(_ text: [UInt8]) {
    guard let socket, let target else { return }
    socket.write(EngineFrame.message(text, to: target).bytes)
  }

  /// Ends the session of a client: the engine removes its breakpoints and continues.
  ///
  /// The next client finds a new session.
  func renewSession() {
    guard let socket, let target else { return }
    socket.write(EngineFrame.frontendDidClose(target).bytes)
    socket.write(EngineFrame.setup(target).bytes)
  }

  /// Sends a request whose answer does not matter, before all later ones.
  func post(_ method: String, _ parameters: JSON = [:]) { _ = try? send(method, parameters) }

  /// Sends a request, whose answer may be awaited.
  @discardableResult
  private func send(_ method: String, _ parameters: JSON) throws(InspectorError) -> Int {
    guard let socket, let target else { throw .closed }
    nextNumber += 1
    let message: JSON = ["id": JSON(nextNumber), "method": .string(method), "params": parameters]
    socket.write(EngineFrame.message(message.text, to: target).bytes)
    return nextNumber
  }

  private func answer(to number: Int) async throws(InspectorError) -> JSON {
    let answer = Deferred<Result<JSON, InspectorError>>()
    pending[number] = answer
    let timer = Task {
      try await Task.sleep(for: EngineConnection.answerTime)
      answer.resolve(
        .failure(
          InspectorError(
            .deadlineExceeded,
            "No answer within \(EngineConnection.answerTime): the program is busy, or the expression does not end.")))
    }
    defer { timer.cancel() }
    let result = await answer.value(cancelled: .failure(.closed))
    pending[number] = nil
    return try result.get()
  }
}
