#if WebView
import CWebKitGTK
import Causeway
import FoundationEssentials
import TestSupport
import Testing

@testable import CausewayWebKit

/// Bytes between a page and Swift: small arrays within a message's text, large ones beside it.
@Suite(.needsDisplay, .timeLimit(.minutes(5))) struct BytesTests {
  private static let script = """
    window.make = (length) => { const it = new Uint8Array(length); for (let at = 0; at < length; at += 1) it[at] = at * 7 ^ at >> 8; return it };
    window.same = (a, b) => a.constructor === b.constructor && a.length === b.length && a.every((byte, at) => byte === b[at]);
    """

  @Test(arguments: [0, 1, 2, 3, 4, 32_767, 32_768, 32_769, 100_000, 1 << 20, 3_000_001])
  func `bytes cross in both directions, in synchronous and asynchronous answers`(length: Int) async throws {
    let lab = try await Lab()
    try await lab.show(BytesTests.script)
    for method in ["echo", "later"] {
      let call = "(async () => { const it = make(\(length)); return same(await bridge.call('\(method)', it), it) })()"
      #expect(try await lab.value(call) == "true", "\(method)")
    }
    await lab.close()
  }

  @Test func `every class of bytes is preserved, also in a larger buffer and within other values`()
    async throws
  {
    let lab = try await Lab()
    try await lab.show(BytesTests.script)
    for value in [
      "make(80_000).buffer", "new DataView(make(80_000).buffer, 8, 40_000)", "new Float64Array(make(80_000).buffer)",
      "make(80_000).subarray(100, 40_100)",
      "[make(10), make(50_000), { a: make(40_000) }, new Map([[1, make(40_000)]])]",
    ] {
      let text = """
        (async () => {
          const text = (it) => it instanceof ArrayBuffer ? 'B' + new Uint8Array(it).join() : ArrayBuffer.isView(it)
            ? it.constructor.name + it.byteLength + new Uint8Array(it.buffer, it.byteOffset, it.byteLength).join()
            : it instanceof Map ? text([...it]) : typeof it === 'object' ? Object.entries(it).map(([k, v]) => k + text(v)).join() : String(it);
          const value = \(value);
          return text(await bridge.call('echo', value)) === text(value);
        })()
        """
      #expect(try await lab.value(text) == "true", "\(value)")
    }
    await lab.close()
  }

  @Test func `characters of every kind are preserved, in texts of every length and beside large arrays`() async throws {
    let lab = try await Lab()
    try await lab.show(BytesTests.script)
    let text = """
      (async () => {
        for (const letter of ["a", "é", "ж", "😀"]) {
          for (const length of [0, 1, 2, 3].flatMap((more) => [4000 + more, 4096 + more, 65_500 + more])) {
            const value = "x".repeat(length % 3) + letter.repeat(length / letter.length);
            if (await bridge.call("echo", value) !== value) return letter + length;
            const many = [value, ...Array.from({ length: 60 }, (_, at) => make(33_000 + at)), value];
            if (length !== 4096) continue;
            const back = await bridge.call("echo", many);
            if (!many.every((it, at) => typeof it === "string" ? it === back[at] : same(it, back[at]))) return letter;
          }
        }
        return true;
      })()
      """
    #expect(try await lab.value(text) == "true")
    await lab.close()
  }

  @Test func `a change of a buffer after the call has no effect`() async throws {
    let lab = try await Lab()
    try await lab.show(BytesTests.script)
    let change =
      "const it = make(100_000); const call = bridge.call('echo', it); it.fill(0); structuredClone(it, { transfer: [it.buffer] })"
    #expect(try await lab.value("(async () => { \(change); return same(await call, make(100_000)) })()") == "true")
    await lab.close()
  }

  @Test func `messages with and without bytes keep their order, in both directions`() async throws {
    let seen = Shared<[Int]>([])
    let lab = try await Lab { bridge in
      bridge.handle("note") { (value: BridgeValue) in
        let number = if case .bytes(let bytes) = value { bytes.data.count } else { Int(value.number ?? -1) }
        seen.withLock { $0.append(number) }
      }
    }
    try await lab.show(
      BytesTests.script
        + "window.seen = []; bridge.on('tick', (it) => seen.push(it.length ?? it)); bridge.handle('size', (it) => it.length)"
    )
    _ = try await lab.value(
      "(async () => { for (let turn = 0; turn < 10; turn += 1) await Promise.all([1, make(50_000), 2, make(40_000), make(10), 3].map((it) => bridge.call('note', it))) })()"
    )
    #expect(seen.value == Array(repeating: [1, 50_000, 2, 40_000, 10, 3], count: 10).flatMap(\.self))
    let connection = try await lab.view.connection
    try await eventually("the page has subscribed") { connection.statistics.subscriptions == 1 }
    for turn in 0..<10 {
      try lab.bridge.emit("tick", turn)
      try lab.bridge.emit("tick", BridgeBytes([UInt8](repeating: 1, count: 50_000 + turn)))
    }
    try await eventually("the page has received every event") { try await lab.value("seen.length") == "20" }
    #expect(
      try await lab.value("seen.join()") == (0..<10).map { "\($0),\(50_000 + $0)" }.joined(separator: ","))
    let size: Int = try await connection.call("size", BridgeBytes([UInt8](repeating: 1, count: 1 << 20)))
    #expect(size == 1 << 20)
    await lab.close()
  }

  @Test func `invalid base64 stays an object`() async throws {
    let lab = try await Lab { bridge in
      bridge.handle("raw") { (text: String) in
        Payload.encoded(EncodedValue(text: Array("{\"$bytes\":[\"\(text)\",\"Uint8Array\"]}".utf8)))
      }
    }
    try await lab.show()
    for (text, result) in [
      ("", ""), ("AAEC", "0,1,2"), ("AAE=", "0,1"), ("AAF=", "0,1"), ("AA==", "0"), ("A A=", "none"), ("AA-_", "none"),
      ("AAA", "none"), ("A===", "none"), (" AAEC", "none"), ("AAEC    ", "none"), ("AAE\u{100}", "none"),
    ] {
      let call = "bridge.call('raw', '\(text)').then((it) => it instanceof Uint8Array ? it.join() : 'none')"
      #expect(try await lab.value(call) == result, "\(text)")
    }
    await lab.close()
  }

  @Test func `a page that aborts its requests loses no message and no bytes`() async throws {
    let lab = try await Lab()
    try await lab.show(BytesTests.script)
    for method in ["echo", "later"] {
      let calls = """
        (async () => {
          // Timers of an invisible page are slow.
          const hop = () => new Promise((resolve) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = resolve;
            port2.postMessage(0);
          });
          const calls = [];
          for (let turn = 0; turn < 20; turn += 1) {
            calls.push(bridge.call('\(method)', make(40_000 + turn)), bridge.call('\(method)', turn));
            if (turn % 3 === 0) stop(); else if (turn % 3 === 1) hop().then(stop);
            for (let hops = 0; hops < turn % 5; hops += 1) await hop();
          }
          return (await Promise.all(calls)).map((it) => it.length ?? it).join();
        })()
        """
      #expect(
        try await lab.value(calls) == (0..<20).map { "\(40_000 + $0),\($0)" }.joined(separator: ","), "\(method)")
    }
    await lab.close()
  }

  @Test func `streams and errors can carry bytes`() async throws {
    let lab = try await Lab { bridge in
      bridge.stream("parts") { (_: CallContext) in
        AsyncStream { continuation in
          for part in 1...20 { continuation.yield(BridgeBytes([UInt8](repeating: UInt8(part), count: part * 5000))) }
          continuation.finish()
        }
      }
      bridge.handle("fail") { () throws in
        throw BridgeError("BROKEN", "It holds bytes.", data: .bytes(BridgeBytes([UInt8](repeating: 7, count: 50_000))))
      }
    }
    try await lab.show()
    let sum = "let sum = 0; for await (const it of bridge.stream('parts')) sum += it.length * it[0]; return sum"
    #expect(try await lab.value("(async () => { \(sum) })()") == "\((1...20).reduce(0) { $0 + $1 * $1 * 5000 })")
    #expect(
      try await lab.value("bridge.call('fail').catch((e) => e.code + e.data.length + e.data[9])") == "BROKEN500007")
    await lab.close()
  }

  @Test func `bytes over the limit fail with its name, and the page continues`() async throws {
    var limits = Limits()
    limits.messageBytes = 100_000
    let lab = try await Lab(limits: limits) { bridge in
      bridge.handle("many") { BridgeBytes([UInt8](repeating: 1, count: 200_000)) }
    }
    try await lab.show()
    let code = "catch((e) => e.code + e.data.limit)"
    #expect(
      try await lab.value("bridge.call('echo', new Uint8Array(100_001)).\(code)") == "RESOURCE_EXHAUSTEDmessageBytes")
    #expect(
      try await lab.value("bridge.call('echo', [new Uint8Array(60_000), new Uint8Array(60_000)]).\(code)")
        == "RESOURCE_EXHAUSTEDmessageBytes")
    #expect(try await lab.value("bridge.call('many').\(code)") == "RESOURCE_EXHAUSTEDmessageBytes")
    #expect(try await lab.value("bridge.call('echo', new Uint8Array(90_000)).then((it) => it.length)") == "90000")
    await lab.close()
  }

  @Test func `a page that is left while its bytes are in flight does no harm`() async throws {
    let lab = try await Lab()
    for _ in 0..<10 {
      try await lab.show(
        BytesTests.script + "for (let at = 0; at < 5; at += 1) bridge.call(at % 2 ? 'echo' : 'later', make(500_000))")
    }
    try await lab.show(BytesTests.script)
    #expect(try await lab.value("bridge.call('echo', make(500_000)).then((it) => same(it, make(500_000)))") == "true")
    await lab.close()
  }
}

