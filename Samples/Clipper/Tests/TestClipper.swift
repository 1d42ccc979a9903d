import CausewayProcess
import Clipper
import Foundation
import Glibc
import SampleTestSupport
import Testing

/// The programs beside the tests, and temporary folders.
enum Build {
  static let folder =
    (Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    ?? URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])).deletingLastPathComponent()

  static func program(_ name: String) -> String { folder.appendingPathComponent(name).path }

  static let pages = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Pages")
}

extension Clipper {
  /// A clipper whose children are the built program.
  static func test(configure: (inout Clipper) -> Void = { _ in }) -> Clipper {
    var clipper = Clipper()
    clipper.program = .file(Build.program("clip"))
    configure(&clipper)
    return clipper
  }

  /// Clips a page given as HTML source.
  func clip(html: String, charset: String = "", address: String = "https://example.org/a/page.html") async throws
    -> Clip
  {
    try await clip(Page(bytes: Array(html.utf8), charset: charset, address: address))
  }
}

/// A folder that is removed with this object.
final class TestFolder: Sendable {
  let path = NSTemporaryDirectory() + "clipper-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  func folder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
    return file(name)
  }

  func text(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

  func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(folder)).sorted()
  }
}

extension Clip {
  static func note(_ name: String, body: String = "Text.\n") -> Clip {
    Clip(title: name, name: name, body: body, properties: [Property(name: "title", value: .text(name))])
  }
}

/// The error of a call; nil if it throws nothing.
func failure(_ body: () async throws -> Void) async -> ClipError? {
  do {
    try await body()
    return nil
  } catch {
    return ClipError(error)
  }
}

/// The result of a program: its status, or its signal plus 128, and its output.
struct Finished {
  var status: CInt
  var output: String
  var errors: String
}

/// Runs a program to its end, or kills it after a time.
func run(_ program: String, _ arguments: [String], killAfter: Duration? = nil) async throws -> Finished {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  let folder = try TestFolder()
  for name in ["out", "err"] { try Data().write(to: URL(fileURLWithPath: folder.file(name))) }
  process.standardOutput = FileHandle(forWritingAtPath: folder.file("out"))
  process.standardError = FileHandle(forWritingAtPath: folder.file("err"))
  try process.run(forAtMost: 300)
  let identifier = process.processIdentifier
  if let killAfter {
    // Real time: the program, another process, is killed at a random moment of its work.
    try await Task.sleep(for: killAfter)
    kill(identifier, SIGKILL)
  }
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      process.waitUntilExit()
      continuation.resume()
    }
  }
  let status = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
  return Finished(status: status, output: try folder.text("out"), errors: try folder.text("err"))
}
