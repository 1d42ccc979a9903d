#if Plugins
import Causeway
import Glibc

/// An open file or folder: closed when nobody refers to it any more.
final class Descriptor: Sendable {
  let number: Int32

  /// `O_PATH`, which Swift's Glibc leaves out: a place in the tree, of which nothing is read.
  static let placeOnly: Int32 = 0o10_000_000

  /// Takes over what is open.
  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// A file that was opened for one operation.
  ///
  /// - Throws: `EMFILE` if the process has no room for it; the file is closed then. `errno` if the number is negative.
  static func admitted(_ number: Int32) throws(Errno) -> Descriptor {
    guard number >= 0 else { throw Errno.current }
    let descriptor = Descriptor(number)
    guard number < DescriptorBudget.current.ceiling else { throw Errno(number: EMFILE) }
    return descriptor
  }

  /// Checks that the process has room to keep it open between calls.
  ///
  /// - Throws: `EMFILE` if it has not.
  func checkHeld() throws(Errno) {
    guard number < DescriptorBudget.current.heldCeiling else { throw Errno(number: EMFILE) }
  }

  /// What the file is.
  func status() throws(Errno) -> stat {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw Errno.current }
    return status
  }
}

/// The number of a failed system call.
struct Errno: Error, Hashable {
  let number: Int32

  static var current: Errno { Errno(number: errno) }
}
#endif
