import Causeway
import Synchronization

/// A session with one client of an ``MCPServer``: receives its messages and answers them.
///
/// An invalid message is answered with an error, and the session continues. All methods may be called on any thread.
public final class MCPSession: Sendable {
  /// Receives the answer to one message; nil if the message has no answer.
  public typealias Answer = @Sendable (_ text: [UInt8]?) -> Void

  private struct OpenRequest {
    let task: Task<Void, Never>
    /// Takes the answer; nil for a request that was cancelled.
    let finish: @Sendable (BridgeValue?) -> Void
  }

  private struct State {
    var isInitialized = false
    var isClosed = false
    /// By id, as JSON.
    var requests: [String: OpenRequest] = [:]
    /// Bytes of the messages that are not answered.
    var bytes = 0
  }

  private let server: MCPServer
  private let tools: [MCPTool]
  /// The caller's and the handlers' end of the connection that the permissions apply to.
  private let caller: Connection
  private let callee: Connection
  private let state = Mutex(State())

  init(_ server: MCPServer) {
    self.server = server
    tools = MCPTool.all(of: server)
    let (near, far) = LoopbackTransport.pair(limits: server.bridge.limits)
    callee = server.bridge.connect(far, permissions: server.permissions, name: "mcp")
    caller = Bridge().connect(near, permissions: .none, limits: server.bridge.limits, name: "mcp client")
  }

  deinit { close() }

  /// Whether the client has sent `initialize`.
  var isInitialized: Bool { state.withLock { $0.isInitialized } }
  /// Whether a request is being answered.
  var isBusy: Bool { state.withLock { !$0.requests.isEmpty } }

  /// Receives one message or a batch, as JSON in UTF-8.
  ///
  /// - Parameter answer: called once, on any thread, possibly before this method returns. Its text is JSON on one line.
  public func receive(_ text: [UInt8], answer: @escaping Answer) {
    let message: BridgeValue
    do throws(BridgeError) {
      guard text.count <= server.configuration.messageBytes else {
        throw .exhausted("messageBytes", maximum: server.configuration.messageBytes, "A message")
      }
      message = try RawJSON(text: text).value
    } catch {
      return answer(MCPSession.text(MCPError(.parseError, error.message).answer()))
    }
    // Read, a text may take forty times its bytes.
    let most = 2 * server.configuration.messageBytes
    let isTaken = state.withLock { state in
      if state.bytes + text.count > most { return false }
      state.bytes += text.count
      return true
    }
    guard isTaken else {
      let reason = "The unanswered messages exceed \(most) bytes, twice the limit messageBytes."
      return answer(MCPSession.text(MCPError(.serverBusy, reason).answer(to: message["id"])))
    }
    let size = text.count
    let answer: Answer = { [weak self] text in
      self?.state.withLock { $0.bytes -= size }
      answer(text)
    }
    guard case .array(let members) = message else {
      return receive(message) { answer($0.map(MCPSession.text)) }
    }
    guard !members.isEmpty, members.count <= server.configuration.requests else {
      let error = MCPError(.invalidRequest, "A batch must have 1 to \(server.configuration.requests) messages.")
      return answer(MCPSession.text(error.answer()))
    }
    let batch = Mutex((missing: members.count, answers: [UInt8]()))
    for member in members {
      receive(member) { one in
        var one = one.map(MCPSession.text)
        let all: [UInt8]? = batch.withLock { batch in
          batch.missing -= 1
          if let text = one, batch.answers.count + text.count > most {
            let reason = "The answers to the batch exceed \(most) bytes, twice the limit messageBytes."
            one = MCPSession.text(MCPError(.serverBusy, reason).answer(to: member["id"]))
          }
          if let one { batch.answers += (batch.answers.isEmpty ? [] : [UInt8(ascii: ",")]) + one }
          return batch.missing == 0 ? batch.answers : nil
        }
        if let all { answer(all.isEmpty ? nil : [UInt8(ascii: "[")] + all + [UInt8(ascii: "]")]) }
      }
    }
  }

  /// Closes the session: cancels its open requests, and refuses later ones.
  public func close() {
    let requests = state.withLock { state in
      state.isClosed = true
      defer { state.requests = [:] }
      return state.requests.values
    }
    for request in requests {
      request.task.cancel()
      request.finish(nil)
    }
    caller.close()
    callee.close()
  }

  private static func text(_ answer: BridgeValue) -> [UInt8] { Array(JSONPrinter.flat(answer).utf8) }

  // MARK: Messages

  private func receive(_ value: BridgeValue, _ finish: @escaping @Sendable (BridgeValue?) -> Void) {
    let message: MCPMessage
    do throws(MCPError) {
      guard let read = try MCPMessage(value) else { return finish(nil) }
      message = read
    } catch {
      return finish(error.answer())
    }
    switch message.kind {
    case .notification:
      if message.method == "notifications/cancelled", let id = message.params["requestId"] { cancel(id) }
      finish(nil)
    case .request(let id):
      do throws(MCPError) {
        if let result = try immediate(message) {
          finish(["jsonrpc": "2.0", "id": id, "result": result])
        } else {
          try begin(id, message, finish)
        }
      } catch {
        finish(error.answer(to: id))
      }
    }
  }

