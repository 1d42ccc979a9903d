#if Plugins
import AsyncHTTPClient
import Causeway
import NIOCore
import NIOHTTP1

/// One request, including its redirects.
struct HTTPExchange: Sendable {
  let target: HTTPTarget
  let message: HTTPMessage
  let redirect: HTTPRedirectMode
  let connectTime: Duration
  let readTime: Duration
  let origins: HTTPOrigins
  let limits: HTTPLimits
  let clients: HTTPClients

  /// The head of a response.
  struct Head: Sendable {
    let response: HTTPClientResponse
    let url: String
    let redirects: Int

    var status: Int { Int(response.status.code) }

    var headers: [String: String] {
      var headers: [String: String] = [:]
      for (name, value) in response.headers where name.lowercased() != "set-cookie" {
        let name = name.lowercased()
        headers[name] = headers[name].map { "\($0), \(value)" } ?? value
      }
      return headers
    }

    var cookies: [String] { response.headers["set-cookie"] }
  }

  /// Sends the request, and follows redirects within the list of origins.
  func head() async throws -> Head {
    var (target, message) = (target, message)
    var redirects = 0
    while true {
      guard let scope = origins.scope(of: target) else { throw BridgeError.notListed(target) }
      let response = try await send(message, to: target, scope)
      guard redirect != .manual, HTTPExchange.redirects.contains(response.status.code),
        let location = response.headers.first(name: "location")
      else { return Head(response: response, url: target.text, redirects: redirects) }
      guard redirect == .follow else {
        throw BridgeError(.failedPrecondition, "The server redirects, which the request does not allow.")
      }
      redirects += 1
      guard redirects <= limits.redirects else {
        throw BridgeError.exhausted("redirects", maximum: limits.redirects, "The number of redirects")
      }
      let next = try target.redirected(to: location, limits)
      try message.redirect(status: response.status.code, toOtherOrigin: next.origin != target.origin)
      target = next
    }
  }

  private static let redirects: Set<UInt> = [301, 302, 303, 307, 308]

  private func send(
    _ message: HTTPMessage, to target: HTTPTarget, _ scope: HTTPOrigins.NetworkScope
  ) async throws -> HTTPClientResponse {
    let time = Int64((connectTime + readTime) / .nanoseconds(1))
    let client = clients.client(scope)
    let execute = {
      var request = message.request(to: target)
      if !HTTPClients.keepsConnections { request.headers.replaceOrAdd(name: "connection", value: "close") }
      return try await CallContext.holdTime {
        try await client.execute(request, deadline: .now() + .nanoseconds(time))
      }
    }
    do {
      do {
        return try await execute()
      } catch ChannelError.ioOnClosedChannel {
        // The server has closed an idle connection: nothing of the request was sent.
        return try await execute()
      }
    } catch {
      throw BridgeError.ofHTTP(clients.hides(target, scope) ? HTTPClients.NotPublic() : error, limits, in: scope)
    }
  }

  /// The complete body, within the limit.
  func body(of head: Head) async throws -> [UInt8] {
    if message.method != .HEAD, let length = head.response.headers.first(name: "content-length").flatMap({ Int($0) }),
      length > limits.bodyBytes
    {
      throw BridgeError.exhausted("bodyBytes", maximum: limits.bodyBytes, "A response of \(length) bytes")
    }
    let reader = BodyReader(head.response, self)
    var bytes: [UInt8] = []
    while let part = try await reader.next(atMost: 1 << 20, within: readTime) {
      guard bytes.count + part.count <= limits.bodyBytes else {
        throw BridgeError.exhausted("bodyBytes", maximum: limits.bodyBytes, "The response")
      }
      if bytes.isEmpty { bytes = part } else { bytes += part }
    }
    return bytes
  }
}
#endif
