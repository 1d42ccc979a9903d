import Glibc

extension FileDescriptor {
  var readable: SystemCalls.Readable { SystemCalls.Readable(number: number) }
}

/// Wakes a thread that waits, from any other thread.
struct ThreadWaker: ~Copyable {
  private let heard: FileDescriptor
  private let rung: FileDescriptor

  init() throws(NetworkError) {
    var ends: [Int32] = [-1, -1]
    let type = [SOCK_STREAM, SOCK_CLOEXEC, SOCK_NONBLOCK].reduce(0) { $0 | Int32($1.rawValue) }
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .system("making a pair of sockets") }
    heard = FileDescriptor(ends[0])
    rung = FileDescriptor(ends[1])
  }

  var readable: SystemCalls.Readable { heard.readable }

  /// Forgets that it rang; called by the thread that heard it.
  func silence() {
    var rings = [UInt8](repeating: 0, count: 64)
    while unsafe read(heard.number, &rings, rings.count) == rings.count {}
  }

  /// Wakes the thread, now or when it next waits.
  ///
  /// If the pair is full, it has rung already.
  func ring() {
    _ = unsafe write(rung.number, [1], 1)
  }
}

extension SystemCalls {
  /// Something that can become readable: only a name for it, which does not keep it open.
  struct Readable {
    fileprivate let number: Int32
  }

  /// Waits until one of these can be read or the whole milliseconds of `timeout` have passed; for ever if that is `nil`.
  ///
  /// Says of each whether it can.
  static func wait(for readables: [Readable], timeout: Duration?) throws(NetworkError) -> [Bool] {
    var polled = readables.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    let milliseconds = timeout.map { Int32(min(max($0, .zero), .milliseconds(Int32.max)) / .milliseconds(1)) } ?? -1
    let count = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
    guard count >= 0 || errno == EINTR else { throw .system("waiting for the network") }
    return polled.map { count > 0 && $0.revents != 0 }
  }

  /// Runs `body` on a thread of its own, which ends with it.
  ///
  /// The thread takes no signals: they are the program's.
  static func startThread(_ body: @escaping @Sendable () -> Void) throws(NetworkError) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, 512 << 10)
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let work = Work(body)
    var thread = pthread_t()
    // The thread takes over the reference; if it never begins, it is given back here.
    let retained = unsafe Unmanaged.passRetained(work)
    let failure = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        if let argument = unsafe argument { unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, retained.toOpaque())
    guard failure == 0 else {
      unsafe retained.release()
      throw NetworkError(errorNumber: failure, "starting a thread")
    }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
