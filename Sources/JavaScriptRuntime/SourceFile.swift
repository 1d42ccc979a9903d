import Glibc

/// Reads JavaScript source from a file, with an answer for everything that is no source.
package enum SourceFile {
  private static let limit = 256 << 20

  package static func read(_ path: String) throws(JavaScriptError) -> String {
    func failure(_ reason: String) -> JavaScriptError {
      JavaScriptError(
        code: .init(rawValue: "NOT_FOUND"), operation: "read \(path)", message: "Cannot read \(path): \(reason)")
    }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(unsafe String(cString: strerror(errno)).lowercased() + ".") }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure("its kind is unknown.") }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw failure("it is a directory; name a file in it.")
    case S_IFREG: break
    default: throw failure("it is not a regular file.")
    }
    guard status.st_size <= limit else { throw failure("it is larger than \(limit >> 20) MiB.") }
    return try text(try bytes(descriptor, failure: failure), failure: failure)
  }

  /// Reads everything that comes from standard input.
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
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw failure("it is no text in UTF-8, so it is no JavaScript.")
    }
    return text
  }
}
