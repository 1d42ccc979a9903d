import CausewayConcurrency
import Glibc

/// The address at which a debugger connects: a local socket for processes of the same user, or a port of this machine,
/// which requires a token.
package enum DebugAddress: Sendable, Equatable, CustomStringConvertible {
  case path(String)
  case port(SocketAddress)

  /// Reads `PATH`, which contains a slash, `PORT` or `HOST:PORT`; nil for anything else, and for hosts other than
  /// loopback.
  package init?(_ text: String) {
    if text.contains("/") {
      self = .path(text)
    } else if let address = SocketAddress(text) {
      self = .port(address)
    } else {
      return nil
    }
  }

  package var description: String {
    switch self {
    case .path(let path): path
    case .port(let address): address.description
    }
  }

  /// The path at which `causeway dap` looks for a process: `causeway-debug-PID.sock` in the directory `XDG_RUNTIME_DIR`.
  ///
  /// - Throws: `FAILED_PRECONDITION` if there is no such directory.
  package static func standardPath(of process: Int32) throws(InspectorError) -> String {
    "\(try runtimeDirectory())/\(prefix)\(process).sock"
  }

  /// The standard path of this process; a path in a new directory if there is no runtime directory, as in containers
  /// and under sudo.
  ///
  /// - Returns: the path, and the directory if it was made.
  static func makeStandardPath() throws(InspectorError) -> (path: String, directory: String?) {
    if let path = try? standardPath(of: getpid()) { return (path, nil) }
    var template = Array("/tmp/causeway-XXXXXX".utf8CString)
    // Only this user may use a directory that mkdtemp makes.
    guard unsafe mkdtemp(&template) != nil else { throw .system("create a directory in /tmp") }
    let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return ("\(directory)/debug.sock", directory)
  }

  /// The processes of this user to which a debugger can connect.
  package static func processes() throws(InspectorError) -> [Int32] {
    let path = try runtimeDirectory()
    return ProcessTable.names(in: path).compactMap { name in
      guard name.hasPrefix(prefix), name.hasSuffix(".sock"),
        let process = Int32(name.dropFirst(prefix.count).dropLast(".sock".count)), process > 0,
        // The socket of one that was killed stays.
        kill(process, 0) == 0
      else { return nil }
      return process
    }.sorted()
  }

  private static let prefix = "causeway-debug-"

  fileprivate static func runtimeDirectory() throws(InspectorError) -> String {
    do throws(LocalSocketError) { return try LocalSocket.runtimeDirectory() } catch { throw InspectorError(error) }
  }
}

/// The secret that a debugger needs to connect to a port, which any user of this machine can reach.
package struct DebugToken: Sendable {
  /// 128 random bits, in hexadecimal.
  package let text: String
  /// The file that contains it, which only this user may read; nil without a runtime directory.
  package let path: String?

  /// Makes a token, and its file.
  ///
  /// - Throws: if the file cannot be written.
  init(for port: UInt16) throws(InspectorError) {
    var random = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in DebugToken.hexadecimal(random.next()) }.joined()
    guard let path = DebugToken.path(for: port) else {
      self.path = nil
      return
    }
    // The one of a program that was killed.
    unsafe unlink(path)
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system("write \(path)") }
    defer { close(descriptor) }
    let line = Array("\(text)\n".utf8)
    guard unsafe write(descriptor, line, line.count) == line.count else { throw .system("write \(path)") }
    self.path = path
  }

  /// Reads the token of a program that listens on a port; nil if this user has no such program.
  package static func text(for port: UInt16) -> String? {
    guard let path = path(for: port), let file = unsafe fopen(path, "re") else { return nil }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard unsafe fgets(&line, CInt(line.count), file) != nil else { return nil }
    return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func path(for port: UInt16) -> String? {
    (try? DebugAddress.runtimeDirectory()).map { "\($0)/causeway-debug-\(port).token" }
  }

  func removeFile() {
    if let path { unsafe unlink(path) }
  }

  /// Compares in a time that says nothing about where the texts differ.
  func isEqual(to other: String) -> Bool {
    guard other.utf8.count == text.utf8.count else { return false }
    return zip(other.utf8, text.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
