#if Plugins
import Glibc

/// A folder beneath which files are opened, and never beside.
struct Folder: Sendable {
  let descriptor: Descriptor
  let leftovers = StaleTemporaryFiles()
  /// Whether every path is walked name by name, as on kernels without openat2(2): for tests.
  private let isWalked: Bool

  init(_ descriptor: Descriptor, isWalked: Bool) {
    self.descriptor = descriptor
    self.isWalked = isWalked
  }

  /// Opens what a path names.
  ///
  /// Symbolic links are followed as long as they stay beneath this folder, unless `flags` say O_NOFOLLOW of the last.
  /// Kernels before 5.6, and sandboxes that refuse openat2, follow none.
  ///
  /// - Throws: `EXDEV` for what leads out, `ELOOP` for a link that is not followed.
  func open(_ path: BeneathPath, _ flags: Int32, mode: mode_t = 0) throws(Errno) -> Descriptor {
    let flags = flags | O_CLOEXEC
    if !isWalked {
      do throws(Errno) {
        return try openBeneath(path.text, flags, mode)
      } catch {
        // A sandbox that does not know the call says EPERM; walking never allows more.
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
    // EAGAIN: something was renamed meanwhile, so that the kernel could not be sure.
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

  // Variadic in C, so Swift does not import it. Called with integers and pointers only, for which the calling
  // conventions of x86-64 and AArch64 are those of a plain function. 437 is openat2 on every architecture.
  private enum OpenAt2 {
    typealias Function = @convention(c) (Int, Int, UnsafePointer<CChar>, UnsafeRawPointer, Int) -> Int

    static let function: Function? = {
      guard let address = unsafe dlsym(nil, "syscall") else { return nil }
      return unsafe unsafeBitCast(address, to: Function.self)
    }()
  }

  // MARK: Name by name

  private func walk(_ path: BeneathPath, _ flags: Int32, _ mode: mode_t) throws(Errno) -> Descriptor {
    var folder = descriptor
    guard let (parent, name) = path.parent else {
      return try Folder.open(".", in: folder, flags, mode)
    }
    for name in parent.names {
      do throws(Errno) {
        folder = try Folder.open(name, in: folder, Descriptor.placeOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
      } catch {
        // With O_DIRECTORY a link is no folder: say that it is a link.
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
