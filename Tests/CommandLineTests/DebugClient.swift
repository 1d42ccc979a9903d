import Foundation
import JavaScriptInspector
import Testing

/// A client of the Debug Adapter Protocol, which runs `causeway dap`.
final class DebugClient {
  let process: Process
  private let input = Pipe()
  private let output: Pipe
  private var reader = DebugMessageReader()
  private var sequence = 0
  /// Messages that nothing has waited for yet.
  private var waiting: [JSON] = []
  /// The program's output so far.
  private(set) var printed = ""

  struct Ended: Error {}

  init() throws {
    let started = try CommandLine.start("dap", input: input)
    (process, output) = (started.process, started.output)
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Sends bytes as they are.
  func send(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

  /// Sends a request.
  ///
  /// - Returns: its number.
  @discardableResult
  func send(_ command: String, _ arguments: JSON = [:]) throws -> Int {
    sequence += 1
    try send(
      DebugMessageReader.encode([
        "type": "request", "seq": JSON(sequence), "command": .string(command), "arguments": arguments,
      ]))
    return sequence
  }

  /// Sends a request and waits for its answer, the events before it are kept.
  @discardableResult
  func request(_ command: String, _ arguments: JSON = [:]) throws -> JSON {
    let number = try send(command, arguments)
    let answer = try wait { $0["request_seq"]?.integer == number }
    #expect(answer["success"]?.bool == true, "\(command): \(answer["message"]?.string ?? "")")
    return answer["body"] ?? [:]
  }

  /// Sends a request that is to fail.
  func refusal(_ command: String, _ arguments: JSON = [:]) throws -> String? {
    let number = try send(command, arguments)
    let answer = try wait { $0["request_seq"]?.integer == number }
    #expect(answer["success"]?.bool == false)
    return answer["message"]?.string
  }

  /// Waits for an event.
  @discardableResult
  func event(_ name: String) throws -> JSON { try wait { $0["event"]?.string == name }["body"] ?? [:] }

  /// The command ends, and with it the wait, when the test has run for too long.
  private func wait(for matches: (JSON) -> Bool) throws -> JSON {
    while true {
      if let index = waiting.firstIndex(where: matches) { return waiting.remove(at: index) }
      let bytes = output.fileHandleForReading.availableData
      if bytes.isEmpty { throw Ended() }
      reader.append([UInt8](bytes))
      while let message = try reader.next() {
        if message["event"]?.string == "output" { printed += message["body"]?["output"]?.string ?? "" }
        waiting.append(message)
      }
    }
  }

  /// Starts a program with breakpoints at these lines.
  func launch(_ program: URL, lines: [Int] = [], _ more: JSON = [:]) throws {
    try request("initialize", ["adapterID": "causeway"])
    var arguments = more.object ?? [:]
    arguments["program"] = .string(program.path)
    try request("launch", .object(arguments))
    try event("initialized")
    if !lines.isEmpty {
      try setBreakpoints(program, lines.map { ["line": JSON($0)] })
    }
    try request("configurationDone")
  }

  @discardableResult
  func setBreakpoints(_ program: URL, _ breakpoints: [JSON]) throws -> [JSON] {
    try request(
      "setBreakpoints", ["source": ["path": .string(program.path)], "breakpoints": .array(breakpoints)])["breakpoints"]?
      .array ?? []
  }

  /// The frames of the paused program, as `name:line`.
  func stack() throws -> [String] {
    (try request("stackTrace", ["threadId": 1])["stackFrames"]?.array ?? []).map {
      "\($0["name"]?.string ?? ""):\($0["line"]?.integer ?? 0)"
    }
  }

  func evaluate(_ expression: String, frame: Int? = 1) throws -> String? {
    var arguments: [String: JSON] = ["expression": .string(expression), "context": "repl"]
    if let frame { arguments["frameId"] = JSON(frame) }
    return try request("evaluate", .object(arguments))["result"]?.string
  }

  func next() throws { try request("continue", ["threadId": 1]) }

  /// Ends the session, and waits for the command's end.
  func end() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
