import Glibc

extension SystemCalls {
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
}

extension SystemCalls {
  /// The target of a symbolic link.
  ///
  /// `nil` if the link does not exist.
  static func target(ofLink path: [UInt8]) -> [UInt8]? {
    guard !path.contains(0) else { return nil }
    let terminated = (path + [0]).map { CChar(bitPattern: $0) }
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(terminated, &target, target.count)
    return count > 0 ? target[..<count].map { UInt8(bitPattern: $0) } : nil
  }

  /// The number of the calling thread's network namespace, to compare namespaces.
  ///
  /// 0 if /proc is not mounted.
  static var networkNamespace: UInt64 {
    var facts = stat()
    return unsafe stat("/proc/thread-self/ns/net", &facts) == 0 ? UInt64(facts.st_ino) : 0
  }
}
