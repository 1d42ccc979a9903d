#if Plugins
import Glibc
import LinuxFiles

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

  /// Opens a path, as ``PathOpener`` does.
  ///
  /// - Throws: `EXDEV` for a path that leads out, `ELOOP` for a link that is not followed.
  func open(_ path: RelativePath, _ flags: Int32, mode: mode_t = 0) throws(Errno) -> Descriptor {
    let number: Int32
    do throws(PathOpener.Failure) {
      number = try PathOpener(directory: descriptor.number, isWalked: isWalked).open(path.text, flags, mode: mode)
    } catch {
      throw Errno(number: error.number)
    }
    return try .admitted(number)
  }
}
#endif
