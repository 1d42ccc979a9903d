#if WebView
import Glibc
import Testing

/// Accepts a connection and sends nothing.
struct SilentServer {
  let socket: Int32
  let port: UInt16

  init(backlog: Int32 = 1) throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.socket = socket
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutableBytes(of: &address) { bytes in
      let pointer = bytes.bindMemory(to: sockaddr.self).baseAddress!
      let isBound = bind(socket, pointer, size) == 0 && listen(socket, backlog) == 0
      return isBound && getsockname(socket, pointer, &size) == 0
    }
    try #require(bound)
    port = UInt16(bigEndian: address.sin_port)
  }

  func close() { Glibc.close(socket) }

  /// Waits for a connection.
  func accept() async {
    await withCheckedContinuation { continuation in
      let socket = socket
      Thread.run {
        var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        if poll(&ready, 1, 30_000) > 0 {
          _ = Glibc.accept(socket, nil, nil)
        } else {
          Issue.record("No client connected.")
        }
        continuation.resume()
      }
    }
  }
}
#endif
