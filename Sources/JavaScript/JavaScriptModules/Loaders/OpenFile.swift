import Glibc
import LinuxFiles

/// An open file or directory, closed when nothing refers to it any more.
final class OpenFile: Sendable {
  private let number: Int32

  /// Takes ownership of an open descriptor.
  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  func status() throws(SystemFailure) -> stat {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw .current }
    return status
  }

  /// The path without links, as the kernel knows it; nil where /proc is not there.
  var path: String? {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      let result = unsafe readlink(
        "/proc/self/fd/\(number)", UnsafeMutableRawPointer(buffer.baseAddress!).assumingMemoryBound(to: CChar.self),
        buffer.count)
      count = max(result, 0)
    }
    return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// Everything in the file; one byte more than `maximum` of a file that has more.
  func read(maximum: Int, expected: Int) throws(SystemFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= maximum {
      // One byte more than the size, to see whether that was all. A file that grows, or has no size, is read in larger parts.
      let room = bytes.isEmpty && expected > 0 ? expected + 1 : 1 << 16
      var failure: SystemFailure?
      let part = unsafe [UInt8](unsafeUninitializedCapacity: min(room, maximum + 1)) { buffer, count in
        let result = unsafe Glibc.read(number, buffer.baseAddress, min(buffer.count, maximum + 1 - bytes.count))
        if result < 0 { failure = .current }
        count = max(result, 0)
      }
      if let failure {
        if failure.number == EINTR { continue }
        throw failure
      }
      if part.isEmpty { break }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      if bytes.count == expected { break }
    }
    return bytes
  }

  /// The names in the directory that are UTF-8, without `.` and `..`.
  func names(maximum: Int) -> [String] {
    // A stream owns its descriptor, so it gets a duplicate.
    let copy = unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let stream = unsafe fdopendir(copy) else {
      close(copy)
      return []
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while names.count < maximum, let entry = unsafe readdir(stream) {
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      guard let name = String(validating: bytes, as: UTF8.self), name != ".", name != ".." else { continue }
      names.append(name)
    }
    return names
  }

  /// Opens a relative path beneath this directory; links are followed as long as they stay there.
  func openBeneath(_ path: String, _ flags: Int32, followsLinks: Bool = true) throws(SystemFailure) -> OpenFile {
    do throws(PathOpener.Failure) {
      let opener = PathOpener(directory: number)
      return OpenFile(try opener.open(path.isEmpty ? "." : path, flags, followsLinks: followsLinks))
    } catch {
      throw SystemFailure(number: error.number)
    }
  }
}
