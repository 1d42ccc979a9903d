#if Plugins
import Causeway
import NIOCore
import NIOHTTP1
import Synchronization

/// Answers requests, and keeps the sessions.
final class MCPHTTPHandler: Sendable {
  private struct Entry {
    let session: MCPSession
    var lastUse: ContinuousClock.Instant
  }

  private let server: MCPServer
  let token: String
  private let origins: Set<String>
  private let sessions = Mutex<[String: Entry]>([:])

  /// The maximum number of sessions; beyond it, the least recently used idle session is closed.
  private static let mostSessions = 64
  private static let sessionHeader = "mcp-session-id"

  init(_ server: MCPServer, token: String, origins: [String]) {
    self.server = server
    self.token = token
    self.origins = Set(origins)
  }

  func close() {
    let open = sessions.withLock { sessions in
      defer { sessions = [:] }
      return sessions.values
    }
    for entry in open { entry.session.close() }
  }

  /// The answer to a request that needs no body: a refusal, or the permission that a browser asks for before a page's
  /// request; nil for any other request.
  func earlyAnswer(to head: HTTPRequestHead) -> MCPHTTPAnswer? {
    // A page of another site that a browser of this machine shows, also under a name that leads to this machine.
    guard head.headers.first(name: "origin").map(isAllowed) ?? true,
      head.headers.first(name: "host").map({ MCPHTTPHandler.isLocal("http://\($0)") }) ?? false
    else { return .error(.forbidden, "Requests from other sites are refused.") }
    // A browser sends no token with it.
    if head.method == .OPTIONS, head.headers.contains(name: "access-control-request-method") {
      return MCPHTTPAnswer(.noContent)
    }
    guard isAuthorized(head) else {
      var answer = MCPHTTPAnswer.error(
        .unauthorized, "The token is missing or wrong: send the header Authorization: Bearer TOKEN.")
      answer.headers.append(("www-authenticate", "Bearer"))
      return answer
    }
    return nil
  }

  /// The headers that let an allowed page read the answer, by the Fetch Standard's CORS protocol.
  func pageHeaders(for head: HTTPRequestHead) -> [(String, String)] {
    guard let origin = head.headers.first(name: "origin"), isAllowed(origin) else { return [] }
    var headers = [("access-control-allow-origin", origin), ("vary", "origin")]
    guard head.method == .OPTIONS else {
      headers.append(("access-control-expose-headers", "\(MCPHTTPHandler.sessionHeader), www-authenticate"))
      return headers
    }
    headers.append(("access-control-allow-methods", "POST, DELETE"))
    headers.append(
      (
        "access-control-allow-headers",
        "authorization, content-type, last-event-id, mcp-protocol-version, \(MCPHTTPHandler.sessionHeader)"
      ))
    headers.append(("access-control-max-age", "86400"))
    // Chrome asks for pages on the Internet.
    if head.headers.first(name: "access-control-request-private-network") == "true" {
      headers.append(("access-control-allow-private-network", "true"))
    }
    return headers
  }

  private func isAllowed(_ origin: String) -> Bool { origins.contains(origin) || MCPHTTPHandler.isLocal(origin) }

  /// Compares in a time that does not depend on where the texts differ.
  private func isAuthorized(_ head: HTTPRequestHead) -> Bool {
    let parts = (head.headers.first(name: "authorization") ?? "").split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
    let (given, wanted) = (Array(parts[1].utf8), Array(token.utf8))
    guard given.count == wanted.count else { return false }
    return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  func answer(_ head: HTTPRequestHead, _ body: [UInt8]) async -> MCPHTTPAnswer {
    guard head.uri == "/mcp" else { return .error(.notFound, "There is nothing at this address: use /mcp.") }
    if let version = head.headers.first(name: "mcp-protocol-version"), !MCPServer.versions.contains(version) {
      return .error(
        .badRequest,
        "The protocol version is not supported; the server supports \(MCPServer.versions.joined(separator: ", ")).")
    }
    let id = head.headers.first(name: MCPHTTPHandler.sessionHeader)
    switch head.method {
    case .POST:
      // Pages of other sites cannot send this type unasked.
      let type = head.headers.first(name: "content-type")?.lowercased() ?? ""
      guard type.split(separator: ";").first?.trimmingSpaces() == "application/json" else {
        return .error(.unsupportedMediaType, "The Content-Type must be application/json.")
      }
      return if let id { await answer(body, in: id) } else { await begin(body) }
    case .DELETE:
      guard let entry = sessions.withLock({ $0.removeValue(forKey: id ?? "") }) else { return .unknownSession }
      entry.session.close()
      return MCPHTTPAnswer(.noContent)
    default:
      var answer = MCPHTTPAnswer.error(
        .methodNotAllowed, "Messages are sent with POST; the server has no event stream.")
      answer.headers.append(("allow", "POST, DELETE"))
      return answer
    }
  }

  private func answer(_ body: [UInt8], in id: String) async -> MCPHTTPAnswer {
    let session = sessions.withLock { sessions in
      sessions[id]?.lastUse = .now
      return sessions[id]?.session
    }
    guard let session else { return .unknownSession }
    return MCPHTTPAnswer(await session.answer(body))
  }

  /// Answers a message without a session: initialize begins one.
  private func begin(_ body: [UInt8]) async -> MCPHTTPAnswer {
    let session = server.session()
    let text = await session.answer(body)
    guard session.isInitialized else {
      session.close()
      return MCPHTTPAnswer(text, status: .badRequest)
    }
    let id = MCPHTTPHandler.newID()
    let (isKept, ended): (Bool, MCPSession?) = sessions.withLock { sessions in
      var ended: MCPSession?
      if sessions.count >= MCPHTTPHandler.mostSessions {
        let idle = sessions.filter { !$0.value.session.isBusy }
        guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return (false, nil) }
        ended = sessions.removeValue(forKey: oldest.key)?.session
      }
      sessions[id] = Entry(session: session, lastUse: .now)
      return (true, ended)
    }
    ended?.close()
    guard isKept else {
      session.close()
      return .error(.serviceUnavailable, "All \(MCPHTTPHandler.mostSessions) sessions are busy: try again later.")
    }
    var answer = MCPHTTPAnswer(text)
    answer.headers.append((MCPHTTPHandler.sessionHeader, id))
    return answer
  }

