#if Plugins
import Causeway
import Testing

@testable import CausewayHTTP

/// Heads of HTTP/1 as bytes.
@Suite(.timeLimit(.minutes(2))) struct WireTests {
  /// The parts of a response to `http.fetch`.
  private func fetch(
    _ server: RawServer, headers: [BridgeValue] = []
  ) async throws -> (headers: [BridgeValue], body: [UInt8]) {
    var headersSeen: [BridgeValue] = []
    var body: [UInt8] = []
    let request: BridgeObject = ["url": .string(server.url()), "headers": .array(headers)]
    let session = try PluginSession(server.port)
    for try await part in session.caller.stream("http.fetch", BridgeValue.object(request), of: BridgeValue.self) {
      if case .bytes(let bytes) = part { body += bytes.data }
      if case .array(let list)? = part["headers"] { headersSeen = list }
    }
    return (headersSeen, body)
  }

  private static let every = (0x20...0xFF).filter { $0 != 0x7F }.map { UInt8($0) }

  /// One character for each byte.
  private static func text(_ bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  @Test func `each byte of a header arrives as one character, and bodies are not touched`() async throws {
    let body = WireTests.every + [13, 10, 13, 10] + WireTests.every
    let server = try await RawServer { exchange in
      try await exchange.send("HTTP/1.1 103 Early\r\nX: ".utf8 + [0xE9] + "\r\n\r\n".utf8)
      try await exchange.send("HTTP/1.1 200 \u{E9}\r\nX-All: ".utf8 + WireTests.every + "\r\n".utf8)
      try await exchange.send("Connection: close\r\nContent-Length: \(body.count)\r\n\r\n".utf8 + body)
    }
    let answer = try await fetch(server)
    #expect(
      answer.headers.contains(["x-all", .string(WireTests.text(WireTests.every).drop { $0 == " " }.description)]))
    #expect(answer.body == body)
  }

  @Test(arguments: [1, 2, 3, 7, 64]) func `heads are found wherever packets end`(size: Int) async throws {
    let server = try await RawServer { exchange in
      let bytes =
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX: ".utf8 + [0xE9, 0xC3, 0xA9]
        + "\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n".utf8 + [0xE9, 0xFF, 0x0A] + "\r\n0\r\n\r\n".utf8
      for start in stride(from: 0, to: bytes.count, by: size) {
        try await exchange.send(Array(bytes[start..<min(start + size, bytes.count)]))
        await Task.yield()
      }
    }
    let answer = try await fetch(server)
    #expect(answer.headers.contains(["x", "\u{E9}\u{C3}\u{A9}"]))
    #expect(answer.body == [0xE9, 0xFF, 0x0A])
  }

  @Test(arguments: ["200 OK", "201 Made Up", "404 ", "299 caf\u{E9}", "302 Elsewhere"])
  func `the text of a status is the server's, and a redirect is one by its number`(status: String) async throws {
    let server = try await RawServer { exchange in
      let head = "HTTP/1.1 \(exchange.line == "GET /" ? status : "204 Done")\r\nLocation: /there\r\nConnection: close"
      let length = exchange.line == "GET /" ? "\r\nContent-Length: 0" : ""
      try await exchange.send(head.unicodeScalars.map { UInt8($0.value) } + Array("\(length)\r\n\r\n".utf8))
    }
    let session = try PluginSession(server.port)
    let request: BridgeObject = ["url": .string(server.url()), "headers": []]
    var text: BridgeValue?
    for try await part in session.caller.stream("http.fetch", BridgeValue.object(request), of: BridgeValue.self) {
      text = text ?? part["statusText"]
    }
    #expect(text == .string(status == "302 Elsewhere" ? "Done" : String(status.dropFirst(4))))
  }

  @Test func `each response of a kept connection has its own head`() async throws {
    let server = try await RawServer { exchange in
      for round: UInt8 in 0..<4 {
        try await exchange.send(
          "HTTP/1.1 200 OK\r\nX: ".utf8 + [0xE0 + round]
            + "\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\n".utf8
            + [0xC3, 0xA0 + round, 0x2E])
        if round < 3 { try await exchange.readBody(until: "\r\n\r\n") }
        exchange.forgetBody()
      }
    }
    let session = try PluginSession(server.port)
    for round in 0..<4 {
      let answer = try await session.call("get", server.url())
      #expect(answer["headers"]?["x"] == .string(WireTests.text([0xE0 + UInt8(round)])))
      #expect(answer["data"] == .string(String(decoding: [0xC3, 0xA0 + UInt8(round), 0x2E], as: UTF8.self)))
    }
    #expect(server.heads.count == 1)
  }

  @Test func `each character of a request's header is sent as one byte`() async throws {
    let server = try await RawServer { exchange in
      let line = exchange.headBytes.split(separator: 10).first { $0.starts(with: "X-All: ".utf8) } ?? []
      let answer = line.dropFirst(7).filter { $0 != 13 }
      try await exchange.send(
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(answer.count)\r\n\r\n".utf8 + answer)
    }
    let sent = WireTests.every.filter { $0 != 0x20 }
    let answer = try await fetch(server, headers: [["X-All", .string(WireTests.text(sent))]])
    #expect(answer.body == sent)
  }

  @Test func `blanks around a value are not part of it, and a fold is a space`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.answer("200 OK", ["A:  \t b c \t ", "D:", "E:   ", "F: g \r\n  h\r\n\ti", "J:\r\n k"])
    }
    let answer = try await fetch(server)
    #expect(answer.headers.contains(["a", "b c"]))
    #expect(answer.headers.contains(["d", ""]))
    #expect(answer.headers.contains(["e", ""]))
    #expect(answer.headers.contains(["f", "g   h i"]))
    #expect(answer.headers.contains(["j", "k"]))
  }
}
#endif
