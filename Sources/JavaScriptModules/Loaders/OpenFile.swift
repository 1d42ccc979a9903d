import Glibc

/// An open file or directory, closed when nothing refers to it any more.
final class OpenFile: Sendable {
  private let number: Int32

  /// `O_PATH`, which Swift's Glibc leaves out: a place in the tree, of which nothing is read.
  static let placeOnly: Int32 = 0o10_000_000

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
      // The size first, then whether that was all. A file that grows, or has no size, is read in larger parts.
      let room = bytes.count < expected ? expected : bytes.count == expected ? 64 : 1 << 16
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
    }
    return bytes
  }

  /// The names in the directory that are UTF-8, without `.` and `..`.
  func names(maximum: Int) -> [String] {
    // A stream owns its descriptor, so it is given one of its own.
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

  // MARK: Opening beneath

  /// Opens what a relative path names beneath this directory, links followed as long as they stay there.
  func openBeneath(_ path: String, _ flags: Int32) throws(SystemFailure) -> OpenFile {
    let path = path.isEmpty ? "." : path
    do throws(SystemFailure) {
      return try openByKernel(path, flags)
    } catch {
      // A sandbox that does not know the call says EPERM; walking never allows more.
      guard error.number == ENOSYS || error.number == EPERM else { throw error }
      return try walk(path, flags)
    }
  }

  /// `struct open_how` of include/uapi/linux/openat2.h.
  private struct OpenHow {
    var flags: UInt64
    var mode: UInt64 = 0
    /// RESOLVE_NO_MAGICLINKS and RESOLVE_BENEATH.
    var resolve: UInt64 = 0x02 | 0x08
  }

  private func openByKernel(_ path: String, _ flags: Int32) throws(SystemFailure) -> OpenFile {
    guard let openat2 = unsafe OpenAt2.function else { throw SystemFailure(number: ENOSYS) }
    var how = OpenHow(flags: UInt64(UInt32(bitPattern: flags)))
    // EAGAIN: something was renamed meanwhile, so that the kernel could not be sure.
    for _ in 0..<64 {
      let result = unsafe path.withCString { path in
        unsafe withUnsafePointer(to: &how) { how in
          unsafe openat2(437, Int(number), path, UnsafeRawPointer(how), MemoryLayout<OpenHow>.size)
        }
      }
      if result >= 0 { return OpenFile(Int32(truncatingIfNeeded: result)) }
      let failure = SystemFailure.current
      guard failure.number == EAGAIN || failure.number == EINTR else { throw failure }
    }
    throw SystemFailure(number: EAGAIN)
  }

  // Variadic in C, so Swift does not import it. Called with integers and pointers only, for which the calling
  // conventions of x86-64 and AArch64 are those of a plain function. 437 is openat2 on every architecture.
  private enum OpenAt2 {
    typealias Function = @convention(c) (Int, Int, UnsafePointer<CChar>, UnsafeRawPointer, Int) -> Int

    static let function: Function? = {
      guard let address = unsafe dlsym(nil, "syscall") else { return nil }
      return unsafe unsafeBitCast(address, to: Function.self)
    }()
  }

  private func walk(_ path: String, _ flags: Int32) throws(SystemFailure) -> OpenFile {
    var names = path.parts(between: "/").filter { !$0.isEmpty && $0 != "." }
    guard !names.contains("..") else { throw SystemFailure(number: EXDEV) }
    let last = names.popLast() ?? "."
    var folder = self
    for name in names {
      folder = try folder.open(name, OpenFile.placeOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    // A link opened by O_PATH is the link itself, which is no file.
    return try folder.open(last, last == "." ? flags : flags | O_NOFOLLOW)
  }

  private func open(_ name: String, _ flags: Int32) throws(SystemFailure) -> OpenFile {
    let result = unsafe openat(number, name, flags)
    guard result >= 0 else { throw .current }
    return OpenFile(result)
  }
}
