import FoundationEssentials
import JavaScriptModules
import JavaScriptSyntax

/// The names that modules import, which are no variables of the engine.
extension Debugger {
  /// Bytes of the longest file that is parsed for its imports.
  private static let maximumLength = 16 << 20

  /// An expression with the code of a frame's module for the names that it imports.
  func translated(_ expression: String, in frameID: String) async throws(InspectorError) -> String {
    guard let frame = pause?.frames.first(where: { $0["callFrameId"]?.string == frameID }),
      let script = script(of: frame)
    else { return expression }
    let imports = importedNames(of: script)
    let names = imports.names(in: expression)
    if names.isEmpty { return expression }
    let seen = names.subtracting(try await variables(of: frame))
    return StackRoom.parseLarge { options in imports.translated(expression, names: seen, options: options) }
  }

  /// The variables that a frame sees, without global ones.
  private func variables(of frame: JSON) async throws(InspectorError) -> Set<String> {
    var names: Set<String> = []
    for scope in frame["scopeChain"]?.array ?? [] where scope["type"]?.string?.hasPrefix("global") != true {
      guard let object = scope["object"]?["objectId"] else { continue }
      let result = try await engine.request(
        "Runtime.getProperties", ["objectId": object, "ownProperties": true, "fetchCount": 10_000])
      names.formUnion((result["properties"]?.array ?? []).compactMap { $0["name"]?.string })
    }
    return names
  }

  /// The variables of a frame's module that its text does not have: the runtime made them.
  func generatedNames(ofFrame number: Int) -> Set<String> {
    guard let frame = pause?.frames[number - 1], let script = script(of: frame) else { return [] }
    return importedNames(of: script).generatedNames
  }

  private func importedNames(of script: Script) -> ImportedNames {
    if let known = imports[script.id] { return known }
    let (source, options) = moduleSource(names.path(ofURL: script.url))
    let imported = StackRoom.parseLarge(options) { options in ImportedNames(parsing: source, options) }
    imports[script.id] = imported
    return imported
  }

  /// A breakpoint's condition with the code of its module for the names that it imports, before the module is loaded.
  func translated(_ condition: String, line: Int, column: Int?, path: String) -> String {
    let (source, options) = moduleSource(path)
    return StackRoom.parseLarge(options) { options in
      ImportedNames(parsing: source, options).translated(
        condition, line: line, column: column, in: source, options)
    }
  }

  /// The text of a file, and how a runtime parses it; empty if it cannot be read, or is too long.
  private func moduleSource(_ path: String?) -> (text: String, ParserOptions) {
    let size = path.flatMap { (try? FileManager.default.attributesOfItem(atPath: $0)[.size]) as? Int } ?? 0
    guard let path, size <= Debugger.maximumLength, let text = try? String(contentsOfFile: path, encoding: .utf8),
      let source = try? TreeModuleLoader.files(under: "/").source(of: Array(text.utf8), at: path)
    else { return ("", ParserOptions()) }
    return (text, source.parserOptions)
  }
}
