#if WebView
import Foundation
import TestSupport
import Testing

/// A running command that shows a page, with its output so far.
final class RunningCommand {
  private let process = Process()
  private let output = Pipe()
  private(set) var text = ""

  static let executable = Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "causeway-view")
  private static let timeout = 30.0

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = RunningCommand.executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = output
    try process.run(forAtMost: 300)
  }

  deinit { end() }

  var id: pid_t { process.processIdentifier }

  /// Reads until the text has occurred this many times.
  func wait(for part: String, times: Int = 1) throws {
    let deadline = Date(timeIntervalSinceNow: RunningCommand.timeout)
    while count(part) < times {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let descriptor = output.fileHandleForReading.fileDescriptor
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let isThere = poll(&request, 1, Int32(max(0, deadline.timeIntervalSinceNow * 1000))) > 0
      let count = isThere ? read(descriptor, &bytes, bytes.count) : 0
      try #require(count > 0, "\(part) did not occur: \(text)")
      text += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }

  /// Reads the rest of its output after its end.
  func readRest() throws {
    text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  }

  func count(_ part: String) -> Int { text.ranges(of: part).count }

  /// Waits until it ends.
  func waitForEnd() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  func end() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  /// The web processes of the command.
  func webProcesses() throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter { process in
      guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let end = stat.lastIndex(of: ")")
      else { return false }
      return stat.contains("(WebKitWebProc") && stat[end...].split(separator: " ")[2] == "\(id)"
    }
  }
}

/// A temporary folder with files, removed at the end.
final class Folder {
  let url = FileManager.default.temporaryDirectory.appending(path: "causeway-view-\(UUID())")

  init(_ files: [String: String]) throws {
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var path: String { url.path }

  /// The files in it, at any depth, that contain a text.
  func files(holding text: String) throws -> [URL] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
    return names.map { url.appending(path: $0) }.filter {
      (try? Data(contentsOf: $0))?.firstRange(of: Data(text.utf8)) != nil
    }
  }

  func write(_ name: String, _ text: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
#endif
