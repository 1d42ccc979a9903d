import DebugSupport
import Foundation
import Glibc
import JavaScriptInspector
import TestSupport
import Testing

/// Who may debug a program: processes of its user at a local socket, and whoever has the token at a port.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DebugAdmissionTests {
  /// A program that listens until it is ended.
  private final class Program {
    let process: Process
    let line: String
    let runtimeDirectory: String
    private let scratch: Scratch

    init(_ options: String..., hasRuntimeDirectory: Bool = true) throws {
      scratch = try Scratch(["main.mjs": "globalThis.secret = 42; setInterval(() => {}, 1000);\n"])
      runtimeDirectory = scratch.directory.path
      let main = scratch.directory.appendingPathComponent("main.mjs").path
      let program = try CommandLine.start(
        ["run", "--inspect"] + options + [main],
        variables: ["XDG_RUNTIME_DIR": hasRuntimeDirectory ? scratch.directory.path : ""])
      process = program.process
      line = program.errors.read(until: "\n")
    }

    func end() {
      kill(process.processIdentifier, SIGINT)
      process.waitUntilExit()
    }

    var token: String { String(line.split(separator: " token ").last?.prefix { $0.isHexDigit } ?? "") }
    var address: String {
      DebugClient.address(in: String(line.split(separator: " with ")[0]) + (line.contains(" with ") ? "." : ""))
    }

    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: runtimeDirectory).filter { $0.hasPrefix("causeway") }
    }
  }

  @Test func `a local socket is the user's own, and goes with the program`() throws {
    let program = try Program()
    let path = "\(program.runtimeDirectory)/causeway-debug-\(program.process.processIdentifier).sock"
    #expect(program.line == "causeway: A debugger may connect to \(path).\n")
    #expect(fileMode(path) == 0o600)
    let client = try DebugClient(address: path)
    try client.attach()
    #expect(try client.evaluate("6 * 7", frame: nil) == "42")
    client.close()
    program.end()
    #expect(try program.names() == [])
  }

  @Test func `without a runtime directory the socket is in a new one that only the user may enter`() throws {
    let program = try Program(hasRuntimeDirectory: false)
    let path = program.address
    #expect(path.hasPrefix("/tmp/causeway-") && path.hasSuffix("/debug.sock"), "\(program.line)")
    let directory = String(path.dropLast("/debug.sock".count))
    #expect(fileMode(directory) == 0o700 && fileMode(path) == 0o600)
    let client = try DebugClient(address: path)
    try client.attach()
    client.close()
    program.end()
    #expect(access(directory, F_OK) != 0)
  }

  @Test func `a path and a name that is too long are taken and refused`() throws {
    let scratch = try Scratch(["main.mjs": "1"])
    let main = scratch.directory.appendingPathComponent("main.mjs").path
    let long = scratch.directory.path + "/" + String(repeating: "x", count: 120)
    let refused = try CommandLine.run("run", "--inspect", "--inspect-address", long, main)
    #expect(refused.status == 2 && refused.errors.contains("107 bytes"), "\(refused.errors)")
    let taken = try CommandLine.run("run", "--inspect", "--inspect-address", scratch.directory.path + "/s", main)
    #expect(taken.status == 0 && taken.errors.contains("connect to \(scratch.directory.path)/s."), "\(taken.errors)")
    let alone = try CommandLine.run("run", "--inspect-address", "4711", main)
    #expect(alone.status == 2 && alone.errors.contains("--inspect"), "\(alone.errors)")
  }

  @Test func `nothing is done for a client of a port before it has shown the token`() throws {
    let program = try Program("--inspect-address", "127.0.0.1:0")
    defer { program.end() }
    #expect(program.token.count == 32)
    let port = try #require(program.address.split(separator: ":").last)
    let file = "\(program.runtimeDirectory)/causeway-debug-\(port).token"
    #expect(fileMode(file) == 0o600)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == program.token + "\n")
    let wrong: [JSON] = [
      [:], ["token": ""], ["token": .string(String(program.token.dropLast()))], ["token": 1], ["token": .null],
      ["token": .string(String(repeating: "0", count: 32))], ["token": .string(program.token + "0")],
    ]
    for arguments in wrong {
      let client = try DebugClient(address: program.address)
      try client.request("initialize")
      #expect(try client.refusal("attach", arguments)?.contains("token") == true)
      #expect(throws: DebugClient.Ended.self) { try client.request("threads") }
    }
    for command in ["evaluate", "threads", "configurationDone", "disconnect", "terminate", "setBreakpoints"] {
      let client = try DebugClient(address: program.address)
      #expect(try client.refusal(command, ["expression": "secret"])?.contains("attach") == true)
      #expect(throws: DebugClient.Ended.self) { try client.request("threads") }
    }
    // Whoever is silent takes no debugger's place.
    let silent = try (0..<20).map { _ in try DebugClient(address: program.address) }
    let client = try DebugClient(address: program.address)
    try client.attach(nil, ["token": .string(program.token)])
    #expect(try client.evaluate("6 * 7", frame: nil) == "42")
    client.close()
    #expect(program.process.isRunning)
    for other in silent { other.close() }
  }

  @Test func `causeway dap finds the socket of a process, the only one, and the token of a port`() throws {
    let program = try Program("--inspect-address", "127.0.0.1:0")
    defer { program.end() }
    let port = try #require(Int(program.address.split(separator: ":").last ?? ""))
    func adapter() throws -> DebugClient {
      try DebugClient(variables: ["XDG_RUNTIME_DIR": program.runtimeDirectory])
    }
    let first = try adapter()
    try first.attach(nil, ["port": JSON(port)])
    #expect(try first.evaluate("6 * 7", frame: nil) == "42")
    try first.end()
    let second = try adapter()
    try second.request("initialize")
    #expect(try second.refusal("attach")?.contains("--inspect") == true)
    try second.end()
  }

  @Test func `causeway dap starts a program that listens on a port of its own choosing`() throws {
    let scratch = try Scratch(["main.mjs": "debugger;\n"])
    let client = try DebugClient()
    let main = scratch.directory.appendingPathComponent("main.mjs")
    try client.launch(main, lines: [], ["runtimeArgs": ["--inspect-address", "127.0.0.1:0"]])
    try client.event("stopped")
    try client.end()
  }
}
