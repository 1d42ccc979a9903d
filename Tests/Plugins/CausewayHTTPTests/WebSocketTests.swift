#if Plugins
import Causeway
import CausewayJavaScript
import Crypto
import Foundation
import JavaScriptRuntime
import Testing

@testable import CausewayHTTP

/// The global `WebSocket` of a runtime, against servers that behave and servers that do not.
@Suite(.timeLimit(.minutes(5))) struct WebSocketTests {
  /// The value of an async function body that has `url`, and `listen(socket)`: resolves with the events when it closes.
  private func run(
    _ server: RawServer? = nil, permissions: Permissions = ["http.*"], change: (inout HTTPLimits) -> Void = { _ in },
    _ source: String
  ) async throws -> String {
    var limits = HTTPLimits()
    change(&limits)
    let bridge = Bridge()
    let origins = server.map { ["http://127.0.0.1:\($0.port)"] } ?? []
    bridge.register(HTTPPlugin(origins: try HTTPOrigins([], local: origins), limits: limits))
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: permissions)
    let text: String = try await runtime.evaluate(
      """
      (async () => {
        const url = "ws://127.0.0.1:\(server?.port ?? 1)/";
        const listen = (socket, opened = () => {}) => new Promise((resolve) => {
          const log = [];
          socket.binaryType = "arraybuffer";
          socket.onopen = () => { log.push("open"); opened(socket); };
          socket.onmessage = ({ data }) => log.push(typeof data === "string" ? data : "bytes " + new Uint8Array(data).join(" "));
          socket.onerror = ({ message }) => log.push("error " + message);
          socket.onclose = ({ code, reason, wasClean }) => resolve([...log, "close " + code + " " + reason + " " + wasClean].join("\\n"));
        });
        \(source)
      })()
      """)
    await runtime.close()
    return text
  }

  @Test func `the global exists where the permission does`() async throws {
    #expect(try await run(permissions: ["http.fetch"], "return typeof WebSocket") == "undefined")
    #expect(
      try await run(permissions: ["http.websocket"], "return typeof WebSocket + typeof CloseEvent + typeof fetch")
        == "functionfunctionundefined")
  }

  @Test(arguments: [true, false]) func `frames that arrive with the answer and the end of the connection are delivered`(
    inOnePacket: Bool
  ) async throws {
    let server = try await RawServer { exchange in
      let texts = [[0x81, 3] + "one".utf8, [0x81, 4] + "zwö".utf8, [0x88, 5, 15, 161] + "bye".utf8] as [[UInt8]]
      let answer =
        "HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n"
        + RawServer.socketAnswer(for: exchange.header("sec-websocket-key") ?? "")
      let bytes = Array(answer.utf8) + texts.joined()
      if inOnePacket { return try await exchange.send(bytes) }
      for byte in bytes { try await exchange.send([byte]) }
    }
    let text = try await run(
      server,
      """
      const counts = {};
      for (let round = 0; round < 40; round++) {
        const events = (await listen(new WebSocket(url))).replaceAll("\\n", " ");
        counts[events] = (counts[events] ?? 0) + 1;
      }
      return JSON.stringify(counts);
      """)
    #expect(text == #"{"open one zwö close 4001 bye true":40}"#)
  }

  @Test func `messages go both ways, and both sides close`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.openSocket(["sec-websocket-protocol: b"])
      for _ in 0..<3 {
        let (opcode, data) = try await exchange.readFrame()
        try await exchange.sendFrame(opcode, data)
      }
      let (opcode, data) = try await exchange.readFrame()
      #expect(opcode == 8)
      try await exchange.sendFrame(8, data)
    }
    let answer = try await run(
      server,
      """
      const socket = new WebSocket(url + "path?query", ["a", "b"]);
      const states = [socket.readyState];
      const events = listen(socket, () => {
        socket.send("téxt");
        socket.send(new Uint8Array([1, 2, 3]).subarray(1));
        socket.send(new Blob(["x".repeat(70000)]));
        setTimeout(() => { socket.close(3001, "done"); states.push(socket.readyState); }, 100);
      });
      const text = (await events).replace(/(120 )+120/, "many");
      return text + "\\n" + [...states, socket.readyState, socket.protocol, socket.bufferedAmount, socket.url === url + "path?query"].join();
      """)
    #expect(answer == "open\ntéxt\nbytes 2 3\nbytes many\nclose 3001 done true\n0,2,3,b,0,true")
    #expect(server.heads.first?.contains("sec-websocket-protocol: a, b") == true)
    #expect(server.heads.first?.hasPrefix("GET /path?query ") == true)
  }

  @Test func `an origin that is not listed is refused by its name`() async throws {
    let answer = try await run(nil, "return listen(new WebSocket('ws://127.0.0.1:9/'))")
    #expect(
      answer == """
        error http.websocket: http://127.0.0.1:9 is not on the list of allowed origins.
        close 1006  false
        """ || answer == "error http://127.0.0.1:9 is not on the list of allowed origins.\nclose 1006  false")
  }

  @Test func `a name of the internet that resolves to this machine is refused before a byte is sent`() async throws {
    let server = try await RawServer { try await $0.answer() }
    let limits = HTTPLimits()
    let origins = try HTTPOrigins(["http://public.example:\(server.port)", "http://public.example:9"])
    let plugin = HTTPPlugin(origins: origins, limits: limits, addresses: ["public.example": "127.0.0.1"])
    let bridge = Bridge()
    bridge.register(plugin)
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["http.*"])
    let message: String = try await runtime.evaluate(
      """
      new Promise((resolve) => {
        new WebSocket("ws://public.example:\(server.port)/").onerror = ({ message }) => resolve(message);
      })
      """)
    #expect(message.contains("not public"))
    #expect(server.heads.isEmpty)
    let closed: String = try await runtime.evaluate(
      "new Promise((resolve) => { new WebSocket('ws://public.example:9/').onerror = ({ message }) => resolve(message) })"
    )
    #expect(closed == message)
    await runtime.close()
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
    "HTTP/1.1 302 Found\r\nlocation: /other\r\ncontent-length: 0\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: wrong\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\n\r\n", "SSH-2.0-OpenSSH\r\n\r\n", "",
  ]) func `an answer that opens no connection is an error`(answer: String) async throws {
    let server = try await RawServer { try await $0.send(answer) }
    let events = try await run(server, "return listen(new WebSocket(url))")
    #expect(events.hasPrefix("error "))
    #expect(events.hasSuffix("\nclose 1006  false"))
  }

  @Test(arguments: ["sec-websocket-protocol: other", "sec-websocket-extensions: permessage-deflate"])
  func `a choice that was not offered is an error`(header: String) async throws {
    let server = try await RawServer { exchange in
      try await exchange.openSocket([header])
      await exchange.closed()
    }
    let events = try await run(server, "return listen(new WebSocket(url))")
    #expect(events.contains("that was not offered"))
  }

  @Test(
    arguments: [
      ([0x81, 0x02, 0xC3, 0x28], 1007), ([0x81, 0x82, 1, 2, 3, 4, 5, 6], 1002), ([0xC1, 0x01, 0x61], 1002),
      ([0x83, 0x00], 1002), ([0x80, 0x01, 0x61], 1002), ([0x09, 0x00], 1002), ([0x01, 0x01, 0x61, 0x81, 0x00], 1002),
      ([0x89, 0x7E, 0x00, 0x7E], 1002), ([0x88, 0x01, 0x03], 1002), ([0x88, 0x02, 0x03, 0xEC], 1002),
      ([0x82, 0x7F, 0, 0, 0, 1, 0, 0, 0, 0], 1009), ([0x82, 0x7F, 0xFF, 0, 0, 1, 0, 0, 0, 0], 1009),
    ] as [([UInt8], Int)]) func `frames that the protocol does not allow end the connection`(
      frames: [UInt8], code: Int
    ) async throws
  {
    let codes = AsyncStream.makeStream(of: Int.self)
    let server = try await RawServer { exchange in
      try await exchange.openSocket()
      try await exchange.send(frames)
      let (opcode, data) = try await exchange.readFrame()
      codes.continuation.yield(opcode == 8 && data.count >= 2 ? Int(data[0]) << 8 | Int(data[1]) : -1)
    }
    let events = try await run(server, "return listen(new WebSocket(url))")
    #expect(events == "open\nerror The connection was lost\nclose 1006  false")
    for await found in codes.stream {
      #expect(found == code)
      break
    }
  }

  @Test func `a message in fragments arrives whole, with a ping between them, and limits hold`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.openSocket()
      try await exchange.send([0x01, 0x02, 0x68, 0xC3] as [UInt8])
      try await exchange.sendFrame(9, [1, 2])
      try await exchange.send([0x80, 0x01, 0xA9] as [UInt8])
      let (opcode, data) = try await exchange.readFrame()
      try await exchange.sendFrame(1, Array("\(opcode) \(data)".utf8))
      for _ in 0..<3 { try await exchange.send([0x02, 0x7E, 0x04, 0x00] + [UInt8](repeating: 0, count: 1_024)) }
      await exchange.closed()
    }
    let events = try await run(server, change: { $0.bodyBytes = 2_000 }, "return listen(new WebSocket(url))")
    #expect(events == "open\nhé\n10 [1, 2]\nerror The connection was lost\nclose 1006  false")
  }

  @Test func `a connection that is lost, or closed by its server, ends`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.openSocket()
      if exchange.line == "GET /lost" { return }
      try await exchange.sendFrame(1, Array("last".utf8))
      try await exchange.sendFrame(8, exchange.line == "GET /bare" ? [] : [0x03, 0xE9] + Array("bye".utf8))
      let (opcode, _) = try await exchange.readFrame()
      #expect(opcode == 8)
    }
    let events = try await run(
      server,
      """
      const ends = [];
      for (const path of ["lost", "bare", ""]) ends.push(await listen(new WebSocket(url + path)));
      return ends.join();
      """)
    #expect(
      events == """
        open
        error The connection was lost
        close 1006  false,open
        last
        close 1005  true,open
        last
        close 1001 bye true
        """)
  }

  @Test func `a connection that is lost after each byte of its server ends with a close event`() async throws {
    let answer = RawServer.socketAnswer(for: "dGhlIHNhbXBsZSBub25jZQ==")
    let frames: [UInt8] =
      [0x01, 0x01, 0x61, 0x89, 0x00, 0x80, 0x01, 0x62, 0x81, 0x7E, 0x00, 0x7E] + [UInt8](repeating: 0x63, count: 126)
    let last: [UInt8] = [0x88, 0x02, 0x03, 0xE8]
    let count = answer.utf8.count + frames.count + last.count
    let server = try await RawServer { exchange in
      let bytes = Array(RawServer.socketAnswer(for: exchange.header("sec-websocket-key") ?? "").utf8) + frames + last
      let sent = Int(exchange.line.drop { !$0.isNumber }) ?? 0
      try await exchange.send(Array(bytes.prefix(sent)))
      // A connection that is closed before it has read the answers may be reset, and lose what was sent.
      if sent == bytes.count { await exchange.closed() }
    }
    let events = try await run(
      server,
      """
      const ends = {};
      for (let bytes = 0; bytes <= \(count); bytes++) {
        const end = (await listen(new WebSocket(url + bytes))).split("\\n").at(-1);
        ends[end] = (ends[end] ?? 0) + 1;
      }
      return JSON.stringify(ends);
      """)
    #expect(events == #"{"close 1006  false":\#(count),"close 1000  true":1}"#)
  }

  @Test func `a message of endless fragments ends the connection`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.openSocket()
      try await exchange.send([0x01, 0x00])
      let many = [[UInt8]](repeating: [0x00, 0x00], count: 10_000).flatMap { $0 }
      // Ends when the client has closed the connection.
      for _ in 0..<1_000 { try await exchange.send(many) }
    }
    let events = try await run(server, "return listen(new WebSocket(url))")
    #expect(events == "open\nerror The connection was lost\nclose 1006  false")
  }

  @Test func `a server that never answers a close is left`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.openSocket()
      await exchange.closed()
    }
    let events = try await run(server, "return listen(new WebSocket(url), (socket) => socket.close())")
    #expect(events == "open\nerror The connection was lost\nclose 1006  false")
  }

  @Test func `a reader that is slow makes the server wait`() async throws {
    let server = try await RawServer { exchange in
      try await exchange.openSocket()
      for _ in 0..<2_000 { try await exchange.sendFrame(2, [UInt8](repeating: 7, count: 65_535)) }
      try await exchange.sendFrame(8, [])
      _ = try await exchange.readFrame()
    }
    let answer = try await run(
      server,
      """
      let count = 0;
      const socket = new WebSocket(url);
      socket.binaryType = "arraybuffer";
      socket.onmessage = ({ data }) => { count += data.byteLength; };
      await new Promise((resolve) => { socket.onclose = resolve; });
      return `${count}`;
      """)
    #expect(answer == "131070000")
  }

  @Test func `a socket that is closed before it opens, and one that sends too early`() async throws {
    let server = try await RawServer { await $0.closed() }
    let answer = try await run(
      server,
      """
      const socket = new WebSocket(url);
      let early;
      try { socket.send("x"); } catch (error) { early = error.name; }
      const events = listen(socket);
      socket.close();
      return early + "\\n" + await events;
      """)
    #expect(
      answer == "InvalidStateError\nerror WebSocket: closed before the connection was open\nclose 1006  false")
  }
}

