import FoundationEssentials
import Glibc
import JavaScriptRuntime
import Synchronization

/// The entered lines, oldest first; kept in `$XDG_STATE_HOME/causeway/history`, readable only by the user.
final class History: Sendable {
  private static let limit = 1000
  private let entries: Mutex<[String]>
  private let path: String?

  init(path: String? = History.standardPath) {
    self.path = path
    let text = path.flatMap { try? SourceFile.read($0) } ?? ""
    entries = Mutex(text.split(separator: "\n").suffix(History.limit).map { History.unescaped($0) })
  }

  var all: [String] { entries.withLock { $0 } }

  /// Adds an entry, also to the file; if that fails, the entry is kept for this session only.
  func add(_ entry: String) {
    let kept = entries.withLock { entries in
      if entries.last != entry { entries.append(entry) }
      entries = entries.suffix(History.limit)
      return entries
    }
    guard let path else { return }
    let directory = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    try? FileManager.default.createDirectory(atPath: String(directory), withIntermediateDirectories: true)
    // O_NONBLOCK: opening a FIFO without a reader would block.
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(kept.map { History.escaped($0) + "\n" }.joined().utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  }

  private static var standardPath: String? {
    if let state = Environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/causeway/history" }
    return Environment["HOME"].map { $0 + "/.local/state/causeway/history" }
  }

  /// Escapes an entry to one line of the file.
  static func escaped(_ entry: String) -> String {
    entry.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }

  static func unescaped(_ line: some StringProtocol) -> String {
    var result = ""
    var isEscaped = false
    for character in line {
      if isEscaped {
        result.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
