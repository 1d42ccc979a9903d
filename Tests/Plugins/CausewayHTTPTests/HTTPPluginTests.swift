#if Plugins
import Causeway
import CausewayTesting
import Foundation
import Synchronization
import Testing

@testable import CausewayHTTP

@Suite(.timeLimit(.minutes(5))) struct HTTPPluginTests {
  @Test func `a response has its status, headers, cookies and data`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.answer(
        "404 Not Found",
        ["Content-Type: application/json; charset=utf-8", "X-A: 1", "x-a: 2", "Set-Cookie: a=1, b", "Set-Cookie: c=2"],
        #"{"$date":0,"list":[1,"zwei",null]}"#)
    }
    let answer = try await PluginSession(server.port).call("get", server.url("/a?b=c#d"))
    #expect(answer["status"] == 404)
    #expect(answer["url"] == .string(server.url("/a?b=c")))
    #expect(answer["headers"]?["x-a"] == "1, 2")
    #expect(answer["headers"]?["set-cookie"] == nil)
    #expect(answer["cookies"] == ["a=1, b", "c=2"])
    #expect(answer["data"] == ["$date": 0, "list": [1, "zwei", nil]])
    #expect(server.heads.first?.hasPrefix("GET /a?b=c HTTP/1.1") == true)
  }

  @Test(
    arguments: [
      (nil, "text/html", "<p>", "<p>"), ("text", "application/json", "{}", "{}"), ("json", "text/plain", "[1]", [1]),
      (nil, "application/problem+json", "{\"a\":1}", ["a": 1]), (nil, "application/json", "{broken", "{broken"),
      ("arraybuffer", "text/plain", "AB", .bytes(BridgeBytes([65, 66], view: "ArrayBuffer"))),
    ] as [(String?, String, String, BridgeValue)]) func `data has the requested type`(
      type: String?, contentType: String, body: String, data: BridgeValue
    ) async throws
  {
    let server = try await RawServer { try await $0.answer("200 OK", ["content-type: \(contentType)"], body) }
    let answer = try await PluginSession(server.port).call(
      "get", server.url(), ["responseType": type.map { .string($0) } ?? .undefined])
    #expect(answer["data"] == data)
  }

  @Test(
    arguments: [
      ("text", [:], "text/plain;charset=UTF-8", "text"),
      (
        ["a": [1, true, nil, "\u{1}\"\\é"], "gone": .undefined], [:], "application/json",
        "{\"a\":[1,true,null,\"\\u0001\\\"\\\\é\"]}"
      ),
      (
        ["a": "1 &", "b": [1, 2]], ["content-type": "application/x-www-form-urlencoded"],
        "application/x-www-form-urlencoded", "a=1%20%26&b=1&b=2"
      ),
      (.bytes(BridgeBytes([0x41, 0x42])), ["Content-Type": "image/x"], "image/x", "AB"),
      (.date(Date(timeIntervalSince1970: 0.25)), [:], "application/json", "\"1970-01-01T00:00:00.250Z\""),
    ] as [(BridgeValue, BridgeValue, String, String)]) func `a body is encoded by its type`(
      data: BridgeValue, headers: BridgeValue, type: String, body: String
    ) async throws
  {
    let server = try await RawServer { exchange in
      try await exchange.readBody(until: body)
      try await exchange.answer(
        "200 OK", [], "\(exchange.header("content-type") ?? "none")|\(String(decoding: exchange.body, as: UTF8.self))")
    }
    let answer = try await PluginSession(server.port).call("post", server.url(), ["data": data, "headers": headers])
    #expect(answer["data"] == .string("\(type)|\(body)"))
  }

  @Test func `parameters are added to the query`() async throws {
    let server = try await RawServer { try await $0.answer("200 OK", [], $0.line) }
    let answer = try await PluginSession(server.port).call(
      "request", server.url("/a?b=c"), ["method": "delete", "params": ["d": ["ä", 1], "e&": true]])
    #expect(answer["data"] == "DELETE /a?b=c&d=%C3%A4&d=1&e%26=true")
  }

  @Test(
    arguments: [
      ("get", ["data": "x"], "params: a GET request has no body"),
      ("get", ["method": "POST"], "params.method: http.get sends GET; http.request takes any method"),
      ("request", ["method": "CONNECT"], "params.method: expected a method such as GET or POST"),
      ("request", ["method": "G T"], "params.method: expected a method such as GET or POST"),
      ("post", ["data": ["a": .bigInt("1")]], "params.data.a: a BigInt cannot be sent as JSON"),
      ("post", ["data": "x", "upload": "y"], "params: data and upload cannot be combined"),
      ("get", ["headers": ["Host": "evil"]], "params.headers.host: can only be set by the client"),
      (
        "post", ["headers": ["Transfer-Encoding": "chunked"]],
        "params.headers.transfer-encoding: can only be set by the client"
      ),
      (
        "get", ["headers": ["Proxy-Authorization": "x"]],
        "params.headers.proxy-authorization: can only be set by the client"
      ),
      (
        "get", ["headers": ["a": "b\r\nHost: evil"]],
        "params.headers.a: a value is a text of the characters U+0020 to U+00FF, each a byte, and tabs"
      ),
      ("get", ["headers": ["a b": "c"]], "params.headers: \"a b\" is not a name of a header"),
      (
        "get", ["headers": ["a": "\u{20AC}"]],
        "params.headers.a: a value is a text of the characters U+0020 to U+00FF, each a byte, and tabs"
      ),
      ("get", ["params": ["a": [:]]], "params.params.a: expected a string, a number or a boolean"),
      ("get", ["readTimeout": 0], "params.readTimeout: expected a number from 1 to 86400000, got 0"),
      (
        "get", ["responseType": "blob"],
        "params.responseType: expected \"text\", \"json\" or \"arraybuffer\", got \"blob\""
      ),
    ] as [(String, BridgeObject, String)]) func `an invalid request is rejected with a reason`(
      method: String, options: BridgeObject, message: String
    ) async throws
  {
    let error = try await PluginSession(1).failure(method, "http://127.0.0.1:1/", options)
    #expect(error?.code == .invalidArgument)
    #expect(error?.message == message)
  }

  @Test func `the limit of a URL includes its parameters`() async throws {
    let server = try await RawServer { try await $0.answer("200 OK", [], $0.line) }
    let session = try PluginSession(server.port) { $0.urlBytes = server.url("/?a=12").utf8.count }
    #expect(try await session.call("get", server.url("/"), ["params": ["a": "12"]])["data"] == "GET /?a=12")
    let error = await session.failure("get", server.url("/"), ["params": ["a": "123"]])
    #expect(error?.code == .resourceExhausted && error?.message.contains("urlBytes") == true)
  }

  @Test func `the headers of a request are limited`() async throws {
    let error = try await PluginSession(1).failure(
      "get", "http://127.0.0.1:1/", ["headers": ["a": .string(String(repeating: "x", count: 1 << 20))]])
    #expect(error?.data == ["limit": "headerBytes", "maximum": 16_384])
  }

  @Test(arguments: ["request", "get", "post", "put", "patch", "delete"]) func `each method has its own permission`(
    method: String
  ) async throws {
    let session = try PluginSession(1, permissions: ["http.stream"])
    #expect(await session.failure(method, "http://127.0.0.1:1/")?.data == ["permission": .string("http.\(method)")])
  }

  @Test func `a body is read from a stream of the caller`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.readBody(until: "\r\n0\r\n\r\n")
      let encoding = exchange.header("transfer-encoding") ?? "none"
      try await exchange.answer("200 OK", [], "\(encoding) \(exchange.body.count)")
    }
    let session = try PluginSession(server.port)
    session.caller.bridge.stream("parts") { _ in
      AsyncStream<[UInt8]> { continuation in
        for _ in 0..<3 { continuation.yield(Array(repeating: 65, count: 10)) }
        continuation.finish()
      }
    }
    // Ten bytes are a chunk of "a\r\n", the bytes and CR LF.
    let answer = try await session.call("post", server.url(), ["upload": "parts"])
    #expect(answer["data"] == .string("chunked \(3 * 15 + 5)"))
  }

  @Test func `an upload that is too large, not bytes, or missing ends the request`() async throws {
    let server = try await RawServer { exchange in await exchange.closed() }
    let session = try PluginSession(server.port) { $0.uploadBytes = 1_000 }
    session.caller.bridge.stream("endless") { _ in
      AsyncStream<[UInt8]>(unfolding: { Array(repeating: 65, count: 300) })
    }
    session.caller.bridge.stream("words") { _ in
      AsyncStream<String> { continuation in
        continuation.yield("text")
        continuation.finish()
      }
    }
    let limit = await session.failure("post", server.url(), ["upload": "endless"])
    #expect(limit?.data == ["limit": "uploadBytes", "maximum": 1_000])
    #expect(await session.failure("post", server.url(), ["upload": "words"])?.code == .invalidArgument)
    #expect(await session.failure("post", server.url(), ["upload": "none"])?.code == .unimplemented)
  }
}
#endif