  /// 128 bits of the system's random numbers.
  static func newID() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let text = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
  }

  /// Whether an origin is a page of this machine, whatever its port.
  private static func isLocal(_ origin: String) -> Bool {
    guard let start = origin.firstRange(of: "://"), ["http", "https"].contains(origin[..<start.lowerBound]) else {
      return false
    }
    let authority = origin[start.upperBound...]
    return ["localhost", "127.0.0.1", "[::1]"].contains { host in
      guard authority.hasPrefix(host) else { return false }
      let port = authority.dropFirst(host.count)
      return port.isEmpty || (port.first == ":" && port.dropFirst().allSatisfy { $0.isASCII && $0.isNumber })
    }
  }
}

/// The answer to an HTTP request.
struct MCPHTTPAnswer: Sendable {
  let status: HTTPResponseStatus
  var headers: [(String, String)] = []
  let body: [UInt8]

  init(_ status: HTTPResponseStatus, _ body: [UInt8] = []) {
    self.status = status
    self.body = body
  }

  /// The answer with the text of a session; nil for messages that get none.
  init(_ text: [UInt8]?, status: HTTPResponseStatus = .ok) {
    self.init(text == nil ? .accepted : status, text ?? [])
  }

  static func error(_ status: HTTPResponseStatus, _ message: String) -> MCPHTTPAnswer {
    MCPHTTPAnswer(status, Array(JSONPrinter.flat(MCPError(.invalidRequest, message).answer()).utf8))
  }

  static let unknownSession = error(.notFound, "There is no such session: start a new one with initialize.")

  static func tooLong(_ limit: Int) -> MCPHTTPAnswer {
    error(.payloadTooLarge, "The message is over the limit messageBytes (\(limit)).")
  }

  func head(_ version: HTTPVersion, keepsAlive: Bool) -> HTTPResponseHead {
    var headers = HTTPHeaders(headers)
    if !body.isEmpty { headers.add(name: "content-type", value: "application/json") }
    if status != .noContent { headers.add(name: "content-length", value: String(body.count)) }
    if !keepsAlive { headers.add(name: "connection", value: "close") }
    return HTTPResponseHead(version: version, status: status, headers: headers)
  }
}

/// The open connections: beyond the limit, the oldest connection that has not shown the token is closed.
final class OpenConnections: Sendable {
  private struct Entry {
    let channel: any Channel
    var hasShownToken = false
  }

  private let entries = Mutex<(connections: [UInt64: Entry], lastID: UInt64)>(([:], 0))

  private static let most = 256

  /// Returns nil if the limit is reached, and all connections have shown the token.
  func enter(_ channel: any Channel) -> UInt64? {
    let (id, ended): (UInt64?, (any Channel)?) = entries.withLock { entries in
      var ended: (any Channel)?
      if entries.connections.count >= OpenConnections.most {
        // Ids count up: the smallest is the oldest.
        guard let oldest = entries.connections.filter({ !$0.value.hasShownToken }).keys.min() else { return (nil, nil) }
        ended = entries.connections.removeValue(forKey: oldest)?.channel
      }
      entries.lastID += 1
      entries.connections[entries.lastID] = Entry(channel: channel)
      return (entries.lastID, ended)
    }
    ended?.close(promise: nil)
    return id
  }

  func hasShownToken(_ id: UInt64?) {
    if let id { entries.withLock { $0.connections[id]?.hasShownToken = true } }
  }

  func leave(_ id: UInt64?) {
    if let id { entries.withLock { _ = $0.connections.removeValue(forKey: id) } }
  }
}

extension MCPSession {
  fileprivate func answer(_ text: [UInt8]) async -> [UInt8]? {
    await withCheckedContinuation { continuation in receive(text) { continuation.resume(returning: $0) } }
  }
}

extension Substring {
  fileprivate func trimmingSpaces() -> Substring { drop { $0 == " " }.prefix { $0 != " " } }
}
#endif
