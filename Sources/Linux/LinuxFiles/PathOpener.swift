package import Glibc

/// Opens paths beneath a directory, and never outside of it.
///
/// The kernel opens a path as a whole (openat2(2) with RESOLVE_BENEATH): symbolic links are followed as long as they stay
/// beneath the directory. Kernels before 5.6, and sandboxes that refuse openat2, open it name by name and follow no link.
package struct PathOpener: Sendable {
  /// A path could not be opened, for the reason of this `errno`.
  package struct Failure: Error {
    package let number: Int32

    static var current: Failure { Failure(number: errno) }
  }

  /// `O_PATH`, which Swift's Glibc module lacks: a reference to a file that cannot be read.
  package static let placeOnly: Int32 = 0o10_000_000

  private let directory: Int32
  private let isWalked: Bool

  /// - Parameters:
  ///   - directory: an open descriptor, which stays open while paths are opened.
  ///   - isWalked: whether every path is opened name by name, as on kernels without openat2(2): for tests.
  package init(directory: Int32, isWalked: Bool = false) {
    self.directory = directory
    self.isWalked = isWalked
  }

  /// Opens a relative path; `.` for the directory itself.
  ///
  /// - Parameter followsLinks: whether the kernel may follow symbolic links beneath the directory.
  /// - Returns: a descriptor that the caller closes.
  /// - Throws: `EXDEV` for a path that leaves the directory, `ELOOP` for a link that is not followed.
  package func open(
    _ path: String, _ flags: Int32, mode: mode_t = 0, followsLinks: Bool = true
  ) throws(Failure) -> Int32 {
    let flags = flags | O_CLOEXEC
    if !isWalked {
      do throws(Failure) {
        return try openByKernel(path, flags, mode, followsLinks)
      } catch {
        // A sandbox that does not know the call returns EPERM; opening name by name never allows more.
        guard error.number == ENOSYS || error.number == EPERM else { throw error }
      }
    }
    return try walk(path, flags, mode)
  }

  // MARK: By the kernel

  /// `struct open_how` of include/uapi/linux/openat2.h.
  private struct OpenHow {
    var flags: UInt64
    var mode: UInt64
    var resolve: UInt64
  }

  private static let noMagicLinks: UInt64 = 0x02
  private static let noLinks: UInt64 = 0x04
  private static let beneath: UInt64 = 0x08

  private func openByKernel(
    _ path: String, _ flags: Int32, _ mode: mode_t, _ followsLinks: Bool
  ) throws(Failure) -> Int32 {
    guard let openat2 = unsafe OpenAt2.function else { throw Failure(number: ENOSYS) }
    var how = OpenHow(
      flags: UInt64(UInt32(bitPattern: flags)), mode: flags & O_CREAT != 0 ? UInt64(mode) : 0,
      resolve: PathOpener.noMagicLinks | PathOpener.beneath | (followsLinks ? 0 : PathOpener.noLinks))
    let size = MemoryLayout<OpenHow>.size
    // EAGAIN: a concurrent rename prevented the kernel's check.
    for _ in 0..<64 {
      let result = unsafe path.withCString { path in
        unsafe withUnsafePointer(to: &how) { how in
          unsafe openat2(437, Int(directory), path, UnsafeRawPointer(how), size)
        }
      }
      if result >= 0 { return Int32(truncatingIfNeeded: result) }
      let failure = Failure.current
      guard failure.number == EAGAIN || failure.number == EINTR else { throw failure }
    }
    throw Failure(number: EAGAIN)
  }

  // A variadic C function, which Swift does not import. It is called with integers and pointers only, for which the
  // calling conventions of x86-64 and AArch64 equal those of a plain function. 437 is openat2 on every architecture.
  private enum OpenAt2 {
    typealias Function = @convention(c) (Int, Int, UnsafePointer<CChar>, UnsafeRawPointer, Int) -> Int

    static let function: Function? = {
      guard let address = unsafe dlsym(nil, "syscall") else { return nil }
      return unsafe unsafeBitCast(address, to: Function.self)
    }()
  }

  // MARK: Name by name

  private func walk(_ path: String, _ flags: Int32, _ mode: mode_t) throws(Failure) -> Int32 {
    guard !path.utf8.starts(with: "/".utf8) else { throw Failure(number: EXDEV) }
    var names = path.utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
    guard !names.contains(where: { $0.elementsEqual("..".utf8) }) else { throw Failure(number: EXDEV) }
    guard let last = names.popLast() else { return try PathOpener.open(".", in: directory, flags, mode) }
    var folder = directory
    defer { if folder != directory { close(folder) } }
    for name in names.map({ String(Substring($0)) }) {
      let next: Int32
      do throws(Failure) {
        next = try PathOpener.open(
          name, in: folder, PathOpener.placeOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
      } catch {
        // With O_DIRECTORY a link gives ENOTDIR: report it as a link.
        guard error.number == ENOTDIR, PathOpener.isLink(name, in: folder) else { throw error }
        throw Failure(number: ELOOP)
      }
      if folder != directory { close(folder) }
      folder = next
    }
    return try PathOpener.open(String(Substring(last)), in: folder, flags | O_NOFOLLOW, mode)
  }

  private static func open(
    _ name: String, in folder: Int32, _ flags: Int32, _ mode: mode_t
  ) throws(Failure) -> Int32 {
    let result = unsafe openat(folder, name, flags, mode)
    guard result >= 0 else { throw .current }
    return result
  }

  private static func isLink(_ name: String, in folder: Int32) -> Bool {
    var status = stat()
    return unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
