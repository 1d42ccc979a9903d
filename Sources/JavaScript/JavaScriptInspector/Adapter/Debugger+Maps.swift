import FoundationEssentials
import JavaScriptRuntime
import JavaScriptSyntax

/// Programs that were made from other texts, by their source maps.
extension Debugger {
  /// Code of a script that comes from a place of a file.
  struct MappedPlace {
    let url: String
    /// In the script's source.
    let position: ModuleText.Position
  }

  /// Scripts whose maps are kept.
  private static let maximumMaps = 1000
  /// The numbers of original texts are larger than those of scripts.
  private static let firstOriginal = 1 << 30

  /// The source map of a script, which is read when it is needed first.
  func map(of script: Script) -> ScriptMap? {
    guard let reference = script.sourceMapURL else { return nil }
    return map(of: script.url, reference)
  }

  private func map(of url: String, _ reference: String) -> ScriptMap? {
    if let known = maps[url] { return known }
    guard maps.count < Debugger.maximumMaps else { return nil }
    let map = ScriptMap(reference, ofScript: names.path(ofURL: url) ?? url)
    maps[url] = .some(map)
    return map
  }

  // MARK: Breakpoints

  /// Where the loaded scripts have the code of some breakpoints of a file; nil where they have none.
  func mappedPlaces(of breakpoints: [JSON], path: String) -> [MappedPlace?] {
    for script in scripts.values {
      guard let map = map(of: script), let known = known(path, in: map) else { continue }
      return mappedPlaces(of: breakpoints, path: known, map, url: script.url)
    }
    return breakpoints.map { _ in nil }
  }

  private func mappedPlaces(of breakpoints: [JSON], path: String, _ map: ScriptMap, url: String) -> [MappedPlace?] {
    let places = breakpoints.map { one in
      ModuleText.Position(line: one["line"]?.integer ?? 0, column: one["column"]?.integer ?? 1)
    }
    return map.generated(places, inPath: path).map { $0.map { MappedPlace(url: url, position: $0) } }
  }

  /// The path by which a map knows a file, with links followed.
  private func known(_ path: String, in map: ScriptMap) -> String? {
    [path, URL(fileURLWithPath: path).resolvingSymlinksInPath().path].first(where: map.contains)
  }

  /// The engine's description of a breakpoint in a script that was made from the breakpoint's file.
  func mappedBreakpoint(_ one: JSON, at place: MappedPlace) throws(InspectorError) -> JSON {
    let prefix = place.position.line == 1 ? inspection.prefixLength(of: place.url) : 0
    return [
      "urlRegex": .string("^\(ScriptNames.escaped(place.url))$"), "lineNumber": JSON(place.position.line - 1),
      "columnNumber": JSON(place.position.column - 1 + prefix), "options": try engineOptions(one),
    ]
  }

  /// Gives the breakpoints of a script's original texts their places, before the script runs.
  func willRun(_ url: String, _ reference: String) async {
    maps[url] = nil
    guard !breakpoints.isEmpty, let map = map(of: url, reference) else { return }
    for (path, all) in breakpoints {
      guard let known = known(path, in: map) else { continue }
      let places = mappedPlaces(of: all.map(\.request), path: known, map, url: url)
      for (old, place) in zip(all, places) {
        guard let place, !old.isMapped, let parameters = try? mappedBreakpoint(old.request, at: place) else { continue }
        await remove(old)
        guard let id = try? await engine.request("Debugger.setBreakpointByUrl", parameters)["breakpointId"]?.string,
          let index = breakpoints[path]?.firstIndex(where: { $0.number == old.number })
        else { continue }
        breakpoints[path]?[index].engine = id
        breakpoints[path]?[index].isProvisional = false
        breakpoints[path]?[index].isMapped = true
        breakpointNumbers[id] = old.number
      }
    }
  }

  // MARK: Sources

  /// The scripts, and the texts that they were made from.
  var loadedSources: [JSON] {
    let listed = scripts.values.filter(isListed)
    let originals = listed.flatMap { script in
      map(of: script).map { map in map.paths.sorted().map { originalSource($0, of: map) } } ?? []
    }
    return listed.map(source(of:)) + originals
  }

  /// An original text: a file or, if there is none, the text that the map has.
  func originalSource(_ path: String, of map: ScriptMap) -> JSON {
    var source: [String: JSON] = ["name": .string(path.split(separator: "/").last.map(String.init) ?? path)]
    if path.hasPrefix("/"), FileManager.default.fileExists(atPath: path) || map.content(ofPath: path) == nil {
      source["path"] = .string(path)
    } else if map.content(ofPath: path) != nil {
      source["sourceReference"] = global(Debugger.firstOriginal + number(ofOriginal: path))
    }
    return .object(source)
  }

  private func number(ofOriginal path: String) -> Int {
    if let known = originalNumbers[path] { return known }
    originalNumbers[path] = originalTexts.count
    originalTexts.append(path)
    return originalTexts.count - 1
  }

  /// The original text of a number; nil if there is none.
  func originalText(_ reference: Int?) -> String? {
    guard let index = reference.map({ local($0) - Debugger.firstOriginal }), originalTexts.indices.contains(index)
    else {
      return nil
    }
    let path = originalTexts[index]
    for case let map? in maps.values {
      if let text = map.content(ofPath: path) { return text }
    }
    return nil
  }
}
