#if Plugins
import Causeway
import CausewayTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CausewayHTTP

@Suite(.timeLimit(.minutes(5))) struct HostileServerTests {
  @Test(
    arguments: [
      ("", .unavailable), ("HTTP/1.1 200 OK\r\n", .unavailable),
      ("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nfour", .unavailable),
      ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nfo", .unavailable),
      ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n", .dataLoss),
      ("HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n", .dataLoss), ("SSH-2.0-OpenSSH_9.2\r\n\r\n", .dataLoss),
      ("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx", .dataLoss),
      ("HTTP/1.1 000 No\r\ncontent-length: 2\r\n\r\nok", .dataLoss),
      ("HTTP/1.1 099 No\r\ncontent-length: 0\r\n\r\n", .dataLoss),
      ("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nnone", .dataLoss),
    ] as [(String, BridgeError.Code)]) func `a response that is incomplete or not HTTP is an error`(
      answer: String, code: BridgeError.Code
    ) async throws
  {
    let server = try await RawServer { try await $0.send(answer) }
    #expect(try await PluginSession(server.port).failure("get", server.url())?.code == code)
  }

  @Test func `bytes after the declared length are not part of the response`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.send(
        "HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfourHTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nbad")
    }
    let session = try PluginSession(server.port)
    for _ in 0..<3 { #expect(try await session.call("get", server.url())["data"] == "four") }
  }

  @Test func `a port without a server is unavailable`() async throws {
    #expect(try await PluginSession(1).failure("get", "http://127.0.0.1:1/")?.code == .unavailable)
  }

  @Test func `a response without an end is cut off, and its connection is closed`() async throws {
    let closed = AsyncStream.makeStream(of: Int.self)
    let server = try await RawServer { exchange in
      try await exchange.send("HTTP/1.1 200 OK\r\n\r\n")
      var sent = 0
      do {
        while true {
          try await exchange.send([UInt8](repeating: 65, count: 65_536))
          sent += 65_536
        }
      } catch { closed.continuation.yield(sent) }
    }
    let error = try await PluginSession(server.port) { $0.bodyBytes = 1 << 20 }.failure("get", server.url())
    #expect(error?.data == ["limit": "bodyBytes", "maximum": 1_048_576])
    for await sent in closed.stream {
      #expect(sent < 64 << 20)
      break
    }
  }

  @Test(
    arguments: [
      ("HTTP/1.1 200 OK\r\n", "a: b\r\n"), ("HTTP/1.1 200 OK\r\na: ", "long"),
      ("HTTP/1.1 200 OK\r\na: b\r\n", " c\r\n"),
      ("HTTP/1.1 200 ", "long"), ("", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"),
      ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n", "a: b\r\n"),
      ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;", "long"),
    ]) func `heads, interim responses, folded lines and trailers without an end are cut off`(
      beginning: String, part: String
    ) async throws
  {
    let closed = AsyncStream.makeStream(of: Int.self)
    let server = try await RawServer { exchange in
      try await exchange.send(beginning)
      let bytes = Array(String(repeating: part, count: 65_536 / part.utf8.count).utf8)
      var sent = 0
      do {
        while sent < 256 << 20 {
          try await exchange.send(bytes)
          sent += bytes.count
        }
      } catch {}
      closed.continuation.yield(sent)
      await exchange.closed()
    }
    let error = try await PluginSession(server.port).failure("get", server.url())
    #expect([.dataLoss, .resourceExhausted].contains(error?.code), "\(String(describing: error))")
    for await sent in closed.stream {
      #expect(sent < 32 << 20)
      break
    }
  }

  @Test func `a response whose declared length exceeds the limit is not read`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.send("HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n")
      await exchange.closed()
    }
    let error = try await PluginSession(server.port).failure("get", server.url())
    #expect(error?.data?["limit"] == "bodyBytes")
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfo"])
  func `a server that stops sending times out`(beginning: String) async throws {
    let server = try await RawServer { exchange in
      try await exchange.send(beginning)
      await exchange.closed()
    }
    let error = try await PluginSession(server.port).failure(
      "get", server.url(), ["readTimeout": 100, "connectTimeout": 100])
    #expect(error?.code == .deadlineExceeded)
  }

  @Test func `a head that arrives letter by letter times out`() async throws {
    let server = try await RawServer { exchange in
      for letter in "HTTP/1.1 200 OK\r\nx: " { try await exchange.send(String(letter)) }
      // Each letter arrives within the time limit, but the head never ends.
      while true {
        try await exchange.send("y")
        // Real time: the plugin's limits on a connection count it.
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    let error = try await PluginSession(server.port).failure(
      "get", server.url(), ["readTimeout": 200, "connectTimeout": 100])
    #expect(error?.code == .deadlineExceeded)
  }

  @Test func `a head that is too long is rejected`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.send("HTTP/1.1 200 OK\r\n")
      for number in 0..<2_000 { try await exchange.send("x-\(number): \(String(repeating: "y", count: 100))\r\n") }
      await exchange.closed()
    }
    #expect(try await PluginSession(server.port).failure("get", server.url())?.data?["limit"] == "headerBytes")
  }

  @Test func `the decompression of a small response is limited`() async throws {
    let compressed = try HostileServerTests.zeros(megabytes: 64)
    #expect(compressed.count < 128 << 10)
    let server = try await RawServer { exchange in
      try await exchange.send(
        "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: \(compressed.count)\r\n\r\n")
      try await exchange.send(compressed)
      await exchange.closed()
    }
    let error = try await PluginSession(server.port) { $0.bodyBytes = 1 << 20 }.failure("get", server.url())
    #expect(error?.data == ["limit": "bodyBytes", "maximum": 1_048_576])
    // Bytes grow by a third in JSON. This response is within the limits.
    let small = try HostileServerTests.zeros(megabytes: 8)
    let other = try await RawServer { exchange in
      try await exchange.send("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: \(small.count)\r\n\r\n")
      try await exchange.send(small)
    }
    let answer = try await PluginSession(other.port).call("get", other.url(), ["responseType": "arraybuffer"])
    #expect(answer["data"] == .bytes(BridgeBytes([UInt8](repeating: 0, count: 8 << 20), view: "ArrayBuffer")))
  }

  @Test
  func `a compressed response that is too long for a complete one is streamed, and no longer than a stream may be`()
    async throws
  {
    let compressed = try HostileServerTests.zeros(megabytes: 64)
    let server = try await RawServer { exchange in
      try await exchange.send(
        "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: \(compressed.count)\r\n\r\n")
      try await exchange.send(compressed)
    }
    func receive(_ session: PluginSession) async throws -> Int {
      var received = 0
      let parts = session.caller.stream("http.stream", ["url": .string(server.url())] as BridgeValue, of: HTTPPart.self)
      for try await part in parts { if case .data(let bytes) = part { received += bytes.count } }
      return received
    }
    #expect(try await receive(PluginSession(server.port)) == 64 << 20)
    let session = try PluginSession(server.port) { $0.streamBytes = 8 << 20 }
    let error = await #expect(throws: BridgeError.self) { try await receive(session) }
    #expect(error?.data == ["limit": "streamBytes", "maximum": 8_388_608])
  }

  /// Zeros, compressed with gzip.
  private static func zeros(megabytes: Int) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "head -c \(megabytes << 20) /dev/zero | gzip -9"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run(forAtMost: 60)
    defer { process.waitUntilExit() }
    return [UInt8](pipe.fileHandleForReading.readDataToEndOfFile())
  }

  @Test func `a hundred megabytes are streamed with backpressure`() async throws {
    let size = 100 << 20
    let server = try await RawServer { exchange in
      try await exchange.send("HTTP/1.1 200 OK\r\ncontent-length: \(size)\r\n\r\n")
      let part = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0) }
      for _ in 0..<100 { try await exchange.send(part) }
    }
    let session = try PluginSession(server.port)
    var received = 0
    var order = true
    let parts = session.caller.stream("http.stream", ["url": .string(server.url())] as BridgeValue, of: HTTPPart.self)
    for try await part in parts {
      switch part {
      case .head(let status, let headers, _, _):
        #expect(status == 200 && headers["content-length"] == String(size) && received == 0)
      case .data(let bytes):
        order = order && bytes.first == UInt8(truncatingIfNeeded: received)
        received += bytes.count
      }
    }
    #expect(received == size && order)
  }

  @Test func `leaving a stream stops the server, which was not far ahead`() async throws {
    let ended = AsyncStream.makeStream(of: Int.self)
    let server = try await RawServer { exchange in
      try await exchange.send("HTTP/1.1 200 OK\r\n\r\n")
      var sent = 0
      do {
        while sent < 1 << 30 {
          try await exchange.send([UInt8](repeating: 65, count: 1 << 20))
          sent += 1 << 20
        }
      } catch {}
      ended.continuation.yield(sent)
    }
    let session = try PluginSession(server.port)
    let stream = session.caller.stream(
      "http.stream", ["url": .string(server.url())] as BridgeValue, of: HTTPPart.self, buffer: 4)
    var count = 0
    for try await _ in stream {
      count += 1
      if count == 4 { break }
    }
    for await sent in ended.stream {
      #expect(sent < 64 << 20)
      break
    }
  }

  @Test func `a stream that is too large or interrupted ends with an error`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.send(
        "HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n\(String(repeating: "x", count: 50_000))")
    }
    for (limit, code) in [(10_000, BridgeError.Code.resourceExhausted), (1 << 20, .unavailable)] {
      let session = try PluginSession(server.port) { $0.streamBytes = limit }
      let error = await #expect(throws: BridgeError.self) {
        for try await _ in session.caller.stream(
          "http.stream", ["url": .string(server.url())] as BridgeValue, of: HTTPPart.self)
        {}
      }
      #expect(error?.code == code)
    }
  }
}
#endif
