#if Plugins
import Causeway
import Glibc
import LinuxFiles

/// An open file or folder, closed with the last reference.
final class Descriptor: Sendable {
  let number: Int32

  /// `O_PATH`: a reference to a file that cannot be read.
  static let placeOnly = PathOpener.placeOnly

  /// Takes ownership of an open descriptor.
  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Wraps the descriptor of a file for one operation.
  ///
  /// - Throws: `EMFILE` if the process's descriptor budget is used up; the file is closed then. `errno` if the number
  ///   is negative.
  static func admitted(_ number: Int32) throws(Errno) -> Descriptor {
    guard number >= 0 else { throw Errno.current }
    let descriptor = Descriptor(number)
    guard number < DescriptorBudget.current.ceiling else { throw Errno(number: EMFILE) }
    return descriptor
  }

  /// Checks that the descriptor budget allows keeping the file open between calls.
  ///
  /// - Throws: `EMFILE` if it does not.
  func checkHeld() throws(Errno) {
    guard number < DescriptorBudget.current.heldCeiling else { throw Errno(number: EMFILE) }
  }

  /// The result of fstat(2).
  func status() throws(Errno) -> stat {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw Errno.current }
    return status
  }
}

/// The error number of a failed system call.
struct Errno: Error, Hashable {
  let number: Int32

  static var current: Errno { Errno(number: errno) }
}
#endif
