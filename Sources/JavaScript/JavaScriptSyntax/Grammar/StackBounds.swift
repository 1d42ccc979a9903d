import Glibc

/// The stack of the current thread.
enum StackBounds {
  /// The bytes at the end of the stack that a parser leaves free: more than one level of nesting takes without
  /// optimization.
  static let reserve: UInt = 96 << 10

  private typealias ReadAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt
  // The module map of glibc has POSIX functions only.
  private static let readAttributes = unsafe dlsym(nil, "pthread_getattr_np").map {
    unsafe unsafeBitCast($0, to: ReadAttributes.self)
  }

  /// The lowest address that the current thread may use; 0 if the system reports none.
  ///
  /// Source: pthread_getattr_np(3).
  static var lowestAddress: UInt {
    var attributes = pthread_attr_t()
    guard let readAttributes = unsafe readAttributes, unsafe readAttributes(pthread_self(), &attributes) == 0 else {
      return 0
    }
    defer { unsafe pthread_attr_destroy(&attributes) }
    var address: UnsafeMutableRawPointer?
    var size = 0
    guard unsafe pthread_attr_getstack(&attributes, &address, &size) == 0 else { return 0 }
    return UInt(bitPattern: address)
  }
}
