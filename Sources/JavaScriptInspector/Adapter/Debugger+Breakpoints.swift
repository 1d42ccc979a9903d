import FoundationEssentials
import JavaScriptModules
import JavaScriptRuntime
import JavaScriptSyntax

extension Debugger {
  /// Breakpoints of one file, at most.
  private static let maximumBreakpoints = 10_000

  /// Replaces the breakpoints of a file.
  ///
  /// Those in a file that is not loaded yet are pending.
  func setBreakpoints(_ arguments: JSON) async throws(InspectorError) -> JSON {
    guard let path = arguments["source"]?["path"]?.string else {
      throw InspectorError(.invalidArgument, "setBreakpoints needs the path of a source.")
    }
    let wanted = arguments["breakpoints"]?.array ?? []
    guard wanted.count <= Debugger.maximumBreakpoints else {
      throw InspectorError(.invalidArgument, "A file has at most \(Debugger.maximumBreakpoints) breakpoints.")
    }
    inspection.requestAttention()
    for old in breakpoints.removeValue(forKey: path) ?? [] {
      await remove(old)
    }
    var answers: [JSON] = []
    for one in wanted {
      do throws(InspectorError) {
        answers.append(try await setBreakpoint(one, path: path))
      } catch {
        answers.append(["verified": false, "message": .string(error.description)])
      }
    }
    return ["breakpoints": .array(answers)]
  }

  private func setBreakpoint(_ one: JSON, path: String) async throws(InspectorError) -> JSON {
    guard let line = one["line"]?.integer, (1...Int(Int32.max)).contains(line) else {
      throw InspectorError(.invalidArgument, "A breakpoint needs a line, counted from 1.")
    }
    nextBreakpoint += 1
    let number = nextBreakpoint
    let (parameters, isProvisional) = try engineBreakpoint(one, path: path)
    let result = try await engine.request("Debugger.setBreakpointByUrl", parameters)
    let id = result["breakpointId"]?.string ?? ""
    breakpoints[path, default: []].append(
      Breakpoint(number: number, request: one, engine: id, isProvisional: isProvisional))
    breakpointNumbers[id] = number
    var answer: [String: JSON] = ["id": JSON(number)]
    if let location = result["locations"]?.array?.first {
      answer.merge(place(location)) { first, _ in first }
      answer["verified"] = true
    } else {
      answer["verified"] = false
      answer["line"] = JSON(line)
      answer["message"] = "The file is not loaded yet."
    }
    return .object(answer)
  }

  func remove(_ breakpoint: Breakpoint) async {
    breakpointNumbers[breakpoint.engine] = nil
    await engine.post("Debugger.removeBreakpoint", ["breakpointId": .string(breakpoint.engine)])
  }

  /// The engine's description of a breakpoint, and whether it is provisional.
  ///
  /// The first line of a script begins with text of the runtime, whose length is known only when the script is loaded.
  func engineBreakpoint(_ one: JSON, path: String) throws(InspectorError) -> (parameters: JSON, isProvisional: Bool) {
    let line = one["line"]?.integer ?? 1
    let prefix = line == 1 ? urls(ofPath: path).map(inspection.prefixLength).max() ?? 0 : 0
    var options: [String: JSON] = [:]
    if let condition = try condition(of: one) { options["condition"] = .string(condition) }
    if let hits = one["hitCondition"]?.string, !hits.isEmpty {
      options["ignoreCount"] = JSON(try Debugger.hitsToIgnore(hits))
    }
    if line == 1, prefix == 0 { return (provisionalBreakpoint(path: path), true) }
    var parameters: [String: JSON] = [
      "urlRegex": .string(pattern(ofPath: path)), "lineNumber": JSON(line - 1), "options": .object(options),
    ]
    let column = one["column"]?.integer.flatMap { (1...Int(Int32.max)).contains($0) ? $0 - 1 : nil }
    if column != nil || prefix > 0 { parameters["columnNumber"] = JSON((column ?? 0) + prefix) }
    return (.object(parameters), false)
  }

