import Glibc

/// A POSIX thread with a chosen stack size, which the threads of Foundation and Dispatch do not offer.
package enum POSIXThread {
  /// The system could not create the thread.
  package struct Failure: Error, CustomStringConvertible {
    /// The system's error number.
    package let code: CInt
    package var description: String { unsafe String(cString: strerror(code)) }
  }

  private final class Work {
    let name: String?
    let body: () -> Void

    init(_ name: String?, _ body: @escaping () -> Void) {
      self.name = name
      self.body = body
    }
  }

  /// Starts a detached thread that runs `body` and ends with it.
  ///
  /// - Parameters:
  ///   - name: at most 15 bytes of it name the thread in tools of the system; nil for that of the starting thread.
  ///   - blocksSignals: whether the program's signals are handled on other threads only.
  package static func start(
    name: String? = nil, stackBytes: Int, blocksSignals: Bool = false, _ body: @escaping @Sendable () -> Void
  ) throws(Failure) {
    pthread_detach(try create(stackBytes, blocksSignals: blocksSignals, Work(name, body)))
  }

  /// Runs `body` on another thread and waits for its end.
  package static func run(stackBytes: Int, _ body: @escaping () -> Void) throws(Failure) {
    pthread_join(try create(stackBytes, blocksSignals: false, Work(nil, body)), nil)
  }

  /// Names the calling thread; Swift's module of the C library lacks `pthread_setname_np`.
  private static func nameCurrent(_ name: String) {
    let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = unsafe Array(name.utf8.prefix(15)).withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
    close(file)
  }

  private static func create(_ stackBytes: Int, blocksSignals: Bool, _ work: Work) throws(Failure) -> pthread_t {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    var before = sigset_t()
    if blocksSignals {
      // The new thread inherits the mask.
      var all = sigset_t()
      unsafe sigfillset(&all)
      unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    }
    defer { if blocksSignals { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) } }
    var thread = pthread_t()
    // The thread takes over the reference; if it does not start, it is released here.
    let retained = unsafe Unmanaged.passRetained(work)
    let status = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        let work = unsafe Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue()
        if let name = work.name { POSIXThread.nameCurrent(name) }
        work.body()
        return nil
      }, retained.toOpaque())
    guard status == 0 else {
      unsafe retained.release()
      throw Failure(code: status)
    }
    return thread
  }
}
