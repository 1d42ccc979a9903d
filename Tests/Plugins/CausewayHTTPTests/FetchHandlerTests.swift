#if Plugins
import Causeway
import CausewayTesting
import Testing

@testable import CausewayHTTP

/// The handler of the global `fetch`.
@Suite(.timeLimit(.minutes(5))) struct FetchHandlerTests {
  private func parts(_ session: PluginSession, _ url: String, _ options: BridgeObject = [:]) async throws
    -> [BridgeValue]
  {
    var options = options
    options["url"] = .string(url)
    if options["headers"] == nil { options["headers"] = [] }
    var parts: [BridgeValue] = []
    for try await part in session.caller.stream("http.fetch", BridgeValue.object(options), of: BridgeValue.self) {
      parts.append(part)
    }
    return parts
  }

  private func text(_ parts: [BridgeValue]) -> String {
    var bytes: [UInt8] = []
    for case .bytes(let part) in parts { bytes += part.data }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `the head comes first, with repeated headers apart and bytes as characters`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.answer("404 Not Found", ["Set-Cookie: a=1", "set-cookie: b=2", "X-Name: é"], "body")
    }
    let parts = try await parts(try PluginSession(server.port), server.url("/a#fragment"))
    #expect(parts.first?["status"] == 404)
    #expect(parts.first?["statusText"] == "Not Found")
    #expect(parts.first?["redirected"] == false)
    #expect(parts.first?["url"] == .string(server.url("/a")))
    guard case .array(let headers)? = parts.first?["headers"] else {
      Issue.record("no headers")
      return
    }
    #expect(headers.contains(["set-cookie", "a=1"]))
    #expect(headers.contains(["set-cookie", "b=2"]))
    #expect(headers.contains(["x-name", "Ã©"]))
    #expect(text(parts) == "body")
  }

  @Test func `bytes of a header are sent as they are, and those of the framing are ignored`() async throws {
    let server = try await RawServer { exchange in
      let seen = exchange.header("x-name") ?? "none"
      try await exchange.answer("200 OK", [], "\(seen)|\(exchange.header("content-length") ?? "none")")
    }
    let session = try PluginSession(server.port)
    let answer = try await parts(
      session, server.url(), ["headers": [["X-Name", "Ã©"], ["content-length", "9"], ["Proxy-Authorization", "x"]]])
    #expect(text(answer) == "é|none")
    for header: BridgeValue in [["a", "\u{100}"], ["a", "\u{7f}"], ["a"], ["a b", "c"], ["a", "b\nc"]] {
      let error = await #expect(throws: BridgeError.self) {
        try await self.parts(session, server.url(), ["headers": [header]])
      }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test func `a redirect is followed, refused or returned`() async throws {
    let server = try await RawServer { exchange in
      guard exchange.line.hasSuffix("/b") else {
        try await exchange.answer("301 Moved", ["location: b"], "moved")
        return
      }
      try await exchange.answer("200 OK", [], exchange.line)
    }
    let session = try PluginSession(server.port)
    let followed = try await parts(session, server.url("/a"), ["method": "POST", "body": .bytes(BridgeBytes([1]))])
    #expect(followed.first?["redirected"] == true)
    #expect(text(followed) == "GET /b")
    let manual = try await parts(session, server.url("/a"), ["redirect": "manual"])
    #expect(manual.first?["status"] == 301)
    #expect(text(manual) == "moved")
    let error = await #expect(throws: BridgeError.self) {
      try await parts(session, server.url("/a"), ["redirect": "error"])
    }
    #expect(error?.code == .failedPrecondition)
  }

  @Test func `another origin receives no credentials, but all other headers`() async throws {
    let other = try await RawServer { exchange in
      let names = ["authorization", "cookie", "x-own"].filter { exchange.header($0) != nil }
      try await exchange.answer("200 OK", [], names.joined(separator: ","))
    }
    let server = try await RawServer { try await $0.answer("302 Found", ["location: \(other.url())"]) }
    let session = try PluginSession(server.port, other.port)
    let answer = try await parts(
      session, server.url(), ["headers": [["Authorization", "a"], ["Cookie", "b"], ["X-Own", "c"]]])
    #expect(text(answer) == "x-own")
  }

  @Test(arguments: ["CONNECT", "trace", "TRACK", "", "GE T", "G\u{c9}T"]) func `a method that is none is refused`(
    method: String
  ) async throws {
    let error = await #expect(throws: BridgeError.self) {
      try await parts(try PluginSession(1), "http://127.0.0.1:1/", ["method": .string(method)])
    }
    #expect(error?.code == .invalidArgument)
  }
}
#endif
