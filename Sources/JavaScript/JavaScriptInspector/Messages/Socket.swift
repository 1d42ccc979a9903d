import CausewayConcurrency
import Dispatch
import Glibc

/// A connected socket, read by one task at a time.
package final class Socket: Sendable {
  private let descriptor: Int32
  private let reading = DispatchQueue(label: "causeway.inspector.socket")

  /// Takes ownership of a connected descriptor.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    Socket.disableDelay(descriptor)
    // A peer that does not read is dropped after this time.
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { Glibc.close(descriptor) }

  /// Connects to a server.
  ///
  /// - Throws: if no program listens there, or a program of another user does.
  package static func connect(to address: DebugAddress) throws(InspectorError) -> Socket {
    switch address {
    case .path(let path):
      do throws(LocalSocketError) {
        let descriptor = try LocalSocket.connect(to: path)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        return Socket(descriptor)
      } catch {
        throw InspectorError(error)
      }
    case .port(let address):
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { throw .system("make a socket") }
      guard unsafe address.withPointer({ unsafe Glibc.connect(descriptor, $0, $1) }) == 0 else {
        let error = InspectorError.system("connect to \(address)")
        Glibc.close(descriptor)
        throw error
      }
      return Socket(descriptor)
    }
  }

  /// Waits for bytes; nil if the connection has ended.
  package func read() async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      reading.async { [self] in
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
          var result: Int
          repeat {
            result = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
          } while result < 0 && errno == EINTR
          count = max(0, result)
        }
        continuation.resume(returning: bytes.isEmpty ? nil : bytes)
      }
    }
  }

  /// Sends all bytes, or closes the connection.
  ///
  /// It blocks for at most five seconds while the peer reads nothing.
  package func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return close() }
      rest = rest.dropFirst(count)
    }
  }

  /// Says that nothing more is sent; the other end may send until it closes the connection.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends the connection; a task that is reading receives nil.
  package func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// The address of the other end; nil if it has gone.
  var peer: SocketAddress? { unsafe SocketAddress(of: descriptor, getpeername) }

  /// Whether the other end is held by a process or one that it has started.
  func isHeld(by process: Int32) -> Bool {
    guard let peer, let own = unsafe SocketAddress(of: descriptor, getsockname),
      let number = peer.socket(connectedTo: own)
    else { return false }
    return ProcessTable.holders(ofSocket: number).contains { ProcessTable.descends($0, from: process) }
  }

  /// Whether the other end is a descriptor of this process.
  ///
  /// Messages of both directions are sent at once then: the engine would hold them back for 40 ms.
  func isOwnedByThisProcess() -> Bool {
    guard let peer, let own = unsafe SocketAddress(of: descriptor, getsockname) else { return false }
    for name in ProcessTable.names(in: "/proc/self/fd") {
      guard let candidate = Int32(name), candidate != descriptor,
        unsafe SocketAddress(of: candidate, getsockname) == peer,
        unsafe SocketAddress(of: candidate, getpeername) == own
      else { continue }
      Socket.disableDelay(candidate)
      return true
    }
    return false
  }

  private static func disableDelay(_ descriptor: Int32) {
    var on: Int32 = 1
    unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }
}

extension InspectorError {
  static func system(_ operation: String) -> InspectorError {
    InspectorError(.unavailable, "Cannot \(operation): \(unsafe String(cString: strerror(errno))).")
  }
}
