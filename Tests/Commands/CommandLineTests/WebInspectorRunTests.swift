import Foundation
import Glibc
import TestSupport
import Testing

@testable import JavaScriptInspector

/// Tests of `causeway run --inspect-ui`, with a client that speaks as WebKit's Web Inspector does.
@Suite(.serialized, .timeLimit(.minutes(5))) struct WebInspectorRunTests {
  /// A Web Inspector that is connected to a program.
  private final class Inspector {
    let process: Process
    let errors: Pipe
    private let scratch: Scratch
    private let input: FileHandle
    private let output: FileHandle
    private let reading = DispatchQueue(label: "test.inspector")
    let address: String
    private var reader = EngineFrameReader()
    private var number = 0

    /// A browser that writes down its address, connects to it, and passes on what the test writes and reads.
    private static let browser = #"""
      #!/bin/bash
      echo "$1" > "$FOLDER/address"
      address=${1#inspector://}
      exec 3<>"/dev/tcp/${address%:*}/${address#*:}"
      cat <&3 >"$FOLDER/output" &
      cat "$FOLDER/input" >&3
      kill $!
      exec 3>&-
      exec sleep 100

      """#

    /// Runs a program, with a browser that the test plays.
    init(_ text: String) async throws {
      let scratch = try Scratch(["main.mjs": text, "bin/MiniBrowser": Inspector.browser])
      let directory = scratch.directory
      for name in ["input", "output"] { mkfifo(directory.appendingPathComponent(name).path, 0o600) }
      chmod(directory.appendingPathComponent("bin/MiniBrowser").path, 0o755)
      let file = directory.appendingPathComponent("address")
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let program = try CommandLine.start(
        ["run", "--inspect-ui", directory.appendingPathComponent("main.mjs").path],
        variables: [
          "DISPLAY": ":0", "FOLDER": directory.path, "PATH": directory.appendingPathComponent("bin").path + ":" + path,
        ])
      try await eventually("the browser has the address") {
        (try? String(contentsOf: file, encoding: .utf8))?.hasSuffix("\n") == true
      }
      address = String(try String(contentsOf: file, encoding: .utf8).dropLast().dropFirst("inspector://".count))
      #expect(address.hasPrefix("127.0.0.1:"))
      // Each waits until the browser opens the other end.
      output = try FileHandle(forReadingFrom: directory.appendingPathComponent("output"))
      input = try FileHandle(forWritingTo: directory.appendingPathComponent("input"))
      (process, errors, self.scratch) = (program.process, program.errors, scratch)
    }

    func send(_ name: String, _ parameters: [UInt8]) {
      try? input.write(contentsOf: Data(EngineFrame(name: name, parameters: parameters).bytes))
    }

    /// Waits for a frame of the program; nil at the end.
    func next() async throws -> EngineFrame? {
      while true {
        if let frame = try reader.next() { return frame }
        let bytes = await withCheckedContinuation { continuation in
          reading.async { [output] in continuation.resume(returning: output.availableData) }
        }
        if bytes.isEmpty { return nil }
        reader.append(Array(bytes))
      }
    }

    func frame(_ name: String) async throws -> EngineFrame {
      while let frame = try await next() { if frame.name == name { return frame } }
      throw InspectorError.closed
    }

    private static let numbers: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]

    /// Sends a message and waits for its answer.
    @discardableResult
    func request(_ method: String, _ parameters: JSON = [:]) async throws -> JSON {
      number += 1
      let sent = number
      let message: JSON = ["id": JSON(number), "method": .string(method), "params": parameters]
      send("SendMessageToBackend", Inspector.numbers + message.text + [0])
      return try await self.message { $0["id"]?.integer == sent }
    }

    func event(_ method: String) async throws -> JSON {
      try await message { $0["method"]?.string == method }["params"] ?? [:]
    }

    private var waiting: [JSON] = []

    private func message(_ matches: (JSON) -> Bool) async throws -> JSON {
      while true {
        if let index = waiting.firstIndex(where: matches) { return waiting.remove(at: index) }
        let frame = try await frame("SendMessageToFrontend")
        waiting.append(try JSON(text: frame.parameters[16..<(frame.parameters.count - 1)]))
      }
    }

    /// Opens the program, which begins then.
    func open() async throws {
      send("SetupInspectorClient", [0])
      #expect(try await frame("DidSetupInspectorClient").parameters == [0])
      let targets = try await frame("SetTargetList")
      #expect(String(decoding: targets.parameters, as: UTF8.self).contains("main.mjs"))
      send("Setup", Inspector.numbers)
      for method in ["Inspector.enable", "Runtime.enable", "Debugger.enable"] { try await request(method) }
      try await request("Debugger.setBreakpointsActive", ["active": true])
      // The program begins.
      try await request("Inspector.initialized")
    }

    func close() { try? input.close() }
  }

  @Test func `the Web Inspector pauses a program at its first statement, evaluates and continues`() async throws {
    let inspector = try await Inspector("\nlet value = 41;\nvalue += 1;\nsetTimeout(() => console.log(value), 1);\n")
    try await inspector.open()
    let pause = try await inspector.event("Debugger.paused")
    let frame = try #require(pause["callFrames"]?.array?.first)
    #expect(frame["location"]?["lineNumber"] == 1, "\(frame)")
    let value = try await inspector.request(
      "Debugger.evaluateOnCallFrame", ["callFrameId": frame["callFrameId"] ?? "", "expression": "6 * 7"])
    #expect(value["result"]?["result"]?["value"] == 42, "\(value)")
    try await inspector.request("Debugger.resume")
    _ = try await inspector.event("Debugger.resumed")
    // The program waits for its inspector at the end.
    let heap = try await inspector.request("Runtime.evaluate", ["expression": "1 + 1"])
    #expect(heap["result"]?["result"]?["value"] == 2)
    #expect(inspector.process.isRunning)
    inspector.close()
    inspector.process.waitUntilExit()
    #expect(inspector.process.terminationStatus == 0)
  }

  @Test func `only the browser that was started is let in`() async throws {
    let inspector = try await Inspector("setInterval(() => {}, 1000);\n")
    // Another process of the same user, which knows the port.
    let address = try #require(SocketAddress(inspector.address))
    for _ in 0..<50 {
      let stranger = try Socket.connect(to: .port(address))
      stranger.write(EngineFrame(name: "SetupInspectorClient", parameters: [0]).bytes)
      #expect(await stranger.read() == nil)
    }
    try await inspector.open()
    inspector.close()
    kill(inspector.process.processIdentifier, SIGINT)
    inspector.process.waitUntilExit()
  }

  @Test func `a program goes on when the Web Inspector is closed while it is paused`() async throws {
    let inspector = try await Inspector("console.log('one');\ndebugger;\nconsole.log('two');\n")
    try await inspector.open()
    _ = try await inspector.event("Debugger.paused")
    inspector.close()
    inspector.process.waitUntilExit()
    #expect(inspector.process.terminationStatus == 0)
  }

  @Test func `nonsense ends the inspector's connection, and Ctrl-C the program`() async throws {
    let inspector = try await Inspector("setInterval(() => {}, 1000);\n")
    inspector.send("Nonsense", [1, 2, 3])
    inspector.send("SendMessageToBackend", [1, 2, 3])
    inspector.send("SetupInspectorClient", [])
    _ = try await inspector.frame("SetTargetList")
    inspector.send(String(repeating: "x", count: 100), Array(repeating: 0, count: 100_000))
    kill(inspector.process.processIdentifier, SIGINT)
    inspector.process.waitUntilExit()
    #expect(inspector.process.terminationStatus == 130)
  }

  @Test func `without a screen the option says what is missing`() throws {
    let result = try CommandLine.runInShell(
      ["run", "--inspect-ui", "-e", "1"], variables: "DISPLAY= WAYLAND_DISPLAY=")
    #expect(result.status == 2)
    #expect(result.errors.contains("screen"), "\(result.errors)")
  }
}
