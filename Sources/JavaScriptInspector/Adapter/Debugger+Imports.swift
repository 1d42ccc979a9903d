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
    return imports.translated(expression, names: names.subtracting(try await variables(of: frame)))
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

  private func importedNames(of script: Script) -> ImportedNames {
    if let known = imports[script.id] { return known }
    var source = ""
    var options = ParserOptions()
    if let path = ModuleURL(script.url)?.filePath {
      if [".ts", ".mts", ".cts"].contains(where: path.hasSuffix) { options.language = .typeScript }
      let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int ?? 0
      if size <= Debugger.maximumLength { source = (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
    }
    let names = ImportedNames(parsing: source, options)
    imports[script.id] = names
    return names
  }
}
