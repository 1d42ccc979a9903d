import Glibc

/// The one door to the kernel: every system call of this module is made in this file.
///
/// Nothing else here knows pointers, descriptors' numbers or `errno`.
enum SystemCalls {}

/// An open descriptor, closed when it goes out of scope.
struct FileDescriptor: ~Copyable {
  fileprivate let number: Int32

  fileprivate init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}

/// What one receive brought.
enum Received: Equatable {
  /// A datagram of `length` octets: if that is more than the buffer's size, the rest is lost.
  ///
  /// `sender` is a netlink port. 0 is the kernel; anything else is another process, not to be believed.
  case datagram(length: Int, sender: UInt32)
  /// Nothing came within the socket's limit, or nothing waits.
  case nothing
  /// The kernel dropped messages for want of room.
  ///
  /// Those that still wait are older than the loss.
  case overflow
}

// MARK: - Netlink sockets

extension SystemCalls {
  /// Opens a netlink socket that gives up each receive after `timeout`.
  static func netlinkSocket(protocol: Int32, timeout: Duration) throws(NetworkError) -> FileDescriptor {
    let type = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let number = socket(AF_NETLINK, type, `protocol`)
    guard number >= 0 else { throw .system("opening a netlink socket") }
    let descriptor = FileDescriptor(number)
    var limit = timeval(timeout)
    let size = socklen_t(MemoryLayout<timeval>.size)
    guard unsafe setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, size) == 0 else {
      throw .system("limiting the wait for a netlink answer")
    }
    try bind(descriptor)
    return descriptor
  }

  private static func bind(_ socket: borrowing FileDescriptor) throws(NetworkError) {
    var address = NetlinkAddress(port: 0)
    let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.bind(socket.number, $0, NetlinkAddress.size)
      }
    }
    guard bound == 0 else { throw .system("binding a netlink socket") }
  }

  /// The port that the kernel gave the socket: the `nlmsg_pid` of every answer.
  static func port(of socket: borrowing FileDescriptor) throws(NetworkError) -> UInt32 {
    var address = NetlinkAddress(port: 0)
    var length = NetlinkAddress.size
    let read = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(socket.number, $0, &length)
      }
    }
    guard read == 0 else { throw .system("reading the port of a netlink socket") }
    return address.port
  }

  /// Sets a netlink option (`SOL_NETLINK`); says whether the kernel knows it.
  @discardableResult
  static func setNetlinkOption(_ option: Int32, to value: Int32, on socket: borrowing FileDescriptor) -> Bool {
    var value = value
    return unsafe setsockopt(socket.number, 270, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
  }

  /// Asks for a receive buffer of `octets`; the kernel may grant less to those without privileges.
  static func setReceiveBuffer(_ octets: Int32, on socket: borrowing FileDescriptor) {
    var octets = octets
    let size = socklen_t(MemoryLayout<Int32>.size)
    if unsafe setsockopt(socket.number, SOL_SOCKET, SO_RCVBUFFORCE, &octets, size) != 0 {
      _ = unsafe setsockopt(socket.number, SOL_SOCKET, SO_RCVBUF, &octets, size)
    }
  }

  /// Sends `bytes` to the kernel as one datagram.
  static func send(_ bytes: [UInt8], to socket: borrowing FileDescriptor) throws(NetworkError) {
    var address = NetlinkAddress(port: 0)
    let sent = retryingInterrupts {
      unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          unsafe bytes.withUnsafeBytes {
            unsafe sendto(socket.number, $0.baseAddress, $0.count, 0, address, NetlinkAddress.size)
          }
        }
      }
    }
    guard sent == bytes.count else { throw .system("sending a netlink request") }
  }

  /// Receives one datagram into `buffer`.
  static func receive(
    into buffer: inout [UInt8], from socket: borrowing FileDescriptor, waiting: Bool = true
  ) throws(NetworkError) -> Received {
    var address = NetlinkAddress(port: 0)
    var size = NetlinkAddress.size
    let flags = Int32(MSG_TRUNC) | (waiting ? 0 : Int32(MSG_DONTWAIT))
    let length = retryingInterrupts {
      unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          unsafe buffer.withUnsafeMutableBytes {
            unsafe recvfrom(socket.number, $0.baseAddress, $0.count, flags, address, &size)
          }
        }
      }
    }
    if length >= 0 { return .datagram(length: length, sender: address.port) }
    switch errno {
    case EAGAIN: return .nothing
    case ENOBUFS: return .overflow
    default: throw .system("receiving a netlink answer")
    }
  }

  private static func retryingInterrupts(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

/// `struct sockaddr_nl`, include/uapi/linux/netlink.h: Swift's Glibc does not have it.
private struct NetlinkAddress {
  var family = sa_family_t(AF_NETLINK)
  var padding: UInt16 = 0
  var port: UInt32
  var groups: UInt32 = 0

  static var size: socklen_t { socklen_t(MemoryLayout<NetlinkAddress>.size) }
}

// MARK: - Waiting

/// Wakes a thread that waits for network changes, from any other thread.
struct Bell: ~Copyable {
  fileprivate let heard: FileDescriptor
  private let rung: FileDescriptor

  init() throws(NetworkError) {
    var ends: [Int32] = [-1, -1]
    let type = [SOCK_STREAM, SOCK_CLOEXEC, SOCK_NONBLOCK].reduce(0) { $0 | Int32($1.rawValue) }
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .system("making a pair of sockets") }
    heard = FileDescriptor(ends[0])
    rung = FileDescriptor(ends[1])
  }

  /// Wakes the thread, now or when it next waits.
  ///
  /// If the pair is full, it has rung already.
  func ring() {
    _ = unsafe write(rung.number, [1], 1)
  }
}

