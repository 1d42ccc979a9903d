import Glibc

/// All system calls of this module, in the files of this folder.
///
/// Only these files use pointers, descriptor numbers and `errno`.
enum SystemCalls {}

/// An open descriptor, closed when it goes out of scope.
struct FileDescriptor: ~Copyable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}

/// The result of one receive call.
enum Received: Equatable {
  /// A datagram of `length` octets. If that exceeds the buffer's size, the rest is lost.
  ///
  /// `sender` is a netlink port. 0 is the kernel; any other port is another process, which is not trusted.
  case datagram(length: Int, sender: UInt32)
  /// No datagram arrived within the socket's timeout, or none is pending.
  case nothing
  /// The kernel dropped messages because the receive buffer was full.
  ///
  /// Messages that are still pending are older than the loss.
  case overflow
}

// MARK: - Netlink sockets

extension SystemCalls {
  /// Opens a netlink socket whose receive calls end after `timeout`.
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

  /// Sets a netlink option (`SOL_NETLINK`); returns whether the kernel knows it.
  @discardableResult
  static func setNetlinkOption(_ option: Int32, to value: Int32, on socket: borrowing FileDescriptor) -> Bool {
    var value = value
    return unsafe setsockopt(socket.number, 270, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
  }

  /// Requests a receive buffer of `octets`; the kernel may grant less to an unprivileged process.
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

  static func retryingInterrupts(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

/// `struct sockaddr_nl`, include/uapi/linux/netlink.h: Swift's Glibc module lacks it.
private struct NetlinkAddress {
  var family = sa_family_t(AF_NETLINK)
  var padding: UInt16 = 0
  var port: UInt32
  var groups: UInt32 = 0

  static var size: socklen_t { socklen_t(MemoryLayout<NetlinkAddress>.size) }
}

extension timeval {
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
  }
}
