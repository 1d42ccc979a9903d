import JavaScriptModules
import JavaScriptRuntime

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
      try await engine.request("Debugger.removeBreakpoint", ["breakpointId": .string(old.engine)])
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
    var parameters: [String: JSON] = ["url": .string(url(ofPath: path)), "lineNumber": JSON(line - 1)]
    if let column = one["column"]?.integer, (1...Int(Int32.max)).contains(column) {
      parameters["columnNumber"] = JSON(column - 1)
    }
    var options: [String: JSON] = [:]
    if let condition = try condition(of: one) { options["condition"] = .string(condition) }
    if let hits = one["hitCondition"]?.string, !hits.isEmpty {
      options["ignoreCount"] = JSON(try Debugger.hitsToIgnore(hits))
    }
    parameters["options"] = .object(options)
    let result = try await engine.request("Debugger.setBreakpointByUrl", .object(parameters))
    nextBreakpoint += 1
    let number = nextBreakpoint
    breakpoints[path, default: []].append((number, result["breakpointId"]?.string ?? ""))
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

  func setExceptionBreakpoints(_ arguments: JSON) async throws(InspectorError) -> JSON {
    let filters = arguments["filters"]?.array?.compactMap(\.string) ?? []
    let state = filters.contains("all") ? "all" : filters.contains("uncaught") ? "uncaught" : "none"
    inspection.requestAttention()
    try await engine.request("Debugger.setPauseOnExceptions", ["state": .string(state)])
    return ["breakpoints": .array(filters.map { _ in ["verified": true] })]
  }

  func breakpointLocations(_ arguments: JSON) async throws(InspectorError) -> JSON {
    guard let path = arguments["source"]?["path"]?.string, let line = arguments["line"]?.integer, line > 0 else {
      throw InspectorError(.invalidArgument, "breakpointLocations needs a source and a line.")
    }
    let url = url(ofPath: path)
    guard let script = scripts.values.first(where: { $0.url == url }) else { return ["breakpoints": []] }
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
      let number = breakpoints.values.joined().first(where: { $0.engine == engineID })?.number
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
    let script = Script(id: id, url: url)
    scripts[id] = script
    if !isHidden(url) { event("loadedSource", ["reason": "new", "source": source(of: script)]) }
  }

  /// Whether a script is a part of this package.
  func isHidden(_ url: String) -> Bool { url.hasPrefix("causeway:") }

  /// The URL of the scripts that a file's breakpoints are for.
  func url(ofPath path: String) -> String {
    names.first { $0.value == path }?.key ?? ModuleURL(filePath: path).description
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
    [
      "line": JSON((location["lineNumber"]?.integer ?? 0) + 1),
      "column": JSON((location["columnNumber"]?.integer ?? 0) + 1),
    ]
  }
}
