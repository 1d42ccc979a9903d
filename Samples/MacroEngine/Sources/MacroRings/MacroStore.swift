public import Foundation

/// The file in which edited macros are saved.
public struct MacroStore: Sendable {
  /// The content of the file.
  struct Contents: Codable, Equatable {
    var version = 1
    /// The sources of the edited macros, by key.
    var macros: [String: Entry] = [:]

    struct Entry: Codable, Equatable {
      var javascript: String
      var earlier: [String]
    }
  }

  /// The location of the file.
  public let file: URL

  /// Makes a store for a file, which need not exist.
  public init(file: URL) { self.file = file }

  /// `$XDG_STATE_HOME/macro-engine/macros.json`, or below `~/.local/state`.
  public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> MacroStore {
    // The XDG specification requires that relative paths are ignored.
    let given = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    let base = given ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/state")
    return MacroStore(file: base.appending(path: "macro-engine/macros.json"))
  }

  /// The saved macros; empty if there is no file.
  ///
  /// A file that cannot be decoded is renamed, and the second result is a message about it.
  func load() -> (Contents, problem: String?) {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return (Contents(), nil)
    } catch {
      return (Contents(), "\(file.path) could not be read (\(error.brief)). The buttons have their original macros.")
    }
    do {
      let contents = try JSONDecoder().decode(Contents.self, from: data)
      guard contents.version == 1 else { throw CocoaError(.fileReadUnknown) }
      return (contents, nil)
    } catch {
      return (Contents(), "\(file.path) contains no macros that this program can read. \(renameDamaged())")
    }
  }

  private func renameDamaged() -> String {
    for number in 1...1000 {
      let kept = file.appendingPathExtension("unreadable-\(number)")
      do {
        try FileManager.default.moveItem(at: file, to: kept)
        return "It is kept as \(kept.lastPathComponent); the buttons have their original macros."
      } catch CocoaError.fileWriteFileExists {
        continue
      } catch {
        return "It could not be renamed (\(error.brief)): rename it before you edit, or it will be overwritten."
      }
    }
    return "It could not be renamed: there are already a thousand such files."
  }

  /// Writes atomically: a reader finds the old or the new file, also after a crash.
  func save(_ contents: Contents) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(contents)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    // Renaming a new file over a symbolic link would replace the link.
    try data.write(to: file.resolvingSymlinksInPath(), options: .atomic)
  }
}

extension Error {
  /// The system's message for a failed file operation, such as `No space left on device`.
  var brief: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    guard let underlying, underlying.domain == NSPOSIXErrorDomain else { return localizedDescription }
    return String(cString: strerror(Int32(underlying.code)))
  }
}