extension SystemCalls {
  /// What `wait` found to be ready.
  struct Readiness {
    let bell: Bool
    let route: Bool
    let generic: Bool
  }

  /// Waits until a descriptor can be read or `timeout` has passed; for ever if that is `nil`.
  static func wait(
    for bell: borrowing Bell, _ route: borrowing FileDescriptor, _ generic: borrowing FileDescriptor,
    timeout: Duration?
  ) throws(NetworkError) -> Readiness {
    var polled = [bell.heard.number, route.number, generic.number].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    // Rounded up: waking a moment early would only mean to wait again.
    let milliseconds = timeout.map { Int32(clamping: Int(max($0, .zero) / .milliseconds(1)) + 1) } ?? -1
    let count = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
    guard count >= 0 || errno == EINTR else { throw .system("waiting for network changes") }
    let ready = polled.map { count > 0 && $0.revents != 0 }
    return Readiness(bell: ready[0], route: ready[1], generic: ready[2])
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

// MARK: - Wireless extensions, files, errors

extension SystemCalls {
  /// The SSID that the old wireless extensions report for an interface.
  ///
  /// Empty if there is none.
  ///
  /// Source: `SIOCGIWESSID`, include/uapi/linux/wireless.h. Asked with 32 octets: with 33 the kernel appends a NUL.
  static func wirelessExtensionsSSID(interface name: [UInt8]) -> [UInt8] {
    guard name.count < 16 else { return [] }
    let number = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return [] }
    let descriptor = FileDescriptor(number)
    var ssid = [UInt8](repeating: 0, count: 32)
    let length = unsafe ssid.withUnsafeMutableBytes { target -> UInt16 in
      // struct iwreq: char ifr_name[16]; struct iw_point { void *pointer; __u16 length; __u16 flags; }
      var request = [UInt8](repeating: 0, count: 32)
      request.replaceSubrange(0..<name.count, with: name)
      return unsafe request.withUnsafeMutableBytes { request -> UInt16 in
        unsafe request.storeBytes(of: UInt(bitPattern: target.baseAddress), toByteOffset: 16, as: UInt.self)
        let lengthOffset = 16 + MemoryLayout<UInt>.size
        unsafe request.storeBytes(of: UInt16(target.count), toByteOffset: lengthOffset, as: UInt16.self)
        guard let base = request.baseAddress, unsafe ioctl(descriptor.number, 0x8B1B, base) == 0 else { return 0 }
        return unsafe request.loadUnaligned(fromByteOffset: lengthOffset, as: UInt16.self)
      }
    }
    return Array(ssid.prefix(Int(length)))
  }

  /// A way to ask about interfaces by name: takes the request's number, gives the 24 octets of the answer.
  ///
  /// `nil` if there are no Internet sockets at all.
  static func interfaceRequests() -> ((UInt, [UInt8]) -> [UInt8]?)? {
    let number = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    let shared = SharedDescriptor(FileDescriptor(number))
    return { code, name in
      guard name.count < 16 else { return nil }
      // struct ifreq: char ifr_name[16]; a union of 24 octets.
      var request = name + [UInt8](repeating: 0, count: 40 - name.count)
      let answered = unsafe request.withUnsafeMutableBytes {
        guard let base = $0.baseAddress else { return false }
        return unsafe ioctl(shared.descriptor.number, code, base) == 0
      }
      return answered ? Array(request[16...]) : nil
    }
  }

  /// A descriptor that a closure can hold.
  private final class SharedDescriptor {
    let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }

  /// The first `limit` octets of a small file.
  ///
  /// `nil` if it cannot be read.
  static func contents(ofFile path: [UInt8], limit: Int = 65_536) -> [UInt8]? {
    guard !path.contains(0) else { return nil }
    let terminated = (path + [0]).map { CChar(bitPattern: $0) }
    let number = unsafe open(terminated, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return nil }
    let descriptor = FileDescriptor(number)
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(limit, 4096))
    while contents.count < limit {
      let wanted = min(chunk.count, limit - contents.count)
      let count = retryingInterrupts { unsafe read(descriptor.number, &chunk, wanted) }
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      contents += chunk[..<count]
    }
    return contents
  }

