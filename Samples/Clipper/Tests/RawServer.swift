import Foundation
import Glibc

/// A local server that answers one request with invalid bytes.
struct RawServer {
  let port: UInt16

  init(_ answer: String) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutableBytes(of: &address) { bytes in
      let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
      return bind(listener, address, size) == 0 && listen(listener, 1) == 0
        && getsockname(listener, address, &size) == 0
    }
    guard isOpen else { throw POSIXError(.init(rawValue: errno) ?? .EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      let connection = accept(listener, nil, nil)
      var request = [UInt8](repeating: 0, count: 4096)
      _ = recv(connection, &request, request.count, 0)
      _ = send(connection, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
      // Closing at once would discard unsent bytes.
      while recv(connection, &request, request.count, 0) > 0 {}
      close(connection)
      close(listener)
    }
  }
}