/// Messages of relays.
@Suite(.timeLimit(.minutes(5))) struct PageMessageTests {
  private static let name = String(repeating: "f", count: 32)

  private func message(_ rest: String) -> PageMessage.Content? { message(Array(rest.utf8)) }

  private func message(_ rest: [UInt8]) -> PageMessage.Content? {
    PageMessage(MessageText(Array(PageMessageTests.name.utf8) + rest))?.content
  }

  @Test(arguments: [[], [[1, 2, 3]], [[1, 2, 3], [], [10, 10]], [[]]] as [[[UInt8]]])
  func `an envelope is parsed as it was written`(attachments: [[UInt8]]) {
    let envelope = Envelope(text: Array("{};\n".utf8), attachments: attachments)
    #expect(message(Array("7 ".utf8) + envelope.packed) == .message(7, envelope))
  }

  @Test(arguments: [
    " ", "x", "1", "1[]", " 1 []", "0 []", "-1 []", "1e3 []", "99999999999999999999999 []", "!", "@", "@null", "@x y",
    "1 4", "1 4;AAA", "1 4,4;AAAAAAA", "1 3;AAA[]", "1 4;A===[]", "1 4,;AAAA[]", "1 9223372036854775807;",
    "1 9223372036854775807,9223372036854775807;",
  ])
  func `a malformed message of a relay is rejected`(rest: String) {
    #expect(message(rest) == nil)
  }

  @Test func `a name alone reports a new page, and a shorter text is invalid`() {
    #expect(message("") == .pageOpened)
    let short = Array(PageMessageTests.name.dropLast().utf8)
    #expect(PageMessage(MessageText(short)) == nil)
  }

  @Test(.needsDisplay) func `a long text in the engine is parsed like the same text in UTF-8`() async throws {
    let lab = try await Lab()
    let heads = [
      "", "x", "@app://main", "^other", "=", "~", "7 ", "7 {}", "x {}", "0 {}", "7 4;AAAA", "7 4;AAA",
      "7 8,4;AAAAAAAAAAAA",
      "7 4;A===", "7 4,;AAAA", "7 5000;", "7 5004;AAAA", "7 9000;", "7 99999;", "7 9223372036854775807;", "7 4;éééé",
      "7 12",
      "7 " + String(repeating: "4,", count: 200) + "4;",
    ]
    for head in heads {
      for tail in ["A", "é", "ж", "😀"].map({ String(repeating: $0, count: 5000) }) {
        let text = [UInt8]((PageMessageTests.name + head + tail).utf8)
        let (read, expected) = (await lab.readInEngine(text), PageMessage(MessageText(text))?.content)
        switch (read, expected) {
        // The text of an invalid line may be longer by some characters.
        case (.frameAnnounced, .frameAnnounced): break
        default: #expect(read == expected, "\(head) \(tail.prefix(1))")
        }
      }
    }
    await lab.close()
  }

  @Test func `messages of frames have a mark`() {
    #expect(message("@app://main") == .frameOpened("app://main"))
    #expect(message("^other") == .frameAnnounced("other"))
    #expect(message("=") == .poll)
    #expect(message("~") == .frameClosed)
  }
}

extension Lab {
  /// The message for a script message with this text.
  @GTKActor fileprivate func readInEngine(_ text: [UInt8]) -> PageMessage.Content? {
    let context = UnsafeMutableRawPointer(jsc_context_new()!)
    let value = text.withUnsafeBytes { NativeObject(cw_text_new(context, $0.baseAddress, $0.count)) }
    defer {
      value.release()
      cw_unref(context)
    }
    return MessageText(value).flatMap(PageMessage.init)?.content
  }
}
#endif
