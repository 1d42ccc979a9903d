import Foundation

/// A temporary directory for the files of one test, removed at its end.
final class Scratch: Sendable {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "network-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// The path of an entry; of the directory itself if the name is empty.
  func path(_ name: String) -> String { name.isEmpty ? directory.path : "\(directory.path)/\(name)" }

  /// Writes a file by replacing it, as editors and daemons do; returns its path.
  func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path(name)), options: .atomic)
    return path(name)
  }

  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: false)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }
}
