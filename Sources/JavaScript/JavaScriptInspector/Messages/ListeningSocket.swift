import CGLib
package import CausewayConcurrency
import Dispatch
import Glibc

/// A socket that waits for connections, at a path or on a loopback address.
package final class ListeningSocket: Sendable {
  private let descriptor: Int32
  private let accepting = DispatchQueue(label: "causeway.inspector.listener")
  /// The file of a local socket; nil for one on a loopback address.
  private let file: LocalSocket.Listener?
  /// The path, or the address with the port that the system has chosen.
  package let address: DebugAddress

  /// - Throws: if the address is in use.
  package init(_ wanted: DebugAddress) throws(InspectorError) {
    switch wanted {
    case .path(let path):
      do throws(LocalSocketError) {
        let listener = try LocalSocket.listen(at: path)
        // A separate thread waits for it.
        _ = fcntl(listener.descriptor, F_SETFL, fcntl(listener.descriptor, F_GETFL) & ~O_NONBLOCK)
        (descriptor, file, address) = (listener.descriptor, listener, wanted)
      } catch {
        throw InspectorError(error)
      }
    case .port(let port):
      (descriptor, file) = (try ListeningSocket.listen(on: port), nil)
      address = unsafe SocketAddress(of: descriptor, getsockname).map { .port($0) } ?? wanted
    }
  }

  private static func listen(on address: SocketAddress) throws(InspectorError) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .system("make a socket") }
    var on: Int32 = 1
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    guard unsafe address.withPointer({ unsafe bind(descriptor, $0, $1) }) == 0, Glibc.listen(descriptor, 4) == 0 else {
      let error = InspectorError.system("listen on \(address)")
      Glibc.close(descriptor)
      throw error
    }
    return descriptor
  }

  deinit {
    file?.removeFile()
    Glibc.close(descriptor)
  }

  /// Waits for a connection; nil after ``close()``.
  ///
  /// At a path, only processes of this user are accepted. On a loopback address every client is accepted, and has to
  /// authenticate itself.
  package func accept() async -> Socket? {
    await withCheckedContinuation { continuation in
      accepting.async { [self] in
        while true {
          let connected = cglib_accept(descriptor, Int32(SOCK_CLOEXEC.rawValue))
          if connected >= 0 {
            if file == nil || LocalSocket.peerIsSameUser(connected) {
              return continuation.resume(returning: Socket(connected))
            }
            Glibc.close(connected)
            continue
          }
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
  package func close() {
    file?.removeFile()
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}

extension InspectorError {
  package init(_ error: LocalSocketError) {
    let code: Code =
      switch error.code {
      case .invalidArgument: .invalidArgument
      case .failedPrecondition: .failedPrecondition
      default: .unavailable
      }
    self.init(code, error.description)
  }
}
