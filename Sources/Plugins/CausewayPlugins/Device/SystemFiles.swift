#if Plugins
import Glibc

/// Small text files of the kernel and the system, below a root directory.
struct SystemFiles: Sendable {
  /// The root directory; empty for the machine's own.
  let root: String

  /// The first 64 KiB of a regular file; nil if it cannot be read.
  func bytes(_ path: String) -> [UInt8]? {
    // O_NONBLOCK: opening a FIFO would block otherwise.
    let descriptor = unsafe open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    while bytes.count < SystemFiles.limit {
      var failure: Int32 = 0
      let part = unsafe [UInt8](unsafeUninitializedCapacity: SystemFiles.limit - bytes.count) { buffer, count in
        let length = unsafe read(descriptor, buffer.baseAddress, buffer.count)
        failure = length < 0 ? errno : 0
        count = max(length, 0)
      }
      if failure == EINTR { continue }
      // A battery that was just removed gives ENODEV.
      guard failure == 0 else { return nil }
      if part.isEmpty { break }
      bytes += part
    }
    return bytes
  }

  private static let limit = 65_536

  /// The text of a file without trailing white space and NUL; nil if the file is missing, empty or not UTF-8.
  func text(_ path: String) -> String? {
    guard let bytes = bytes(path) else { return nil }
    let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
    guard end > 0, let text = String(validating: bytes[..<end].drop { $0 <= 0x20 }, as: UTF8.self) else { return nil }
    return text
  }

  /// A whole number; nil for any other text.
  func integer(_ path: String) -> Int? { text(path).flatMap { Int($0) } }

  func exists(_ path: String) -> Bool { unsafe access(root + path, F_OK) == 0 }

  /// The names in a directory in order, without names that start with a dot; at most 1,000.
  func names(in path: String) -> [String] {
    guard let directory = unsafe opendir(root + path) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while names.count < 1_000, let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name, !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
#endif
