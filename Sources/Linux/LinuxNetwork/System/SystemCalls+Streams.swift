import Glibc

/// One request to a server and its answer, over TCP, with a time limit.
extension SystemCalls {
  typealias Deadline = ContinuousClock.Instant

  /// Sends `request` to a host by one IP version, and returns the answer when `isEnough` returns true, or at its end.
  ///
  /// `nil` if no address of the host accepts the connection in time, and if the connection breaks or the time passes
  /// before the answer is enough. Resolving the name blocks for as long as the C library waits for name servers, which
  /// may exceed the deadline.
  static func exchange(
    _ request: [UInt8], with host: String, _ port: UInt16, isIPv6: Bool, until deadline: Deadline, limit: Int,
    isEnough: ([UInt8]) -> Bool
  ) -> [UInt8]? {
    for name in names(of: host, port, isIPv6) {
      guard let descriptor = connected(to: name, isIPv6, until: deadline) else { continue }
      return exchange(request, over: descriptor, until: deadline, limit: limit, isEnough: isEnough)
    }
    return nil
  }

  private static func exchange(
    _ request: [UInt8], over descriptor: borrowing FileDescriptor, until deadline: Deadline, limit: Int,
    isEnough: ([UInt8]) -> Bool
  ) -> [UInt8]? {
    // The buffer of a new connection has room for a whole request.
    let sent = retryingInterrupts {
      unsafe request.withUnsafeBytes {
        unsafe Glibc.send(descriptor.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
    }
    guard sent == request.count else { return nil }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while answer.count < limit {
      guard isReady(descriptor, Int16(POLLIN), until: deadline) else { return nil }
      let count = retryingInterrupts {
        unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor.number, $0.baseAddress, $0.count, 0) }
      }
      if count == 0 { return answer }
      guard count > 0 else { return nil }
      answer += buffer[..<count]
      if isEnough(answer) { return answer }
    }
    return answer
  }

  /// The socket names of a host, four at most.
  private static func names(of host: String, _ port: UInt16, _ isIPv6: Bool) -> [[UInt8]] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = isIPv6 ? AF_INET6 : AF_INET
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
    defer { unsafe freeaddrinfo(list) }
    var names: [[UInt8]] = []
    var next = unsafe list
    while let entry = unsafe next?.pointee, names.count < 4 {
      if let address = unsafe entry.ai_addr {
        unsafe names.append(Array(UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))))
      }
      unsafe next = entry.ai_next
    }
    return names
  }

  private static func connected(to name: [UInt8], _ isIPv6: Bool, until deadline: Deadline) -> FileDescriptor? {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let number = socket(isIPv6 ? AF_INET6 : AF_INET, type, 0)
    guard number >= 0 else { return nil }
    let descriptor = FileDescriptor(number)
    let result = unsafe name.withUnsafeBytes { bytes in
      unsafe connect(number, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    if result == 0 { return descriptor }
    guard errno == EINPROGRESS, isReady(descriptor, Int16(POLLOUT), until: deadline) else { return nil }
    var failure: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &failure, &size) == 0, failure == 0 else { return nil }
    return descriptor
  }

  private static func isReady(_ descriptor: borrowing FileDescriptor, _ events: Int16, until deadline: Deadline) -> Bool
  {
    while true {
      let rest = ContinuousClock.now.duration(to: deadline)
      guard rest > .zero else { return false }
      var polled = pollfd(fd: descriptor.number, events: events, revents: 0)
      // Rounded up: a rest of less than a millisecond must not become a busy loop.
      let count = unsafe poll(&polled, 1, Int32(min(rest / .milliseconds(1) + 1, 1e6)))
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
    }
  }
}
