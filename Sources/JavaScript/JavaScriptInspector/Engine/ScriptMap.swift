import FoundationEssentials
import JavaScriptModules
import JavaScriptSyntax

/// The source map of a script, with the places of its original texts on this machine.
struct ScriptMap: Sendable {
  /// Where code of an original text stands; lines and columns count from 1.
  struct Original: Sendable {
    /// An absolute path, or a URL or path that is none.
    let path: String
    let line: Int
    let column: Int
  }

  private let map: SourceMap
  /// The map's names of its original texts, by their paths.
  private let sources: [String: String]
  private let base: String

  /// Reads the map that a script names.
  ///
  /// Nil if there is none, if it is malformed or larger than ``SourceMap/maximumBytes``.
  ///
  /// - Parameters:
  ///   - reference: a `data:` URL, or the map's place relative to the script.
  ///   - path: that of the script's file, or its URL.
  init?(_ reference: String, ofScript path: String) {
    if reference.hasPrefix("data:") {
      guard let map = SourceMapReference.data(of: reference).flatMap({ SourceMap($0) }) else { return nil }
      self.map = map
      base = path
    } else {
      base = ScriptMap.path(SourceFiles.name(of: reference, from: path))
      guard let map = ScriptMap.bytes(of: base).flatMap({ SourceMap($0) }) else { return nil }
      self.map = map
    }
    let root = base
    sources = Dictionary(map.sources.map { (ScriptMap.path(SourceFiles.name(of: $0, from: root)), $0) }) { _, last in
      last
    }
  }

  /// The original texts' paths.
  var paths: Set<String> { Set(sources.keys) }

  /// The original text, if the map has it.
  func content(ofPath path: String) -> String? { sources[path].flatMap { map.content(of: $0) } }

  /// Whether code of the script comes from a file; links are followed.
  func contains(_ path: String) -> Bool { sources[path] != nil }

  /// The original places of some places of the script's source; nil where it has none.
  func originals(of positions: [ModuleText.Position]) -> [Original?] {
    map.originals(of: positions.map { SourceMap.Position(line: $0.line, column: $0.column) }).map { original in
      original.map {
        Original(
          path: ScriptMap.path(SourceFiles.name(of: $0.source, from: base)), line: $0.line, column: $0.column)
      }
    }
  }

  /// The first code of the script that comes from each place of a file or the next code behind it; nil behind all code.
  func generated(_ places: [ModuleText.Position], inPath path: String) -> [ModuleText.Position?] {
    guard let source = sources[path] else { return places.map { _ in nil } }
    return map.generated(places.map { SourceMap.Position(line: $0.line, column: $0.column) }, in: source).map {
      $0.map { ModuleText.Position(line: $0.generated.line, column: $0.generated.column) }
    }
  }

  /// The path of a file's URL; other names stay.
  private static func path(_ name: String) -> String { ModuleURL(name)?.filePath ?? name }

  /// The bytes of a file of this machine; nil if it is none, or too large.
  private static func bytes(of path: String) -> [UInt8]? {
    guard path.hasPrefix("/"), let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      attributes[.size] as? Int ?? .max <= SourceMap.maximumBytes
    else { return nil }
    return (try? Data(contentsOf: URL(fileURLWithPath: path))).map { Array($0) }
  }
}
