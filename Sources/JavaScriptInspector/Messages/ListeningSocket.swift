import CGLib
import Dispatch
import Glibc

/// A socket that waits for connections on a loopback address.
package final class ListeningSocket: Sendable {
  private let descriptor: Int32
  private let accepting = DispatchQueue(label: "causeway.inspector.listener")
  /// The address, with the port that the system has chosen.
  package let address: SocketAddress

  /// - Throws: if the address is in use.
  package init(_ wanted: SocketAddress) throws(InspectorError) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .system("make a socket") }
    var on: Int32 = 1
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    guard unsafe wanted.withPointer({ unsafe bind(descriptor, $0, $1) }) == 0, listen(descriptor, 4) == 0,
      let address = unsafe SocketAddress(of: descriptor, getsockname)
    else {
      let error = InspectorError.system("listen on \(wanted)")
      Glibc.close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.address = address
  }

  deinit { Glibc.close(descriptor) }

  /// Waits for a connection; nil after ``close()``.
  package func accept() async -> Socket? {
    await withCheckedContinuation { continuation in
      accepting.async { [self] in
        while true {
          let connected = cglib_accept(descriptor, Int32(SOCK_CLOEXEC.rawValue))
          if connected >= 0 { return continuation.resume(returning: Socket(connected)) }
          switch errno {
          case EINTR, ECONNABORTED: continue
          // Descriptors may be free again later.
          case EMFILE, ENFILE, ENOBUFS, ENOMEM: usleep(100_000)
          default: return continuation.resume(returning: nil)
          }
        }
      }
    }
  }

  /// Refuses further connections.
  package func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Whether a connection comes from a process of this user.
  func isFromThisUser(_ socket: Socket) -> Bool {
    guard let peer = socket.peer else { return false }
    return peer.owner(connectedTo: address) == geteuid()
  }
}
