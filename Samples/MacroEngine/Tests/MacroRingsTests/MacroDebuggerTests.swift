import Foundation
import SampleTestSupport
import Testing

/// A breakpoint in a macro, set by a client of the Debug Adapter Protocol.
@Suite(.timeLimit(.minutes(5))) struct MacroDebuggerTests {
  private static let products =
    (Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    ?? URL(filePath: ProcessInfo.processInfo.arguments[0])).deletingLastPathComponent()

  @Test func `a macro stops at a breakpoint, in each run, and its limit counts no pause`() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../macros").standardized
    let (input, output) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = MacroDebuggerTests.products.appending(path: "macro-engine")
    process.arguments = ["--folder", folder.path, "--inspect", "--limit", "0.5"]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run(forAtMost: 300)
    defer { if process.isRunning { process.terminate() } }
    let lines = Lines(output.fileHandleForReading)
    let line = try #require(lines.first { $0.contains("A debugger may connect to ") })
    let path = String(line.split(separator: " connect to ").last?.dropLast() ?? "")

    let client = try Client(path: path)
    try client.request("initialize")
    try client.request("attach")
    try client.event("initialized")
    try client.request(
      "setBreakpoints",
      ["source": ["path": folder.appending(path: "more.ts").path], "breakpoints": [["line": 3]]])
    try client.request("configurationDone")
    for run in 1...2 {
      try input.fileHandleForWriting.write(contentsOf: Data("more\n".utf8))
      let thread = try client.event("stopped")["threadId"] as? Int ?? 0
      let answer = try client.request("stackTrace", ["threadId": thread])
      let frames = answer["stackFrames"] as? [[String: Any]] ?? []
      #expect(frames.first?["line"] as? Int == 3)
      #expect((frames.first?["source"] as? [String: Any])?["name"] as? String == "more.ts")
      // The names of its imports are known, and its bridge.
      let value = try client.request(
        "evaluate",
        [
          "expression": "`${typeof add} ${bridge.callSync('rings.get', { ring: 'inner' })}`",
          "frameId": frames.first?["id"] as? Int ?? 0,
        ])
      #expect(value["result"] as? String == "\"function \(run - 1)\"")
      // Real time: the pause in another process is longer than the macro may run.
      if run == 1 { Thread.sleep(forTimeInterval: 2) }
      try client.request("continue", ["threadId": thread])
      #expect(lines.first { $0.hasPrefix("inner \(run)") } != nil)
    }
    try input.fileHandleForWriting.write(contentsOf: Data("quit\n".utf8))
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(arguments: 1...12) func `a program ends while its debugger looks at the context of the next run`(
    round: Int
  ) throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../macros").standardized
    let (input, output) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = MacroDebuggerTests.products.appending(path: "macro-engine")
    process.arguments = ["--folder", folder.path, "--inspect"]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run(forAtMost: 20)
    defer { if process.isRunning { process.terminate() } }
    let lines = Lines(output.fileHandleForReading)
    let line = try #require(lines.first { $0.contains("A debugger may connect to ") })
    let path = String(line.split(separator: " connect to ").last?.dropLast() ?? "")
    let client = try Client(path: path)
    for command in ["initialize", "attach", "configurationDone"] { try client.request(command) }
    try input.fileHandleForWriting.write(contentsOf: Data("more\nquit\n".utf8))
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }

  /// Lines that a program prints.
  private final class Lines {
    private let file: FileHandle
    private var bytes = Data()

    init(_ file: FileHandle) { self.file = file }

    /// The next line that matches; nil at the end.
    func first(_ matches: (String) -> Bool) -> String? {
      while true {
        while let end = bytes.firstIndex(of: 10) {
          let line = String(decoding: bytes[bytes.startIndex..<end], as: UTF8.self)
          bytes.removeSubrange(bytes.startIndex...end)
          if matches(line) { return line }
        }
        let more = file.availableData
        if more.isEmpty { return nil }
        bytes.append(more)
      }
    }
  }

  /// A client of the Debug Adapter Protocol.
  private final class Client {
    /// The connection ended, for a reason that the system names.
    struct Ended: Error {
      let step: String
      let reason = errno == 0 ? "the program ended it" : String(cString: strerror(errno))
    }

    private let descriptor: Int32
    private var bytes = Data()
    private var number = 0
    private var events: [[String: Any]] = []

    init(path: String) throws {
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      // A wait ends after this time.
      var limit = timeval(tv_sec: 60, tv_usec: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      if result != 0 { throw Ended(step: "connect") }
    }

    deinit { close(descriptor) }

    /// Sends a request, and waits for its answer.
    @discardableResult
    func request(_ command: String, _ arguments: [String: Any] = [:]) throws -> [String: Any] {
      number += 1
      let body = try JSONSerialization.data(
        withJSONObject: ["type": "request", "seq": number, "command": command, "arguments": arguments])
      let message = Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body
      let sent = message.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if sent < 0 { throw Ended(step: command) }
      while true {
        let answer = try next()
        guard answer["request_seq"] as? Int == number else {
          events.append(answer)
          continue
        }
        #expect(answer["success"] as? Bool == true, "\(command): \(answer["message"] ?? "")")
        return answer["body"] as? [String: Any] ?? [:]
      }
    }

    /// Waits for an event.
    @discardableResult
    func event(_ name: String) throws -> [String: Any] {
      while true {
        if let index = events.firstIndex(where: { $0["event"] as? String == name }) {
          return events.remove(at: index)["body"] as? [String: Any] ?? [:]
        }
        events.append(try next())
      }
    }

    private func next() throws -> [String: Any] {
      while true {
        if let end = bytes.range(of: Data("\r\n\r\n".utf8)) {
          let header = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
          let length = Int(header.split(separator: " ").last ?? "") ?? 0
          if bytes.endIndex - end.upperBound >= length {
            let body = bytes[end.upperBound..<(end.upperBound + length)]
            let message = try JSONSerialization.jsonObject(with: body) as? [String: Any]
            bytes = Data(bytes[(end.upperBound + length)...])
            return message ?? [:]
          }
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        errno = 0
        let count = recv(descriptor, &buffer, buffer.count, 0)
        // The engine interrupts threads of this process to collect garbage.
        if count < 0, errno == EINTR { continue }
        if count <= 0 { throw Ended(step: "read") }
        bytes.append(contentsOf: buffer[..<count])
      }
    }
  }
}
