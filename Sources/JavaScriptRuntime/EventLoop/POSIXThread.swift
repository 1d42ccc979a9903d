import CGLib
import Glibc

/// A POSIX thread with a name and a chosen stack size, which the threads of Foundation and Dispatch do not offer.
final class POSIXThread: Sendable {
  private let name: String
  private let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }

  func start(stackBytes: Int) throws(JavaScriptError) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let retained = unsafe Unmanaged.passRetained(self)
    let status = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        let body = unsafe Unmanaged<POSIXThread>.fromOpaque(argument!).takeRetainedValue()
        unsafe cglib_name_thread(body.name)
        body.body()
        return nil
      }, retained.toOpaque())
    guard status == 0 else {
      unsafe retained.release()
      throw .cannotStart("no thread for JavaScript (\(unsafe String(cString: strerror(status))))")
    }
  }
}
