import FoundationEssentials
import Glibc

/// Writes the files of a project.
enum ProjectFiles {
  /// Files that cannot be written, or that exist.
  struct Failure: Error {
    let message: String
  }

  /// Writes new files; nothing is written if one of them exists.
  ///
  /// - Parameter files: texts by their paths from the directory.
  static func create(_ files: [(name: String, text: String)], in directory: String) throws(Failure) {
    let existing = files.map(\.name).filter { exists("\(directory)/\($0)") }
    guard existing.isEmpty else {
      let names = existing.prefix(3).joined(separator: ", ") + (existing.count > 3 ? ", …" : "")
      throw Failure(message: "\(directory) already contains \(names): nothing was written.")
    }
    for file in files { try write(file.text, to: "\(directory)/\(file.name)", options: [.withoutOverwriting]) }
  }

  /// Writes files in place of those of the same names.
  static func replace(_ files: [(name: String, text: String)], in directory: String) throws(Failure) {
    for file in files { try write(file.text, to: "\(directory)/\(file.name)", options: [.atomic]) }
  }

  /// Whether there is anything of this name, also a link that leads nowhere.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  private static func write(_ text: String, to path: String, options: Data.WritingOptions) throws(Failure) {
    let url = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: options)
    } catch {
      throw Failure(message: "Cannot write \(path): \(reason(error)).")
    }
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return String(describing: error) }
    if let cause = error.underlying as? POSIXError { return text(of: cause.code.rawValue) }
    return switch error.code {
    case .fileWriteNoPermission: text(of: EACCES)
    case .fileWriteFileExists: text(of: EEXIST)
    case .fileWriteOutOfSpace: text(of: ENOSPC)
    case .fileWriteVolumeReadOnly: text(of: EROFS)
    default: "the file system reported an error"
    }
  }

  private static func text(of number: Int32) -> String { unsafe String(cString: strerror(number)).lowercased() }
}
