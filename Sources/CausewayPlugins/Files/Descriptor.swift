import Glibc

/// An open file or folder: closed when nobody refers to it any more.
final class Descriptor: Sendable {
  let number: Int32

  /// `O_PATH`, which Swift's Glibc leaves out: a place in the tree, of which nothing is read.
  static let placeOnly: Int32 = 0o10_000_000

  /// Takes over what is open.
  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

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
