import Glibc

extension Output {
  /// The reason why a file cannot be written, as far as it can be checked before; nil if none is found.
  static func obstacle(toWriting path: String) -> String? {
    let file = FileName(path)
    var status = stat()
    if unsafe file.withPointer({ unsafe stat($0, &status) }) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { return "it is a directory" }
      return unsafe file.withPointer { unsafe access($0, W_OK) } == 0 ? nil : reason
    }
    guard errno == ENOENT else { return reason }
    return unsafe file.folder.withPointer { unsafe access($0, W_OK | X_OK) } == 0 ? nil : reason
  }

  /// The text for `errno`, as the end of a sentence.
  static var reason: String { unsafe String(cString: strerror(errno)).lowercased() }
}
