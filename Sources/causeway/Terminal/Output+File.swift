import Glibc

extension Output {
  /// Why a file of this name cannot be written, as far as that can be told before; nil if nothing is known.
  static func obstacle(toWriting path: String) -> String? {
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { return "it is a directory" }
      return unsafe access(path, W_OK) == 0 ? nil : reason
    }
    guard errno == ENOENT else { return reason }
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    return unsafe access(folder, W_OK | X_OK) == 0 ? nil : reason
  }

  /// What `errno` says, for the end of a sentence.
  static var reason: String { unsafe String(cString: strerror(errno)).lowercased() }

  /// Writes a file anew, for its owner's eyes only; false when that fails, with the reason in `errno`.
  static func write(_ text: String, toFile path: String) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer {
      let reason = errno
      close(descriptor)
      errno = reason
    }
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
