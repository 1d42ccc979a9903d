import Glibc

extension Output {
  /// Writes a file anew, for its owner's eyes only; false when that fails, with the reason in `errno`.
  static func write(_ text: String, toFile path: String) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while unsafe !rest.isEmpty {
        let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno != EINTR { return false }
        unsafe rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
      }
      return true
    }
  }
}
