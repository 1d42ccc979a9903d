package import Foundation
import Glibc
package import JavaScriptInspector
import Testing

/// A client of the Debug Adapter Protocol, which runs a command or connects to a program that listens.
package final class DebugClient {
  /// The command; nil for a client that is connected to a program.
  package let process: Process?
  private let descriptors: (input: Int32, output: Int32)
  /// They close the descriptors.
  private let owners: [AnyObject]
  private var reader = DebugMessageReader()
  private var sequence = 0
  /// Messages that nothing has waited for yet.
  private var waiting: [JSON] = []
  /// The program's output so far.
  package private(set) var printed = ""

  package struct Ended: Error {}

  /// Speaks with a command that was started.
  package init(_ process: Process, input: Pipe, output: Pipe, errors: Pipe) {
    self.process = process
    owners = [input, output, errors]
    descriptors = (input.fileHandleForWriting.fileDescriptor, output.fileHandleForReading.fileDescriptor)
  }

  /// Connects to a program, as ``DebugServer/address`` says where.
  package init(address: String) throws {
    process = nil
    guard let place = DebugAddress(address) else { throw Ended() }
    let descriptor: Int32
    var result: Int32
    switch place {
    case .path(let path):
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
      result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    case .port(let place):
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = place.port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    owners = [FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)]
    descriptors = (descriptor, descriptor)
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    if result != 0 { throw Ended() }
  }

  /// The address in what a program with `--inspect` prints.
  package static func address(in line: String) -> String {
    String(line.split(separator: " connect to ").last?.prefix { $0 != "\n" }.dropLast() ?? "")
  }

  deinit { if let process, process.isRunning { process.terminate() } }

  /// Sends bytes as they are.
  package func send(_ bytes: [UInt8]) throws {
    if process == nil {
      if Glibc.send(descriptors.input, bytes, bytes.count, Int32(MSG_NOSIGNAL)) < 0 { throw Ended() }
    } else {
      try FileHandle(fileDescriptor: descriptors.input).write(contentsOf: Data(bytes))
    }
  }

  /// Ends the connection at once.
  package func close() { shutdown(descriptors.input, Int32(SHUT_RDWR)) }

  /// Waits for bytes; empty at the end.
  private func read() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      var result: Int
      // The engine interrupts threads of this process to collect garbage.
      repeat {
        result = Glibc.read(descriptors.output, buffer.baseAddress!, buffer.count)
      } while result < 0 && errno == EINTR
      count = max(0, result)
    }
  }

  /// Sends a request.
  ///
  /// - Returns: its number.
  @discardableResult
  package func send(_ command: String, _ arguments: JSON = [:]) throws -> Int {
    sequence += 1
    try send(
      DebugMessageReader.encode([
        "type": "request", "seq": JSON(sequence), "command": .string(command), "arguments": arguments,
      ]))
    return sequence
  }

  /// Sends a request and waits for its answer, the events before it are kept.
  @discardableResult
  package func request(_ command: String, _ arguments: JSON = [:]) throws -> JSON {
    let number = try send(command, arguments)
    let answer = try wait { $0["request_seq"]?.integer == number }
    #expect(answer["success"]?.bool == true, "\(command): \(answer["message"]?.string ?? "")")
    return answer["body"] ?? [:]
  }

  /// Waits for the answer to a request, whatever it is.
  package func answer(to number: Int) throws { _ = try wait { $0["request_seq"]?.integer == number } }

  /// Sends a request that is to fail.
  package func refusal(_ command: String, _ arguments: JSON = [:]) throws -> String? {
    let number = try send(command, arguments)
    let answer = try wait { $0["request_seq"]?.integer == number }
    #expect(answer["success"]?.bool == false)
    return answer["message"]?.string
  }

  /// Waits for an event.
  @discardableResult
  package func event(_ name: String) throws -> JSON { try wait { $0["event"]?.string == name }["body"] ?? [:] }

  /// The command ends, and with it the wait, when the test has run for too long.
  private func wait(for matches: (JSON) -> Bool) throws -> JSON {
    while true {
      if let index = waiting.firstIndex(where: matches) { return waiting.remove(at: index) }
      let bytes = read()
      if bytes.isEmpty { throw Ended() }
      reader.append(bytes)
      while let message = try reader.next() {
        if message["event"]?.string == "output" { printed += message["body"]?["output"]?.string ?? "" }
        waiting.append(message)
      }
    }
  }

  /// Starts a program with breakpoints at these lines.
  package func launch(_ program: URL, lines: [Int] = [], _ more: JSON = [:]) throws {
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
  package func setBreakpoints(_ program: URL, _ breakpoints: [JSON]) throws -> [JSON] {
    try request(
      "setBreakpoints", ["source": ["path": .string(program.path)], "breakpoints": .array(breakpoints)])["breakpoints"]?
      .array ?? []
  }

  /// The frames of a paused thread, as `name:line`.
  package func stack(thread: Int = 1) throws -> [String] {
    (try request("stackTrace", ["threadId": JSON(thread)])["stackFrames"]?.array ?? []).map {
      "\($0["name"]?.string ?? ""):\($0["line"]?.integer ?? 0)"
    }
  }

  package func evaluate(_ expression: String, frame: Int? = 1) throws -> String? {
    var arguments: [String: JSON] = ["expression": .string(expression), "context": "repl"]
    if let frame { arguments["frameId"] = JSON(frame) }
    return try request("evaluate", .object(arguments))["result"]?.string
  }

  package func next(thread: Int = 1) throws { try request("continue", ["threadId": JSON(thread)]) }

  /// Attaches, with breakpoints at these lines.
  package func attach(_ program: URL? = nil, _ arguments: JSON = [:], lines: [Int] = []) throws {
    try request("initialize")
    try request("attach", arguments)
    try event("initialized")
    if let program, !lines.isEmpty { try setBreakpoints(program, lines.map { ["line": JSON($0)] }) }
    try request("configurationDone")
  }

  /// Connects to a server of this process, on a thread of its own: the client blocks while it waits.
  package static func run<Answer: Sendable>(
    address: String, _ body: @escaping @Sendable (DebugClient) throws -> Answer
  ) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let client = try DebugClient(address: address)
            defer { client.close() }
            return try body(client)
          })
      }
    }
  }

  /// The reasons and lines of the pauses until the program has ended.
  package func pauses(limit: Int = 1000) throws -> [String] {
    var pauses: [String] = []
    while pauses.count < limit {
      let message = try wait { ["stopped", "terminated"].contains($0["event"]?.string) }
      if message["event"] == "terminated" { break }
      let reason = message["body"]?["reason"]?.string ?? ""
      pauses.append("\(reason) \(try stack().first?.split(separator: ":").last ?? "")")
      try next()
    }
    return pauses
  }

  /// Ends the session, and waits for the command's end.
  package func end() throws {
    guard let process, let input = owners.first as? Pipe else { return close() }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
