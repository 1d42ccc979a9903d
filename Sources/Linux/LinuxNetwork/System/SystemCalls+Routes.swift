import Glibc

extension SystemCalls {
  /// The source address that connect() chooses for packets to `destination`.
  ///
  /// Both have four octets or sixteen. `nil` if connect() fails: no route leads there. The socket sends nothing.
  static func sourceAddress(to destination: [UInt8]) -> [UInt8]? {
    let isIPv4 = destination.count == 4
    let family = isIPv4 ? AF_INET : AF_INET6
    let number = socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    let descriptor = FileDescriptor(number)
    // struct sockaddr_in: family, port, address. struct sockaddr_in6: family, port, flow, address, scope.
    let octets = isIPv4 ? 4..<8 : 8..<24
    var name = [UInt8](repeating: 0, count: isIPv4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size)
    name.replaceSubrange(octets, with: destination)
    let isConnected = unsafe name.withUnsafeMutableBytes { buffer in
      unsafe buffer.storeBytes(of: sa_family_t(family), as: sa_family_t.self)
      unsafe buffer.storeBytes(of: UInt16(53).bigEndian, toByteOffset: 2, as: UInt16.self)
      var length = socklen_t(buffer.count)
      guard let address = unsafe buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
      return unsafe connect(descriptor.number, address, length) == 0
        && getsockname(descriptor.number, address, &length) == 0
    }
    return isConnected ? Array(name[octets]) : nil
  }
}
