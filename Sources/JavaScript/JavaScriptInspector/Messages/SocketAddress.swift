import Glibc

/// An address of this machine's loopback network, and a port.
package struct SocketAddress: Sendable, Equatable, CustomStringConvertible {
  /// The address in host byte order.
  let host: UInt32
  package let port: UInt16

  /// A port of 127.0.0.1; 0 lets the system choose one.
  package init(port: UInt16) {
    host = 0x7f00_0001
    self.port = port
  }

  /// Reads `PORT`, `HOST:PORT`; nil if it is not an address of the loopback network (127.0.0.0/8, `localhost`).
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let last = parts.last, parts.count <= 2, let port = UInt16(last) else { return nil }
    var address = in_addr()
    let name = parts.count == 1 || parts[0] == "localhost" ? "127.0.0.1" : String(parts[0])
    guard unsafe inet_pton(AF_INET, name, &address) == 1 else { return nil }
    host = UInt32(bigEndian: address.s_addr)
    guard host >> 24 == 127 else { return nil }
    self.port = port
  }

  init?(
    of descriptor: Int32,
    _ read: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe read(descriptor, $0, &length) }
    }
    guard result == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
    host = UInt32(bigEndian: address.sin_addr.s_addr)
    port = UInt16(bigEndian: address.sin_port)
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = host.bigEndian
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  package var description: String {
    "\(host >> 24).\(host >> 16 & 255).\(host >> 8 & 255).\(host & 255):\(port)"
  }

  /// The number of the socket that is connected from this address; nil if there is none any more.
  ///
  /// Source: `/proc/net/tcp`, proc_net_tcp.rst: addresses in hexadecimal, in network order as a native integer. Of a
  /// connection that has been closed, on either side, the kernel no longer says whose it was: user and socket are 0.
  func socket(connectedTo other: SocketAddress) -> UInt64? {
    // Foundation reads only the first 4 KiB of a file whose size is unknown, which is 26 connections.
    guard let table = unsafe fopen("/proc/self/net/tcp", "re") else { return nil }
    defer { unsafe fclose(table) }
    var line = [CChar](repeating: 0, count: 512)
    while unsafe fgets(&line, CInt(line.count), table) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let fields = text.split(separator: " ")
      guard fields.count > 9, fields[1] == kernelText, fields[2] == other.kernelText, fields[3] == "01" else {
        continue
      }
      return UInt64(fields[9]).flatMap { $0 == 0 ? nil : $0 }
    }
    return nil
  }

  private var kernelText: String {
    func hexadecimal(_ number: UInt32, _ digits: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    return hexadecimal(host.bigEndian, 8) + ":" + hexadecimal(UInt32(port), 4)
  }
}
