import Foundation
import TestSupport
import Testing

/// Runs the command that was built with these tests.
enum CommandLine {
  /// The result of a finished command.
  struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Runs the command to its end, with `input` as its standard input.
  static func run(_ arguments: String..., input: String = "") throws -> Result { try run(arguments, input: input) }

  /// - Parameter output: the file for its standard output, instead of the result.
  static func run(_ arguments: [String], input: String = "", output taker: FileHandle? = nil) throws -> Result {
    try finish(executable, arguments, input: input, output: taker)
  }

  /// Runs the command in a shell, with environment variables before it and redirections after it.
  static func runInShell(
    _ arguments: [String], variables: String = "", redirections: String = ""
  ) throws -> Result {
    let command = #"\#(variables) "$0" "$@" \#(redirections)"#
    return try finish(URL(fileURLWithPath: "/bin/sh"), ["-c", command, executable.path] + arguments)
  }

  /// Runs a shell script in which `$0` is the command.
  static func finishInShell(_ line: String) throws -> Result {
    try finish(URL(fileURLWithPath: "/bin/sh"), ["-c", line, executable.path])
  }

  private static func finish(
    _ program: URL, _ arguments: [String], input: String = "", output taker: FileHandle? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let scratch = try Scratch()
    // Files, not pipes: a full pipe would block the writer.
    try process.standardInput = FileHandle(forReadingFrom: scratch.file("input", input))
    let output = try scratch.file("output", "")
    let errors = try scratch.file("errors", "")
    process.standardOutput = try taker ?? FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run(forAtMost: 120)
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }

  /// Starts the command with its output in a pipe, to interact with it.
  static func start(
    _ arguments: String..., input: Pipe? = nil
  ) throws -> (process: Process, output: Pipe, errors: Pipe) {
    try start(arguments, input: input)
  }

  /// - Parameter variables: environment variables to add.
  static func start(
    _ arguments: [String], input: Pipe? = nil, variables: [String: String] = [:]
  ) throws -> (process: Process, output: Pipe, errors: Pipe) {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = input ?? FileHandle.nullDevice
    // The memory of an interrupted program is no leak.
    let environment = ProcessInfo.processInfo.environment
    process.environment = environment.merging(["ASAN_OPTIONS": "detect_leaks=0"]) { "\($0):\($1)" }
      .merging(variables) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run(forAtMost: 120)
    return (process, output, errors)
  }

  static let executable =
    Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    .map { $0.deletingLastPathComponent() }
    .map { $0.appendingPathComponent("causeway") }
    ?? URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("causeway")
}

/// A temporary directory for the files of one test, removed at its end.
final class Scratch {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  /// A directory with these texts, by path.
  convenience init(_ files: [String: String]) throws {
    try self.init()
    for (path, text) in files {
      let url = directory.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Writes a file with this name.
  func file(_ name: String, _ text: String) throws -> URL { try file(name, Data(text.utf8)) }

  func file(_ name: String, _ bytes: Data) throws -> URL {
    let url = directory.appendingPathComponent(name)
    try bytes.write(to: url)
    return url
  }
}

/// The permissions of a file; 0 if there is none.
func fileMode(_ path: String) -> mode_t {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
}

extension Pipe {
  /// Waits until the output contains this text or ends; returns the output.
  func read(until text: String) -> String {
    var bytes = Data()
    while !String(decoding: bytes, as: UTF8.self).contains(text) {
      let more = fileHandleForReading.availableData
      if more.isEmpty { break }
      bytes += more
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
