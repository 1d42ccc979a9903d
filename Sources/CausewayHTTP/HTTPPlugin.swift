#if Plugins
public import Causeway
import CausewayExport
import Foundation

/// Asks servers on the list of origins.
///
/// Names and shapes are those of Capacitor's `CapacitorHttp`. Redirects are followed as far as the list goes; cookies are
/// neither kept nor sent, and no credentials follow to another origin. A call that is aborted, or whose time is over,
/// closes its connection.
@Plugin("http")
public final class HTTPPlugin: Sendable {
  private let origins: HTTPOrigins
  private let limits: HTTPLimits
  private let clients: HTTPClients

  /// A plugin that may ask these servers.
  public convenience init(origins: HTTPOrigins, limits: HTTPLimits = HTTPLimits()) {
    self.init(origins: origins, limits: limits, addresses: [:])
  }

  /// A plugin that may ask these servers: see ``HTTPOrigins``.
  ///
  /// - Throws: `INVALID_ARGUMENT` that says what is wrong with an entry.
  public convenience init(origins: [String], local: [String] = []) throws(BridgeError) {
    self.init(origins: try HTTPOrigins(origins, local: local))
  }

  init(origins: HTTPOrigins, limits: HTTPLimits, addresses: [String: String]) {
    self.origins = origins
    self.limits = limits
    clients = HTTPClients(limits, addresses: addresses)
  }

  /// Asks a server, by whatever method, and answers when all of the answer is there.
  ///
  /// - Throws: `PERMISSION_DENIED` for a server that is not on the list, `RESOURCE_EXHAUSTED` for an answer that is too
  ///   long, `UNAVAILABLE` for a server that is not there, `DEADLINE_EXCEEDED` for one that says nothing.
  @Export func request(_ request: HTTPOptions, call: CallContext) async throws -> HTTPResponse {
    try await answer(request, nil, call)
  }

  /// Reads.
  @Export func get(_ request: HTTPOptions, call: CallContext) async throws -> HTTPResponse {
    try await answer(request, "GET", call)
  }

  /// Sends `data`, for the server to do something with it.
  @Export func post(_ request: HTTPOptions, call: CallContext) async throws -> HTTPResponse {
    try await answer(request, "POST", call)
  }

  /// Sends `data`, for the server to keep it at the address.
  @Export func put(_ request: HTTPOptions, call: CallContext) async throws -> HTTPResponse {
    try await answer(request, "PUT", call)
  }

  /// Sends `data`, for the server to change what is at the address.
  @Export func patch(_ request: HTTPOptions, call: CallContext) async throws -> HTTPResponse {
    try await answer(request, "PATCH", call)
  }

  /// Has the server remove what is at the address.
  @Export func delete(_ request: HTTPOptions, call: CallContext) async throws -> HTTPResponse {
    try await answer(request, "DELETE", call)
  }

  /// Asks a server, and gives the answer as it comes: its head, then its bytes, no faster than they are taken.
  ///
  /// Leaving the loop closes the connection.
  ///
  /// - Throws: as request; `RESOURCE_EXHAUSTED` when as many requests of this connection are under way as may be.
  @Export func stream(_ request: HTTPOptions, call: CallContext) throws -> HTTPPartSequence {
    let exchange = try exchange(request, nil, call)
    let turn = try call.connection.requests.take(for: "One more answer that is streamed")
    return HTTPPartSequence(exchange: exchange, shares: [turn, try HTTPClients.socket()])
  }

  private func exchange(_ options: HTTPOptions, _ method: String?, _ call: CallContext) throws -> HTTPExchange {
    if let method, let given = options.method, given.uppercased() != method {
      throw BridgeError(
        .invalidArgument, "params.method: \(call.method) sends \(method); http.request takes any method",
        data: ["path": "params.method"])
    }
    var target = try HTTPTarget(options.url, limits)
    if let params = options.params { try target.add(query: HTTPMessage.query(params, "params.params"), limits) }
    return HTTPExchange(
      target: target, message: try HTTPMessage(options, method: method, limits, from: call.connection),
      followsRedirects: options.disableRedirects != true,
      connectTime: options.connectTimeout.map { .milliseconds($0) } ?? limits.connectTime,
      readTime: options.readTimeout.map { .milliseconds($0) } ?? limits.readTime, origins: origins, limits: limits,
      clients: clients)
  }

  private func answer(_ options: HTTPOptions, _ method: String?, _ call: CallContext) async throws -> HTTPResponse {
    let exchange = try exchange(options, method, call)
    let turn = try await call.connection.requests.wait(for: "One more request that waits")
    let shares = [turn, try HTTPClients.socket()]
    defer { withExtendedLifetime(shares) {} }
    let head = try await exchange.head()
    let bytes = try await exchange.body(of: head)
    return HTTPResponse(
      status: head.status, headers: head.headers, cookies: head.cookies, url: head.url,
      data: try HTTPPlugin.data(bytes, as: options.responseType, head.headers["content-type"] ?? ""))
  }

  private static func data(
    _ bytes: [UInt8], as type: HTTPResponseType?, _ contentType: String
  ) throws(BridgeError) -> HTTPData {
    let text = { HTTPData.value(.string(String(decoding: bytes, as: UTF8.self))) }
    switch type {
    case .arraybuffer: return .value(.bytes(BridgeBytes(bytes, view: "ArrayBuffer")))
    case .text: return text()
    case .json:
      do {
        return .json(try RawJSON(json: bytes))
      } catch {
        throw error.code == .resourceExhausted ? error : BridgeError(.dataLoss, "The answer is no JSON.")
      }
    case nil:
      let kind = contentType.prefix { $0 != ";" }.lowercased()
      let isJSON = kind == "application/json" || kind.hasSuffix("+json")
      return isJSON ? (try? RawJSON(json: bytes)).map { .json($0) } ?? text() : text()
    }
  }
}
#endif
