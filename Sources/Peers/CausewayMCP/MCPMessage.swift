import Causeway

/// A JSON-RPC message of a client: the members that a server uses.
struct MCPMessage: Sendable {
  enum Kind: Sendable {
    case request(id: BridgeValue)
    case notification
  }

  let kind: Kind
  let method: String
  let params: BridgeValue

  /// Nil for an answer: this server sends no requests to its clients.
  ///
  /// - Throws: the error that the client is answered with.
  init?(_ message: BridgeValue) throws(MCPError) {
    guard case .object(let members) = message, members["jsonrpc"] == "2.0" else {
      throw MCPError(.invalidRequest, "The message must be an object with \"jsonrpc\":\"2.0\".")
    }
    let id = members["id"]
    guard let method = members["method"]?.string else {
      if members["method"] == nil, members["result"] != nil || members["error"] != nil { return nil }
      throw MCPError(.invalidRequest, "The method must be a string.", id: id.flatMap(MCPMessage.valid))
    }
    if let id {
      guard let id = MCPMessage.valid(id) else {
        throw MCPError(.invalidRequest, "The id must be a number of less than 2^53, or a string of at most 256 bytes.")
      }
      kind = .request(id: id)
    } else {
      kind = .notification
    }
    self.method = method
    params = members["params"] ?? .object([:])
  }

  /// The id, if an answer may carry it.
  private static func valid(_ id: BridgeValue) -> BridgeValue? {
    switch id {
    // A larger one would come back as another.
    case .number(let number) where number.magnitude < 0x1p53: id
    case .string(let text) where text.utf8.count <= 256: id
    default: nil
    }
  }
}

/// A protocol error; the failure of a tool is a result instead.
struct MCPError: Error {
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case serverBusy = -32000
  }

  let code: Code
  let message: String
  var id: BridgeValue?

  init(_ code: Code, _ message: String, id: BridgeValue? = nil) {
    self.code = code
    self.message = message
    self.id = id
  }

  /// The answer to a request; null stands for an id that is unknown.
  func answer(to id: BridgeValue? = nil) -> BridgeValue {
    [
      "jsonrpc": "2.0", "id": id ?? self.id ?? .null,
      "error": ["code": .number(Double(code.rawValue)), "message": .string(message)],
    ]
  }
}

/// The result of a tool.
enum MCPResult {
  /// A result with the JSON of a value, as text and, if it has members, as structured content.
  static func value(_ structured: BridgeObject, text: BridgeValue?, isError: Bool = false, limit: Int) -> BridgeValue {
    let text = text.map(JSONPrinter.flat) ?? ""
    guard text.utf8.count <= limit else {
      return failure(
        BridgeError(
          .resourceExhausted,
          "The result has \(text.utf8.count) bytes of JSON, over the limit resultBytes (\(limit)): request less data.",
          data: ["limit": "resultBytes"]))
    }
    var result: BridgeObject = ["content": [["type": "text", "text": .string(text)]]]
    if structured.count > 0 { result["structuredContent"] = .object(structured) }
    result["isError"] = .bool(isError)
    return .object(result)
  }

  /// The result of a failed call.
  static func failure(_ error: BridgeError) -> BridgeValue {
    ["content": [["type": "text", "text": .string(JSONPrinter.flat(content(error)))]], "isError": true]
  }

  /// The parts of an error that help a model: not the stack of a handler in this process.
  static func content(_ error: BridgeError, withStack: Bool = false) -> BridgeValue {
    var members: BridgeObject = ["code": .string(error.code.rawValue), "message": .string(error.message)]
    if let name = error.name { members["name"] = .string(name) }
    if let data = error.data { members["data"] = data }
    if withStack, let stack = error.stack { members["stack"] = .string(stack) }
    return .object(members)
  }
}
