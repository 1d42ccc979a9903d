#if Plugins
import Causeway
import CausewayTesting
import Testing

@testable import CausewayHTTP

@Suite(.timeLimit(.minutes(5))) struct RedirectTests {
  @Test(
    arguments: [
      ("POST", "301 Moved", "GET /b|"), ("POST", "302 Found", "GET /b|"), ("PUT", "303 See", "GET /b|"),
      ("POST", "307 Temporary", "POST /b|body"), ("PUT", "308 Permanent", "PUT /b|body"),
      ("PUT", "302 Found", "PUT /b|body"),
    ]) func `a redirect keeps or drops the body as the standard specifies`(
      method: String, status: String, seen: String
    ) async throws
  {
    let server = try await RawServer { exchange in
      if exchange.line.hasSuffix("/a") { return try await exchange.answer(status, ["location: b"]) }
      if exchange.header("content-length") != nil { try await exchange.readBody(until: "body") }
      try await exchange.answer("200 OK", [], "\(exchange.line)|\(String(decoding: exchange.body, as: UTF8.self))")
    }
    let answer = try await PluginSession(server.port).call(
      "request", server.url("/a"), ["method": .string(method), "data": "body"])
    #expect(answer["data"] == .string(seen))
    #expect(answer["url"] == .string(server.url("/b")))
  }

  @Test(
    arguments: [
      ("file:///etc/passwd", .invalidArgument), ("ftp://127.0.0.1/", .invalidArgument),
      ("javascript:alert(1)", .invalidArgument), ("data:text/plain,x", .invalidArgument),
      ("http://user:secret@127.0.0.1/", .invalidArgument), ("http://127.1/", .permissionDenied),
      ("//other.example/", .permissionDenied), ("http://169.254.169.254/latest/meta-data", .permissionDenied),
      ("http://localhost/", .permissionDenied), ("https://127.0.0.1/", .permissionDenied),
      ("http://[::1]/", .permissionDenied), ("http://127.0.0.1:1/", .permissionDenied),
      ("http:\\\\0x7f.1", .permissionDenied),
      ("\\\\other.example", .permissionDenied), ("http://[::ffff:7f00:1]/", .permissionDenied),
    ] as [(String, BridgeError.Code)]) func `a redirect to a forbidden URL fails`(
      location: String, code: BridgeError.Code
    ) async throws
  {
    let server = try await RawServer { try await $0.answer("302 Found", ["Location: \(location)"]) }
    let error = try await PluginSession(server.port).failure("get", server.url())
    #expect(error?.code == code)
    #expect(server.heads.count == 1)
  }

  @Test func `a redirect can be returned instead of followed`() async throws {
    let server = try await RawServer { try await $0.answer("302 Found", ["Location: file:///etc/passwd"]) }
    let answer = try await PluginSession(server.port).call("get", server.url(), ["disableRedirects": true])
    #expect(answer["status"] == 302)
    #expect(answer["headers"]?["location"] == "file:///etc/passwd")
  }

  @Test func `a loop of redirects ends`() async throws {
    let server = try await RawServer { try await $0.answer("302 Found", ["Location: /"]) }
    let error = try await PluginSession(server.port) { $0.redirects = 5 }.failure("get", server.url())
    #expect(error?.data == ["limit": "redirects", "maximum": 5])
    #expect(server.heads.count == 6)
  }

  @Test func `headers that may be secret are not sent to another origin`() async throws {
    let other = try await RawServer { try await $0.answer("200 OK", [], $0.head) }
    let first = try await RawServer { exchange in
      try await exchange.answer("307 Temporary", ["location: \(exchange.line.hasSuffix("/same") ? "/" : other.url())"])
    }
    let session = try PluginSession(first.port, other.port)
    let secrets: BridgeObject = [
      "headers": ["Authorization": "Bearer s3cret", "Cookie": "s3cret", "X-API-Key": "s3cret", "Accept-Language": "de"]
    ]
    let head = try await session.call("get", first.url("/same"), secrets)["data"]?.string ?? ""
    #expect(!head.contains("s3cret") && head.contains("Accept-Language: de"))
    #expect(first.heads.count == 2 && first.heads.allSatisfy { $0.contains("Bearer s3cret") })
  }

  @Test func `a streamed body is not sent twice`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.readBody(until: "\r\n0\r\n\r\n")
      try await exchange.answer("307 Temporary", ["location: /b"])
    }
    let session = try PluginSession(server.port)
    session.caller.bridge.stream("part") { _ in
      AsyncStream<[UInt8]> { continuation in
        continuation.yield([65])
        continuation.finish()
      }
    }
    let error = await session.failure("post", server.url(), ["upload": "part"])
    #expect(error?.code == .failedPrecondition)
  }

  @Test func `a name that resolves to this machine is not public, and no request is sent`() async throws {
    let server = try await RawServer { try await $0.answer("200 OK", [], "inner") }
    let internet = ["http://rebound.example.org:\(server.port)"]
    let addresses = ["rebound.example.org": "127.0.0.1"]
    let error = try await PluginSession(internet: internet, addresses: addresses).failure(
      "get", "http://rebound.example.org:\(server.port)/")
    #expect(error?.code == .permissionDenied)
    #expect(server.heads == [])
    // It does not tell whether something listens there.
    let closed = try await PluginSession(internet: ["http://rebound.example.org:9"], addresses: addresses).failure(
      "get", "http://rebound.example.org:9/")
    #expect(closed?.code == error?.code && closed?.message == error?.message)
  }
}
#endif
