#if Plugins
import AsyncHTTPClient
import Causeway
import NIOCore
import NIOHTTP1
import Synchronization

/// A validated request, which can be sent to several servers one after another.
struct HTTPMessage: Sendable {
  enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// `length` is nil if it is not known.
    case stream(String, BridgeStream<BridgeValue>, length: Int?, limit: Int)
  }

  var method: HTTPMethod
  var headers: HTTPHeaders
  var body: Body
  /// Whether redirects to another origin keep headers as `fetch` specifies: all but those of authentication.
  private let isFetch: Bool

  /// Validates the options from JavaScript.
  ///
  /// - Throws: `INVALID_ARGUMENT` with the reason.
  init(_ options: HTTPOptions, method: String?, _ limits: HTTPLimits, from connection: Connection) throws(BridgeError) {
    self.method = try HTTPMessage.method(method ?? options.method ?? "GET")
    headers = try HTTPMessage.headers((options.headers ?? [:]).sorted { $0.key < $1.key }, limits)
    body = .none
    isFetch = false
    if let name = options.upload {
      guard options.data == nil else {
        throw BridgeError(.invalidArgument, "params: data and upload cannot be combined")
      }
      body = .stream(name, connection.stream(name, BridgeValue.undefined), length: nil, limit: limits.uploadBytes)
    } else if let data = options.data {
      body = .bytes(try bytes(of: data))
    }
    if case .none = body {
    } else if [.GET, .HEAD].contains(self.method) {
      throw BridgeError(.invalidArgument, "params: a \(self.method.rawValue) request has no body")
    }
    addDefaults()
  }

  /// Validates a request of `fetch`.
  ///
  /// Headers of the framing are ignored, as browsers ignore them.
  ///
  /// - Throws: `INVALID_ARGUMENT` with the reason.
  init(_ request: HTTPFetchRequest, _ limits: HTTPLimits, from connection: Connection) throws(BridgeError) {
    let name = request.method ?? "GET"
    guard name.utf8.count <= 32, HTTPMessage.isToken(name), !["CONNECT", "TRACE", "TRACK"].contains(name.uppercased())
    else {
      throw BridgeError(
        .invalidArgument, "params.method: expected a method such as GET or POST", data: ["path": "params.method"])
    }
    method = HTTPMethod(rawValue: name)
    var given: [(String, String)] = []
    for pair in request.headers {
      guard pair.count == 2 else {
        throw BridgeError(
          .invalidArgument, "params.headers: expected pairs of name and value", data: ["path": "params.headers"])
      }
      if !HTTPMessage.isReserved(pair[0].lowercased()) { given.append((pair[0], pair[1])) }
    }
    headers = try HTTPMessage.headers(given, limits)
    isFetch = true
    if let name = request.upload {
      guard request.length.map({ (0...limits.uploadBytes).contains($0) }) ?? true else {
        throw .exhausted("uploadBytes", maximum: limits.uploadBytes, "The streamed body")
      }
      body = .stream(
        name, connection.stream(name, BridgeValue.undefined), length: request.length, limit: limits.uploadBytes)
    } else {
      body = request.body.map { .bytes($0.data) } ?? .none
    }
    addDefaults()
  }

  private mutating func addDefaults() {
    if !headers.contains(name: "accept-encoding") {
      // A range of a compressed representation could not be decompressed.
      headers.add(
        name: "accept-encoding", value: headers.contains(name: "range") ? "identity" : BodyDecoder.accepted)
    }
    if !headers.contains(name: "accept") { headers.add(name: "accept", value: "*/*") }
    guard isFetch else { return }
    // Servers exist that refuse requests without these.
    if !headers.contains(name: "accept-language") { headers.add(name: "accept-language", value: "*") }
    // The value of `navigator.userAgent`.
    if !headers.contains(name: "user-agent") { headers.add(name: "user-agent", value: "Causeway") }
  }

  private static func method(_ name: String) throws(BridgeError) -> HTTPMethod {
    let name = name.uppercased()
    let isWord = (1...32).contains(name.utf8.count) && name.utf8.allSatisfy { (65...90).contains($0) }
    guard isWord, !["CONNECT", "TRACE", "TRACK"].contains(name) else {
      throw BridgeError(
        .invalidArgument, "params.method: expected a method such as GET or POST", data: ["path": "params.method"])
    }
    return HTTPMethod(rawValue: name)
  }

  /// The headers of framing and routing, which only the client sets.
  private static let reservedHeaders: Set<String> = [
    "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x21...0x7E).contains(byte) && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
      }
  }

  private static func isReserved(_ name: String) -> Bool { reservedHeaders.contains(name) || name.hasPrefix("proxy-") }

  private static func headers(_ given: [(String, String)], _ limits: HTTPLimits) throws(BridgeError) -> HTTPHeaders {
    var headers = HTTPHeaders()
    var size = 0
    for (name, value) in given {
      let small = name.lowercased()
      guard isToken(name) else {
        throw BridgeError(
          .invalidArgument, "params.headers: \(Suggestion.quoted(name)) is not a name of a header",
          data: ["path": "params.headers"])
      }
      let isByte = { (code: UInt32) in code == 0x09 || (0x20...0xFF).contains(code) && code != 0x7F }
      guard value.unicodeScalars.allSatisfy({ isByte($0.value) }) else {
        throw BridgeError(
          .invalidArgument,
          "params.headers.\(small): a value is a text of the characters U+0020 to U+00FF, each a byte, and tabs",
          data: ["path": "params.headers"])
      }
      guard !isReserved(small) else {
        throw BridgeError(
          .invalidArgument, "params.headers.\(small): can only be set by the client", data: ["path": "params.headers"])
      }
      size += name.utf8.count + value.unicodeScalars.count
      headers.add(name: name, value: value)
    }
    guard size <= limits.headerBytes else {
      throw .exhausted("headerBytes", maximum: limits.headerBytes, "Headers of \(size) bytes")
    }
    return headers
  }

  private mutating func bytes(of data: BridgeValue) throws(BridgeError) -> [UInt8] {
    switch data {
    case .bytes(let bytes):
      return bytes.data
    case .string(let text):
      if !headers.contains(name: "content-type") {
        headers.add(name: "content-type", value: "text/plain;charset=UTF-8")
      }
      return Array(text.utf8)
    case .object where headers.first(name: "content-type")?.hasPrefix("application/x-www-form-urlencoded") == true:
      return Array(try HTTPMessage.query(data, "params.data").utf8)
    default:
      if !headers.contains(name: "content-type") { headers.add(name: "content-type", value: "application/json") }
      return try JSONBody(data).bytes
    }
  }

  /// `a=1&b=2&b=3`.
  static func query(_ value: BridgeValue, _ path: String) throws(BridgeError) -> String {
    guard case .object(let object) = value else {
      throw BridgeError(.invalidArgument, "\(path): expected an object", data: ["path": .string(path)])
    }
    var parts: [String] = []
    for (key, member) in object {
      let values = if case .array(let list) = member { list } else { [member] }
      for value in values {
        let text: String
        switch value {
        case .string(let value): text = value
        case .number(let value): text = value.javaScriptText
        case .bool(let value): text = value ? "true" : "false"
        case .undefined, .null: continue
        default:
          throw BridgeError(
            .invalidArgument, "\(path).\(key.prefix(64)): expected a string, a number or a boolean",
            data: ["path": .string(path)])
        }
        parts.append("\(URLPath.escaped(key))=\(URLPath.escaped(text))")
      }
    }
    return parts.joined(separator: "&")
  }

  // MARK: Requests

  /// The request for a target.
  func request(to target: HTTPTarget) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: HTTPWire.url(of: target))
    request.method = method
    request.headers = headers
    switch body {
    case .none: break
    case .bytes(let bytes): request.body = .bytes(ByteBuffer(bytes: bytes))
    case .stream(let name, let items, let length, let limit):
      let sent = ByteCounter()
      request.body = .stream(
        items.map { item in
          guard case .bytes(let bytes) = item else {
            throw BridgeError(
              .invalidArgument, "The stream \(Suggestion.quoted(name)) yielded a value that is not bytes.")
          }
          guard sent.add(bytes.data.count) <= limit else {
            throw BridgeError.exhausted("uploadBytes", maximum: limit, "The streamed body")
          }
          return ByteBuffer(bytes: bytes.data)
        }, length: length.map { .known(Int64($0)) } ?? .unknown)
    }
    return request
  }

  private final class ByteCounter: Sendable {
    private let count = Atomic<Int>(0)
    func add(_ bytes: Int) -> Int { count.add(bytes, ordering: .relaxed).newValue }
  }

  /// The headers that may be sent to any server, because they contain nothing about the caller.
  private static let crossOriginHeaders: Set<String> = [
    "accept", "accept-encoding", "accept-language", "cache-control", "content-language", "content-type", "range",
    "user-agent",
  ]

  private func mayCrossOrigins(_ name: String) -> Bool {
    isFetch ? !["authorization", "cookie"].contains(name) : HTTPMessage.crossOriginHeaders.contains(name)
  }

  /// Changes the request for a redirect, as `fetch` specifies; headers that may be secret are not sent to another
  /// origin.
  ///
  /// - Throws: `FAILED_PRECONDITION` if the body is a stream that would have to be sent again.
  mutating func redirect(status: UInt, toOtherOrigin: Bool) throws(BridgeError) {
    let losesBody = status == 303 && ![.GET, .HEAD].contains(method)
    if losesBody || [301, 302].contains(status) && method == .POST {
      method = .GET
      body = .none
      for name in headers.map(\.name) where name.lowercased().hasPrefix("content-") { headers.remove(name: name) }
    }
    if case .stream = body {
      throw BridgeError(
        .failedPrecondition, "The server redirects, and a streamed body cannot be sent again.")
    }
    guard toOtherOrigin else { return }
    for name in headers.map(\.name) where !mayCrossOrigins(name.lowercased()) { headers.remove(name: name) }
  }
}
#endif
