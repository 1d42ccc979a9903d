import Glibc

/// A POSIX thread with a chosen stack size, which the threads of Foundation and Dispatch do not offer.
package final class POSIXThread: Sendable {
  /// The system could not create the thread.
  package struct Failure: Error, CustomStringConvertible {
    /// The system's error number.
    package let code: CInt
    package var description: String { unsafe String(cString: strerror(code)) }
  }

  private let body: @Sendable () -> Void

  private init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Starts a detached thread that runs `body` and ends with it.
  package static func start(stackBytes: Int, _ body: @escaping @Sendable () -> Void) throws(Failure) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let retained = unsafe Unmanaged.passRetained(POSIXThread(body))
    let status = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        unsafe Unmanaged<POSIXThread>.fromOpaque(argument!).takeRetainedValue().body()
        return nil
      }, retained.toOpaque())
    guard status == 0 else {
      unsafe retained.release()
      throw Failure(code: status)
    }
  }
}
