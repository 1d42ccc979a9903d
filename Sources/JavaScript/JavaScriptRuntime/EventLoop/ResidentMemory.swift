import Glibc

/// The resident memory of this process.
package enum ResidentMemory {
  /// The number of bytes, from the second field of /proc/self/statm; nil if it cannot be read.
  package static var bytes: Int? {
    let file = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return unsafe withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let count = unsafe read(file, buffer.baseAddress, buffer.count)
      guard count > 0 else { return nil }
      let text = unsafe String(decoding: buffer.prefix(count), as: UTF8.self)
      return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
    }
  }
}
