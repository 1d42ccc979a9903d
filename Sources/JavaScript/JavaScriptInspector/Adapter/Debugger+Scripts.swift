import JavaScriptModules
import JavaScriptRuntime
import JavaScriptSyntax

/// The scripts of the program, and the files that they are.
extension Debugger {
  func addScript(_ parameters: JSON) {
    guard let id = parameters["scriptId"]?.string, scripts.count < Debugger.maximumScripts else { return }
    let url = parameters["sourceURL"]?.string ?? parameters["url"]?.string ?? ""
    let script = Script(
      id: id, url: url, lastLine: parameters["endLine"]?.integer ?? 0,
      sourceMapURL: parameters["sourceMapURL"]?.string.flatMap { $0.isEmpty ? nil : $0 })
    scripts[id] = script
    let source = source(of: script)
    if isListed(script), source["path"]?.string.map(port.isNew) != false {
      event("loadedSource", ["reason": "new", "source": source])
    }
  }

  /// Whether a script is a part of this package.
  func isHidden(_ url: String) -> Bool { url.hasPrefix("causeway:") }

  /// Whether a script is listed as a source: the engine also compiles internal texts, which have no URL.
  func isListed(_ script: Script) -> Bool { !script.url.isEmpty && !isHidden(script.url) }

  /// The URLs that the scripts of a file may have.
  func urls(ofPath path: String) -> Set<String> { names.urls(ofPath: path) }

  func source(of script: Script) -> JSON {
    let path = names.path(ofURL: script.url)
    var source: [String: JSON] = [
      "name": .string((path ?? script.url).split(separator: "/").last.map(String.init) ?? "(script \(script.id))")
    ]
    if let path { source["path"] = .string(path) } else { source["sourceReference"] = JSON(Int(script.id) ?? 0) }
    return .object(source)
  }

  func sourceText(_ arguments: JSON) async throws(InspectorError) -> JSON {
    if let text = originalText(arguments["sourceReference"]?.integer) {
      return ["content": .string(text), "mimeType": "text/javascript"]
    }
    guard let number = arguments["sourceReference"]?.integer, scripts[String(number)] != nil else {
      throw InspectorError(.invalidArgument, "There is no source with this number.")
    }
    let result = try await engine.request("Debugger.getScriptSource", ["scriptId": .string(String(number))])
    return ["content": result["scriptSource"] ?? "", "mimeType": "text/javascript"]
  }

  /// An engine's location as line and column, counted from 1, with the source where a source map leads to another one.
  func place(_ location: JSON) -> [String: JSON] {
    place(enginePosition(of: ["location": location]), in: script(of: location))
  }

  /// A place in the text that the engine runs, as line and column of the source.
  func place(_ position: ModuleText.Position, in script: Script?) -> [String: JSON] {
    let prefix = position.line == 1 ? script.map { inspection.prefixLength(of: $0.url) } ?? 0 : 0
    let place = ModuleText.Position(line: position.line, column: max(1, position.column - prefix))
    if let script, let map = map(of: script), let original = map.originals(of: [place])[0] {
      return [
        "line": JSON(original.line), "column": JSON(original.column),
        "source": originalSource(original.path, of: map),
      ]
    }
    return ["line": JSON(place.line), "column": JSON(place.column)]
  }
}
