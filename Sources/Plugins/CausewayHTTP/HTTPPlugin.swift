#if Plugins
public import Causeway
import CausewayExport
import Foundation
import NIOSSL

/// Sends HTTP requests to the servers on the list of origins.
///
/// Names and shapes are those of Capacitor's `CapacitorHttp`. Redirects are followed within the list. Cookies are
/// neither stored nor sent, and no credentials are sent to another origin. A cancelled or timed out call closes its
/// connection.
@Plugin("http")
public final class HTTPPlugin: Sendable {
  private let origins: HTTPOrigins
  private let limits: HTTPLimits
  private let clients: HTTPClients

  /// Creates a plugin for these servers.
  public convenience init(origins: HTTPOrigins, limits: HTTPLimits = HTTPLimits()) {
    self.init(origins: origins, limits: limits, addresses: [:])
  }

  /// Creates a plugin for these servers: see ``HTTPOrigins``.
  ///
  /// - Throws: `INVALID_ARGUMENT` with the reason for an invalid entry.
  public convenience init(origins: [String], local: [String] = []) throws(BridgeError) {
    self.init(origins: try HTTPOrigins(origins, local: local))
  }

  /// - Parameters:
  ///   - addresses: fixed addresses of names.
  ///   - trust: trusted certificates instead of the system's.
  init(origins: HTTPOrigins, limits: HTTPLimits, addresses: [String: String], trust: NIOSSLTrustRoots? = nil) {
    self.origins = origins
    self.limits = limits
    clients = HTTPClients(limits, addresses: addresses, trust: trust)
  }

  /// Sends a request with any method, and returns the complete response.
  ///
  /// - Throws: `PERMISSION_DENIED` for a server that is not on the list, `RESOURCE_EXHAUSTED` for a response beyond a
  ///   limit, `UNAVAILABLE` for an unreachable server, `DEADLINE_EXCEEDED` for a server that sends nothing.
  @Export func request(_ request: HTTPOptions, call: CallContext) async throws -> HTTPResponse {
    try await answer(request, nil, call)
  }

  /// Sends a GET request.
  @Export func get(_ request: HTTPOptions, call: CallContext) async throws -> HTTPResponse {
    try await answer(request, "GET", call)
  }

  /// Sends a POST request with `data`.
  @Export func post(_ request: HTTPOptions, call: CallContext) async throws -> HTTPResponse {
    try await answer(request, "POST", call)
  }

  /// Sends a PUT request with `data`.
  @Export func put(_ request: HTTPOptions, call: CallContext) async throws -> HTTPResponse {
    try await answer(request, "PUT", call)
  }

  /// Sends a PATCH request with `data`.
  @Export func patch(_ request: HTTPOptions, call: CallContext) async throws -> HTTPResponse {
    try await answer(request, "PATCH", call)
  }

  /// Sends a DELETE request.
  @Export func delete(_ request: HTTPOptions, call: CallContext) async throws -> HTTPResponse {
    try await answer(request, "DELETE", call)
  }

  /// Sends a request, and streams the response: its head, then its bytes, read on demand.
  ///
  /// Leaving the loop closes the connection.
  ///
  /// - Throws: as request; `RESOURCE_EXHAUSTED` if this connection has too many running requests.
  @Export func stream(_ request: HTTPOptions, call: CallContext) throws -> HTTPPartSequence {
    let exchange = try exchange(request, nil, call)
    let reservation = try call.connection.requests.take(for: "One more streamed response")
    return HTTPPartSequence(exchange: exchange, reservations: [reservation, try HTTPClients.socket()])
  }

  /// Sends a request of the global `fetch`, and streams the response: its head, then its bytes, read on demand.
  ///
  /// Leaving the loop closes the connection.
  ///
  /// - Throws: as request.
  @Export func fetch(_ request: HTTPFetchRequest, call: CallContext) throws -> HTTPFetchSequence {
    let exchange = HTTPExchange(
      target: try HTTPTarget(request.url, limits), message: try HTTPMessage(request, limits, from: call.connection),
      redirect: request.redirect ?? .follow, connectTime: limits.connectTime, readTime: limits.readTime,
      origins: origins, limits: limits, clients: clients)
    return HTTPFetchSequence(exchange: exchange, requests: call.connection.requests)
  }

  /// Opens a connection of the global `WebSocket`: its head, then its messages, then its end.
  ///
  /// Leaving the loop closes the connection.
  ///
  /// - Throws: `PERMISSION_DENIED` for a server that is not on the list, `RESOURCE_EXHAUSTED` if this connection has too
  ///   many running requests, `UNAVAILABLE` for a server that cannot be reached or does not open a WebSocket.
  @Export func websocket(_ request: WebSocketRequest, call: CallContext) throws -> WebSocketSequence {
    guard let scheme = ["ws:": "http:", "wss:": "https:"].first(where: { request.url.hasPrefix($0.key) }) else {
      throw BridgeError.badAddress("it does not start with ws:// or wss://")
    }
    guard request.protocols.count <= 64, request.protocols.allSatisfy(HTTPMessage.isToken),
      request.protocols.reduce(0, { $0 + $1.utf8.count }) <= limits.headerBytes
    else {
      throw BridgeError(
        .invalidArgument, "params.protocols: expected names of letters, digits and !#$%&'*+-.^_`|~",
        data: ["path": "params.protocols"])
    }
    let connector = WebSocketConnector(
      target: try HTTPTarget(scheme.value + String(request.url.dropFirst(scheme.key.count)), limits),
      protocols: request.protocols, origins: origins, limits: limits, clients: clients)
    return WebSocketSequence(
      connector: connector, outgoing: call.connection.stream(request.outgoing, BridgeValue.undefined),
      reservation: try call.connection.requests.take(for: "One more WebSocket"))
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
      redirect: options.disableRedirects == true ? .manual : .follow,
      connectTime: options.connectTimeout.map { .milliseconds($0) } ?? limits.connectTime,
      readTime: options.readTimeout.map { .milliseconds($0) } ?? limits.readTime, origins: origins, limits: limits,
      clients: clients)
  }

  private func answer(_ options: HTTPOptions, _ method: String?, _ call: CallContext) async throws -> HTTPResponse {
    let exchange = try exchange(options, method, call)
    let reservation = try await call.connection.requests.wait(for: "One more waiting request")
    let reservations = [reservation, try HTTPClients.socket()]
    defer { withExtendedLifetime(reservations) {} }
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
        throw error.code == .resourceExhausted ? error : BridgeError(.dataLoss, "The response is not JSON.")
      }
    case nil:
      let kind = contentType.prefix { $0 != ";" }.lowercased()
      let isJSON = kind == "application/json" || kind.hasSuffix("+json")
      return isJSON ? (try? RawJSON(json: bytes)).map { .json($0) } ?? text() : text()
    }
  }
}
#else
/// Absent: the package is built without the trait `Plugins`.
@available(*, unavailable, message: "Enable the trait Plugins of the package in your manifest.")
public struct HTTPPlugin {}
#endif
