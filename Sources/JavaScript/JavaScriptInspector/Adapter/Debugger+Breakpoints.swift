import JavaScriptRuntime
import JavaScriptSyntax

extension Debugger {
  /// Breakpoints of one file, at most.
  static let maximumBreakpoints = 10_000

  /// Replaces the breakpoints of a file.
  ///
  /// Those in a file that is not loaded yet are pending.
  func setBreakpoints(_ arguments: JSON) async throws(InspectorError) -> JSON {
    guard let path = arguments["source"]?["path"]?.string else {
      throw InspectorError(.invalidArgument, "setBreakpoints needs the path of a source.")
    }
    let wanted = arguments["breakpoints"]?.array ?? []
    guard wanted.count <= Debugger.maximumBreakpoints else {
      throw InspectorError(.invalidArgument, "A file can have at most \(Debugger.maximumBreakpoints) breakpoints.")
    }
    for old in breakpoints.removeValue(forKey: path) ?? [] {
      await remove(old)
    }
    if !wanted.isEmpty { await recordAsyncStacks() }
    var answers: [JSON] = []
    let places = mappedPlaces(of: wanted, path: path)
    for (one, place) in zip(wanted, places) {
      do throws(InspectorError) {
        answers.append(try await setBreakpoint(one, path: path, place))
      } catch {
        answers.append(["verified": false, "message": .string(error.description)])
      }
    }
    return ["breakpoints": .array(answers)]
  }

  private func setBreakpoint(
    _ one: JSON, path: String, _ mapped: MappedPlace?
  ) async throws(InspectorError) -> JSON {
    guard let line = one["line"]?.integer, (1...Int(Int32.max)).contains(line) else {
      throw InspectorError(.invalidArgument, "A breakpoint needs a line, counted from 1.")
    }
    let number = one["id"]?.integer ?? 0
    let parameters: JSON
    var isProvisional = false
    if let mapped {
      parameters = try mappedBreakpoint(one, at: mapped)
    } else {
      (parameters, isProvisional) = try engineBreakpoint(one, path: path)
    }
    let result = try await engine.request("Debugger.setBreakpointByUrl", parameters)
    let id = result["breakpointId"]?.string ?? ""
    breakpoints[path, default: []].append(
      Breakpoint(
        number: number, request: one, engine: id, isProvisional: isProvisional, isMapped: mapped != nil))
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
    let options = try engineOptions(one) { translated($0, line: line, column: one["column"]?.integer, path: path) }
    if line == 1, prefix == 0 { return (provisionalBreakpoint(one, path: path), true) }
    var parameters: [String: JSON] = [
      "urlRegex": .string(names.pattern(ofPath: path)), "lineNumber": JSON(line - 1), "options": options,
    ]
    let column = one["column"]?.integer.flatMap { (1...Int(Int32.max)).contains($0) ? $0 - 1 : nil }
    if column != nil || prefix > 0 { parameters["columnNumber"] = JSON((column ?? 0) + prefix) }
    return (.object(parameters), false)
  }

  /// The condition and the number of hits before a pause.
  ///
  /// - Parameter translate: makes the engine's expression of one in the text of the file.
  func engineOptions(_ one: JSON, _ translate: (String) -> String = { $0 }) throws(InspectorError) -> JSON {
    var options: [String: JSON] = [:]
    if let condition = try condition(of: one) { options["condition"] = .string(translate(condition)) }
    if let hits = one["hitCondition"]?.string, !hits.isEmpty {
      options["ignoreCount"] = JSON(try Debugger.hitsToIgnore(hits))
    }
    return .object(options)
  }

  /// A log point is a condition that prints and is never true.
  private func condition(of one: JSON) throws(InspectorError) -> String? {
    let condition = one["condition"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    guard let message = one["logMessage"]?.string, !message.isEmpty else { return condition }
    guard message.utf8.count <= 8_192 else {
      throw InspectorError(.invalidArgument, "A log message has more than 8,192 bytes.")
    }
    let log = "(\(LogMessage.printing(message)), false)"
    return condition.map { "(\($0)) && \(log)" } ?? log
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
      throw InspectorError(
        .invalidArgument, "A hit condition must be a number with an optional operator, such as 5 or >=5.")
    }
    return number - first
  }

  func setFunctionBreakpoints(_ arguments: JSON) async throws(InspectorError) -> JSON {
    for name in functionBreakpoints {
      try await engine.request("Debugger.removeSymbolicBreakpoint", ["symbol": .string(name)])
    }
    functionBreakpoints = []
    if arguments["breakpoints"]?.array?.isEmpty == false { await recordAsyncStacks() }
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
}