  /// A log point is a condition that prints and is never true.
  private func condition(of one: JSON) throws(InspectorError) -> String? {
    let condition = one["condition"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    guard let message = one["logMessage"]?.string, !message.isEmpty else { return condition }
    let log = "(console.log(\(Debugger.template(message))), false)"
    return condition.map { "(\($0)) && \(log)" } ?? log
  }

  /// A template literal in which `{expression}` stands for the expression's value.
  static func template(_ message: String) -> String {
    var text = "`"
    var depth = 0
    for character in message {
      switch character {
      case "{":
        text += depth == 0 ? "${" : "{"
        depth += 1
      case "}":
        text += depth == 0 ? "\\}" : "}"
        depth = max(0, depth - 1)
      case "`", "\\", "$": text += depth == 0 ? "\\\(character)" : String(character)
      default: text.append(character)
      }
    }
    return text + String(repeating: "}", count: depth) + "`"
  }

  /// How many hits pass before the program pauses: `5`, `>4` and `>=5` pause at the fifth and all that follow.
  static func hitsToIgnore(_ text: String) throws(InspectorError) -> Int {
    let compact = text.filter { $0 != " " }
    let (number, first): (Int?, Int) =
      if compact.hasPrefix(">=") {
        (Int(compact.dropFirst(2)), 1)
      } else if compact.hasPrefix(">") {
        (Int(compact.dropFirst()), 0)
      } else {
        (Int(compact), 1)
      }
    guard let number, number >= first, number <= Int(Int32.max) else {
      throw InspectorError(.invalidArgument, "A hit condition is a number, as in 5 or >=5.")
    }
    return number - first
  }

  func setFunctionBreakpoints(_ arguments: JSON) async throws(InspectorError) -> JSON {
    inspection.requestAttention()
    for name in functionBreakpoints {
      try await engine.request("Debugger.removeSymbolicBreakpoint", ["symbol": .string(name)])
    }
    functionBreakpoints = []
    var answers: [JSON] = []
    for one in (arguments["breakpoints"]?.array ?? []).prefix(1000) {
      let name = one["name"]?.string ?? ""
      do throws(InspectorError) {
        var parameters: [String: JSON] = ["symbol": .string(name)]
        if let condition = one["condition"]?.string, !condition.isEmpty {
          parameters["options"] = ["condition": .string(condition)]
        }
        try await engine.request("Debugger.addSymbolicBreakpoint", .object(parameters))
        functionBreakpoints.append(name)
        answers.append(["verified": true])
      } catch {
        answers.append(["verified": false, "message": .string(error.description)])
      }
    }
    return ["breakpoints": .array(answers)]
  }

  func breakpointLocations(_ arguments: JSON) async throws(InspectorError) -> JSON {
    guard let path = arguments["source"]?["path"]?.string, let line = arguments["line"]?.integer, line > 0 else {
      throw InspectorError(.invalidArgument, "breakpointLocations needs a source and a line.")
    }
    let urls = urls(ofPath: path)
    guard let script = scripts.values.first(where: { urls.contains($0.url) }) else { return ["breakpoints": []] }
    let end = max(line, min(arguments["endLine"]?.integer ?? line, line + 1000))
    let result = try await engine.request(
      "Debugger.getBreakpointLocations",
      [
        "start": ["scriptId": .string(script.id), "lineNumber": JSON(line - 1), "columnNumber": 0],
        "end": ["scriptId": .string(script.id), "lineNumber": JSON(end), "columnNumber": 0],
      ])
    return ["breakpoints": .array((result["locations"]?.array ?? []).map { .object(place($0)) })]
  }

  /// Tells the debugger that a pending breakpoint has found its place.
  func breakpointResolved(_ parameters: JSON) {
    guard let engineID = parameters["breakpointId"]?.string, let location = parameters["location"],
      let number = breakpointNumbers[engineID]
    else { return }
    var breakpoint = place(location)
    breakpoint["id"] = JSON(number)
    breakpoint["verified"] = true
    event("breakpoint", ["reason": "changed", "breakpoint": .object(breakpoint)])
  }

  // MARK: Scripts

  func addScript(_ parameters: JSON) {
    guard let id = parameters["scriptId"]?.string, scripts.count < Debugger.maximumScripts else { return }
    let url = parameters["sourceURL"]?.string ?? parameters["url"]?.string ?? ""
    let script = Script(id: id, url: url, lastLine: parameters["endLine"]?.integer ?? 0)
    scripts[id] = script
    if isListed(script) { event("loadedSource", ["reason": "new", "source": source(of: script)]) }
  }

  /// Whether a script is a part of this package.
  func isHidden(_ url: String) -> Bool { url.hasPrefix("causeway:") }

  /// Whether a script is listed as a source: the engine compiles texts of its own, which have no URL.
  func isListed(_ script: Script) -> Bool { !script.url.isEmpty && !isHidden(script.url) }

  /// The URLs that the scripts of a file may have.
  ///
  /// A module has its file's URL, with links resolved; a script has the name that the command line gave it.
  func urls(ofPath path: String) -> Set<String> {
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let urls = [path, real].map { ModuleURL(filePath: $0).description }
    return Set(urls + names.filter { $0.value == path || $0.value == real }.keys)
  }

  /// A regular expression that matches these URLs.
  func pattern(ofPath path: String) -> String {
    "^(?:\(urls(ofPath: path).map(Debugger.escaped).sorted().joined(separator: "|")))$"
  }

  /// A regular expression that matches exactly this text.
  static func escaped(_ text: String) -> String {
    String(text.flatMap { "\\^$.*+?()[]{}|".contains($0) ? "\\\($0)" : String($0) })
  }

  func source(of script: Script) -> JSON {
    let path = names[script.url] ?? ModuleURL(script.url)?.filePath
    var source: [String: JSON] = [
      "name": .string((path ?? script.url).split(separator: "/").last.map(String.init) ?? "(script \(script.id))")
    ]
    if let path { source["path"] = .string(path) } else { source["sourceReference"] = JSON(Int(script.id) ?? 0) }
    return .object(source)
  }

  func sourceText(_ arguments: JSON) async throws(InspectorError) -> JSON {
    guard let number = arguments["sourceReference"]?.integer, scripts[String(number)] != nil else {
      throw InspectorError(.invalidArgument, "There is no source of this number.")
    }
    let result = try await engine.request("Debugger.getScriptSource", ["scriptId": .string(String(number))])
    return ["content": result["scriptSource"] ?? "", "mimeType": "text/javascript"]
  }

  /// An engine's location as line and column, counted from 1.
  func place(_ location: JSON) -> [String: JSON] {
    place(enginePosition(of: ["location": location]), in: script(of: location))
  }

  /// A place in the text that the engine runs, as line and column of the source.
  func place(_ position: ModuleText.Position, in script: Script?) -> [String: JSON] {
    let prefix = position.line == 1 ? script.map { inspection.prefixLength(of: $0.url) } ?? 0 : 0
    return ["line": JSON(position.line), "column": JSON(max(1, position.column - prefix))]
  }
}
