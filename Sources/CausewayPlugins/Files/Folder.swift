#if Plugins
import Glibc

/// A folder that opens files beneath it, and nothing outside of it.
struct Folder: Sendable {
  let descriptor: Descriptor
  let leftovers = StaleTemporaryFiles()
  /// Whether every path is opened name by name, as on kernels without openat2(2): for tests.
  private let isWalked: Bool

  init(_ descriptor: Descriptor, isWalked: Bool) {
    self.descriptor = descriptor
    self.isWalked = isWalked
  }

  /// Opens a path.
  ///
  /// Symbolic links are followed as long as they stay beneath this folder, unless `flags` contains O_NOFOLLOW. Kernels
  /// before 5.6, and sandboxes that refuse openat2, follow none.
  ///
  /// - Throws: `EXDEV` for a path that leads out, `ELOOP` for a link that is not followed.
  func open(_ path: RelativePath, _ flags: Int32, mode: mode_t = 0) throws(Errno) -> Descriptor {
    let flags = flags | O_CLOEXEC
    if !isWalked {
      do throws(Errno) {
        return try openBeneath(path.text, flags, mode)
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
  private static let beneath: UInt64 = 0x08

  private func openBeneath(_ path: String, _ flags: Int32, _ mode: mode_t) throws(Errno) -> Descriptor {
    guard let openat2 = unsafe OpenAt2.function else { throw Errno(number: ENOSYS) }
    var how = OpenHow(
      flags: UInt64(UInt32(bitPattern: flags)), mode: flags & O_CREAT != 0 ? UInt64(mode) : 0,
      resolve: Folder.noMagicLinks | Folder.beneath)
    let size = MemoryLayout<OpenHow>.size
    // EAGAIN: a concurrent rename prevented the kernel's check.
    for _ in 0..<64 {
      let result = unsafe path.withCString { path in
        unsafe withUnsafePointer(to: &how) { how in
          unsafe openat2(437, Int(descriptor.number), path, UnsafeRawPointer(how), size)
        }
      }
      if result >= 0 { return try .admitted(Int32(truncatingIfNeeded: result)) }
      let failure = Errno.current
      guard failure.number == EAGAIN || failure.number == EINTR else { throw failure }
    }
    throw Errno(number: EAGAIN)
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

  private func walk(_ path: RelativePath, _ flags: Int32, _ mode: mode_t) throws(Errno) -> Descriptor {
    var folder = descriptor
    guard let (parent, name) = path.parent else {
      return try Folder.open(".", in: folder, flags, mode)
    }
    for name in parent.names {
      do throws(Errno) {
        folder = try Folder.open(name, in: folder, Descriptor.placeOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
      } catch {
        // With O_DIRECTORY a link gives ENOTDIR: report it as a link.
        guard error.number == ENOTDIR, Folder.isLink(name, in: folder) else { throw error }
        throw Errno(number: ELOOP)
      }
    }
    return try Folder.open(name, in: folder, flags | O_NOFOLLOW, mode)
  }

  private static func open(
    _ name: String, in folder: Descriptor, _ flags: Int32, _ mode: mode_t
  ) throws(Errno) -> Descriptor {
    try .admitted(unsafe openat(folder.number, name, flags, mode))
  }

  private static func isLink(_ name: String, in folder: Descriptor) -> Bool {
    var status = stat()
    return unsafe fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
#endif