  /// The result of a request that needs no time; nil for a call.
  private func immediate(_ message: MCPMessage) throws(MCPError) -> BridgeValue? {
    switch message.method {
    case "initialize": return try initialize(message.params)
    case "ping": return .object([:])
    case "tools/list", "tools/call":
      guard state.withLock({ $0.isInitialized }) else {
        throw MCPError(.invalidRequest, "The first request must be initialize.")
      }
      if message.method == "tools/call" { return nil }
      guard message.params["cursor"] == nil else {
        throw MCPError(.invalidParams, "The cursor is not valid: the list of tools has one page.")
      }
      return ["tools": .array(tools.map(\.listing))]
    default: throw MCPError(.methodNotFound, "There is no method \(Suggestion.quoted(message.method)).")
    }
  }

  private func initialize(_ params: BridgeValue) throws(MCPError) -> BridgeValue {
    guard let asked = params["protocolVersion"]?.string else {
      throw MCPError(.invalidParams, "initialize needs a protocolVersion that is a string.")
    }
    let isFirst = state.withLock { state in
      defer { state.isInitialized = true }
      return !state.isInitialized
    }
    guard isFirst else { throw MCPError(.invalidRequest, "The session is already initialized.") }
    // For an unknown revision the server offers its newest one, and the client decides.
    let version = MCPServer.versions.contains(asked) ? asked : MCPServer.versions[0]
    return [
      "protocolVersion": .string(version), "capabilities": ["tools": ["listChanged": false]],
      "serverInfo": [
        "name": .string(server.configuration.name), "version": .string(server.configuration.version),
      ],
    ]
  }

  // MARK: Calls

  private func begin(
    _ id: BridgeValue, _ message: MCPMessage, _ finish: @escaping @Sendable (BridgeValue?) -> Void
  ) throws(MCPError) {
    guard let name = message.params["name"]?.string, let tool = tools.first(where: { $0.name == name }) else {
      let name = message.params["name"]?.string ?? ""
      throw MCPError(.invalidParams, "Unknown tool: \(Suggestion.quoted(name)).")
    }
    guard case .object(let arguments) = message.params["arguments"] ?? .object([:]) else {
      throw MCPError(.invalidParams, "The arguments of a tool must be an object.")
    }
    let key = JSONPrinter.flat(id)
    let most = server.configuration.requests
    try state.withLock { (state) throws(MCPError) in
      if state.isClosed { throw MCPError(.serverBusy, "The session is closed.") }
      if state.requests[key] != nil {
        throw MCPError(.invalidRequest, "A request with this id is already in progress.")
      }
      if state.requests.count >= most {
        throw MCPError(.serverBusy, "The limit of concurrent requests is reached (requests: \(most)).")
      }
      // The lock is held until the task is listed: one that ends at once would stay listed.
      let task = Task { [weak self, server, caller] in
        let result = await MCPSession.call(tool, arguments, server, caller)
        self?.finish(key, ["jsonrpc": "2.0", "id": id, "result": result])
      }
      state.requests[key] = OpenRequest(task: task, finish: finish)
    }
  }

  private func finish(_ key: String, _ answer: BridgeValue) {
    state.withLock { $0.requests.removeValue(forKey: key) }?.finish(answer)
  }

  private func cancel(_ id: BridgeValue) {
    let key = JSONPrinter.flat(id)
    guard let request = state.withLock({ $0.requests.removeValue(forKey: key) }) else { return }
    request.task.cancel()
    request.finish(nil)
  }

  private static func call(
    _ tool: MCPTool, _ arguments: BridgeObject, _ server: MCPServer, _ caller: Connection
  ) async -> BridgeValue {
    let limit = server.configuration.resultBytes
    switch tool.kind {
    case .method(let member):
      do {
        let value: BridgeValue = try await caller.call(
          member.name, member.params(ofTool: arguments), timeout: .after(server.configuration.timeout))
        if member.result == .nothing { return MCPResult.value([:], text: nil, limit: limit) }
        return MCPResult.value(["result": value], text: value, limit: limit)
      } catch {
        return MCPResult.failure(BridgeError(error))
      }
    case .code:
      guard let code = arguments["code"]?.string, let runner = server.runner else {
        return MCPResult.failure(BridgeError(.invalidArgument, "The argument \"code\" must be a string."))
      }
      let (result, log) = await runner.run(code)
      var answer: BridgeObject = ["log": .string(log)]
      switch result {
      case .success(.undefined): break
      case .success(let value): answer["result"] = value
      case .failure(let error): answer["error"] = MCPResult.content(error, withStack: true)
      }
      return MCPResult.value(answer, text: .object(answer), isError: answer["error"] != nil, limit: limit)
    }
  }
}
