import Foundation
import Synchronization

/// An external program failed.
struct ToolError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}

/// Runs external programs.
enum Tool {
  /// Runs a program to its end; returns its output.
  static func run(_ name: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    // Debian's packages for Node are here, for programs that have no folder of their own.
    process.environment = ProcessInfo.processInfo.environment.merging(["NODE_PATH": "/usr/share/nodejs"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ToolError(message: "\(name) ended with status \(process.terminationStatus): is its package installed?")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number that a program for Node prints.
  static func node(_ program: String) throws -> Double {
    let output = try run("node", ["-e", program])
    guard let number = Double(output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw ToolError(message: "node printed no number: \(output)")
    }
    return number
  }

  /// A string of JavaScript.
  static func quoted(_ text: String) -> String {
    "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
  }
}

/// A temporary directory, removed at its end.
final class Scratch {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("module-bench-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file; returns its path.
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    return "\(path)/\(name)"
  }
}

/// What a program printed last.
final class Output: Sendable {
  private let text = Mutex("")

  func add(_ text: String) { self.text.withLock { $0 = text } }

  func take() -> String { text.withLock { $0 } }
}