  /// How the kernel says that a routing table does not exist, or no routing for a family: IPv6 can be left out.
  static let noTableErrors: Set<Int32> = [ENOENT, EAFNOSUPPORT, EOPNOTSUPP]

  /// How the kernel says that packets for a destination have nowhere to go.
  ///
  /// The last three are routes that refuse on purpose: prohibit, blackhole and unreachable.
  static let noRouteErrors: Set<Int32> = [ESRCH, ENETUNREACH, ENETDOWN, EACCES, EINVAL, EHOSTUNREACH]

  /// What the C library calls an error number.
  static func text(ofError number: Int32) -> String {
    unsafe String(cString: strerror(number))
  }
}

extension NetworkError {
  /// The error of the system call that failed a moment ago.
  fileprivate static func system(_ operation: String) -> NetworkError {
    NetworkError(errorNumber: errno, operation)
  }

  /// An error that the kernel reported by its number.
  init(errorNumber: Int32, _ operation: String, kernelMessage: String? = nil) {
    let code: Code =
      switch errorNumber {
      case EPERM, EACCES: .permissionDenied
      case EAFNOSUPPORT, EPROTONOSUPPORT, EOPNOTSUPP, ENOSYS, ENETDOWN: .unavailable
      case ENOENT, ENODEV, ENXIO: .notFound
      case EINVAL, ERANGE: .invalidRequest
      case EMFILE, ENFILE, ENOMEM, ENOBUFS: .exhausted
      case EAGAIN, ETIMEDOUT: .timedOut
      default: .unknown
      }
    self.init(code, operation, errorNumber: errorNumber, kernelMessage: kernelMessage)
  }
}

extension timeval {
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
  }
}