extension RawServer {
  /// The answer that accepts a WebSocket with this key.
  static func socketAnswer(for key: String, _ headers: [String] = []) -> String {
    let hash = Insecure.SHA1.hash(data: Data((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
    let lines = [
      "HTTP/1.1 101 Switching Protocols", "upgrade: websocket", "connection: upgrade",
      "sec-websocket-accept: \(Data(hash).base64EncodedString())",
    ]
    return (lines + headers).joined(separator: "\r\n") + "\r\n\r\n"
  }
}

extension RawServer.Exchange {
  func openSocket(_ headers: [String] = []) async throws {
    try await send(RawServer.socketAnswer(for: header("sec-websocket-key") ?? "", headers))
  }

  func sendFrame(_ opcode: UInt8, _ data: [UInt8]) async throws {
    let length: [UInt8] =
      switch data.count {
      case ..<126: [UInt8(data.count)]
      case ..<65_536: [126, UInt8(data.count >> 8), UInt8(data.count & 255)]
      default: [127] + (0..<8).reversed().map { UInt8(data.count >> ($0 * 8) & 255) }
      }
    try await send([0x80 | opcode] + length + data)
  }

  /// The next frame of the client, unmasked.
  func readFrame() async throws -> (opcode: UInt8, data: [UInt8]) {
    let head = try await read(2)
    var length = Int(head[1] & 127)
    if length >= 126 { length = try await read(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) } }
    let mask = try await read(4)
    let data = try await read(length)
    return (head[0] & 15, data.enumerated().map { $1 ^ mask[$0 % 4] })
  }
}
#endif
