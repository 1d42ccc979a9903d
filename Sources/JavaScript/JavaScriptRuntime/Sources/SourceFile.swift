import Glibc

/// Reads JavaScript source from a file, and reports a clear error for anything that is not source.
package enum SourceFile {
  private static let limit = 256 << 20

  /// - Parameters:
  ///   - path: the name of the file in error messages.
  ///   - name: the bytes of the file name, if they are not valid UTF-8; nil for the bytes of `path`.
  package static func read(_ path: String, bytes name: [UInt8]? = nil) throws(JavaScriptError) -> String {
    func failure(_ reason: String) -> JavaScriptError {
      JavaScriptError(
        code: .init(rawValue: "NOT_FOUND"), operation: "read \(path)", message: "Cannot read \(path): \(reason)")
    }
    func reason() -> String { unsafe String(cString: strerror(errno)).lowercased() + "." }
    func call(_ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
      unsafe ((name ?? Array(path.utf8)) + [0]).withUnsafeBytes {
        unsafe body($0.assumingMemoryBound(to: CChar.self).baseAddress!)
      }
    }
    func requireFile(_ status: stat) throws(JavaScriptError) {
      switch status.st_mode & S_IFMT {
      case S_IFDIR: throw failure("it is a directory; name a file in it.")
      case S_IFREG: break
      default: throw failure("it is not a regular file.")
      }
    }
    // Checked before the file is opened: opening a device has side effects, and opening a FIFO unblocks its writer.
    var status = stat()
    guard unsafe call({ unsafe stat($0, &status) }) == 0 else { throw failure(reason()) }
    try requireFile(status)
    let descriptor = unsafe call { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw failure(reason()) }
    defer { close(descriptor) }
    // Checked again, because the name may belong to another file by now.
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(reason()) }
    try requireFile(status)
    guard status.st_size <= limit else { throw failure("it is larger than \(limit >> 20) MiB.") }
    return try text(try bytes(descriptor, failure: failure), failure: failure)
  }

  /// Reads all of standard input.
  package static func readStandardInput() throws(JavaScriptError) -> String {
    func failure(_ reason: String) -> JavaScriptError {
      JavaScriptError(
        code: .init(rawValue: "NOT_FOUND"), operation: "read standard input",
        message: "Cannot read standard input: \(reason)")
    }
    return try text(try bytes(STDIN_FILENO, failure: failure), failure: failure)
  }

  private static func bytes(
    _ descriptor: Int32, failure: (String) -> JavaScriptError
  ) throws(JavaScriptError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(unsafe String(cString: strerror(errno)).lowercased() + ".")
      }
      guard bytes.count + count <= limit else { throw failure("it is larger than \(limit >> 20) MiB.") }
      bytes += chunk[..<count]
    }
  }

  private static func text(
    _ bytes: [UInt8], failure: (String) -> JavaScriptError
  ) throws(JavaScriptError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw failure("it is not UTF-8 text.")
    }
    return text
  }
}
