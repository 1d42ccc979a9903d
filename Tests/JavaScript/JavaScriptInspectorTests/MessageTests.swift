import Testing

@testable import JavaScriptInspector

/// Tests of the debugger's messages.
@Suite struct MessageTests {
  @Test func `messages that come byte by byte are read`() throws {
    let messages: [JSON] = [["a": 1], [:], ["text": "\u{1F600}\r\n\r\n"]]
    var reader = DebugMessageReader()
    var read: [JSON] = []
    for byte in messages.flatMap(DebugMessageReader.encode) {
      reader.append([byte])
      while let message = try reader.next() { read.append(message) }
    }
    #expect(read == messages)
  }

  @Test(arguments: [
    "Content-Length: -1\r\n\r\n", "Content-Length: 99999999999\r\n\r\n", "Content-Length: x\r\n\r\n",
    "no colon\r\n\r\n",
    "\r\n\r\n", "Content-Length: 1\r\n\r\n{", "Content-Length: 2\r\n\r\n{]",
    "Content-Length: 1200\r\n\r\n" + String(repeating: "[", count: 600) + String(repeating: "]", count: 600),
    String(repeating: "a", count: 5000),
  ])
  func `nonsense is refused`(text: String) {
    var reader = DebugMessageReader()
    reader.append(Array(text.utf8))
    #expect(throws: InspectorError.self) { try reader.next() }
  }

  @Test func `a number that JSON has not is written as null`() {
    #expect(JSON.number(.nan).text == Array("null".utf8))
    #expect(JSON.number(1e300).text == Array("1e+300".utf8))
    #expect(JSON.number(3).text == Array("3".utf8))
  }

  @Test func `a log message becomes a template that cannot break out`() {
    func value(_ source: String) -> String {
      "(() => { try { return (\(source)\n); } catch (error) { return \"{\(source)}: \" + error; } })()"
    }
    #expect(LogMessage.printing("x is {x}") == "console.log(\"x is %s\", \(value("x")))")
    #expect(LogMessage.printing("`${a}` 100%") == "console.log(\"`$%s` 100%%\", \(value("a")))")
    #expect(LogMessage.printing("{ {a: 1}.a }") == "console.log(\"%s\", \(value(" {a: 1}.a ")))")
    #expect(LogMessage.printing("}{ } }} 5% {") == "console.log(\"}{ } }} 5% {\")")
    #expect(LogMessage.printing("{a +}") == "console.log(\"%s\", \"{a +}: not an expression\")")
  }

  @Test func `hit conditions`() throws {
    #expect(try Debugger.hitsToIgnore("5") == 4)
    #expect(try Debugger.hitsToIgnore(">= 5") == 4)
    #expect(try Debugger.hitsToIgnore(">5") == 5)
    for text in ["", "0", "-1", "x", "% 2", "99999999999", ">"] {
      #expect(throws: InspectorError.self) { try Debugger.hitsToIgnore(text) }
    }
  }

  @Test func `an engine without an inspector is refused with a reason`() {
    let error = #expect(throws: InspectorError.self) { try EngineConnection { _ in false } }
    #expect(error?.code == .unavailable)
    #expect(error?.description.contains("has no inspector") == true)
  }

  @Test func `a path becomes an expression that matches it alone`() {
    #expect(ScriptNames.escaped("/a.b/(c)+[d]*") == #"/a\.b/\(c\)\+\[d\]\*"#)
  }

  @Test func `only addresses of this machine are taken`() {
    #expect(SocketAddress("127.0.0.1:4711")?.port == 4711)
    #expect(SocketAddress("localhost:0")?.description == "127.0.0.1:0")
    #expect(SocketAddress("4711")?.description == "127.0.0.1:4711")
    for text in ["", "0.0.0.0:1", "192.168.0.1:1", "example.com:1", "127.0.0.1", "127.0.0.1:70000", "::1", "1:2:3"] {
      #expect(SocketAddress(text) == nil)
      #expect(DebugAddress(text) == nil)
    }
    #expect(DebugAddress("./a.sock") == .path("./a.sock"))
    #expect(DebugAddress("4711")?.description == "127.0.0.1:4711")
  }
}
