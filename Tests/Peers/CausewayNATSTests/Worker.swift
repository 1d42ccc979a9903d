#if NATS
import Foundation
import Glibc
import TestSupport
import Testing

/// A program that `causeway serve` offers, in a process of its own.
final class Worker {
  private let process = Process()
  let directory: URL
  private var file: URL { directory.appending(path: "program.js") }
  private var log: URL { directory.appending(path: "log") }

  static let command = Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "causeway")

  /// - Parameter urls: of the servers, with commas between them.
  init(_ urls: String, _ program: String, _ options: [String] = [], forAtMost seconds: Int = 120) throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "causeway-serve-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Data(program.utf8).write(to: file)
    _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    let output = try FileHandle(forWritingTo: log)
    process.executableURL = Worker.command
    process.arguments = ["serve", file.path, "--nats", urls] + options
    process.standardOutput = output
    process.standardError = output
    try process.run(forAtMost: seconds)
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: directory)
  }

  var output: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

  func waitUntil(_ text: String) async throws {
    try await eventually("the worker says: \(text)") { self.output.contains(text) }
  }

  /// Ends the program as a crash does.
  func kill() {
    guard process.isRunning else { return }
    signal(SIGKILL)
    process.waitUntilExit()
  }

  /// The memory of the program in KiB, as the kernel counts it.
  var memory: Int { residentMemory(of: process.processIdentifier) }

  func signal(_ number: CInt) { Glibc.kill(process.processIdentifier, number) }

  /// Stops the program as Ctrl-C does; returns its status.
  func interrupt() async throws -> Int32 {
    signal(SIGINT)
    try await eventually("the worker ends") { !self.process.isRunning }
    return process.terminationStatus
  }

  func replace(_ program: String) throws { try Data(program.utf8).write(to: file) }
}

/// The resident memory of a process in KiB; 0 if it has ended.
func residentMemory(of process: pid_t) -> Int {
  let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
  return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
}
#endif
