import JavaScriptModules
import JavaScriptRuntime
import JavaScriptSyntax

/// The text before a program's source: the runtime wraps each script and module in a function.
extension Debugger {
  /// Whether a frame makes that function, or runs its part before the program's text.
  func isInPrologue(_ frame: JSON) -> Bool {
    guard let script = script(of: frame) else { return false }
    let length = inspection.prefixLength(of: script.url)
    guard length > 0 else { return false }
    let position = enginePosition(of: frame)
    return frame["functionName"]?.string == "global code" || position.line == 1 && position.column <= length
  }

  /// The engine's description of a breakpoint where a file's script begins.
  ///
  /// The engine takes a description once only, so each is written differently.
  func provisionalBreakpoint(_ one: JSON, path: String) -> JSON {
    [
      "urlRegex": .string(names.pattern(ofPath: path) + "(?:\(one["id"]?.integer ?? 0)|)"), "lineNumber": 0,
    ]
  }

  /// Gives the breakpoints of a script's first line their place, while the program is paused before it.
  func placeProvisionalBreakpoints(_ frame: JSON) async {
    guard let script = script(of: frame) else { return }
    for (path, all) in breakpoints where urls(ofPath: path).contains(script.url) {
      for old in all where old.isProvisional {
        await remove(old)
        let parameters = try? engineBreakpoint(old.request, path: path).parameters
        let result = try? await engine.request("Debugger.setBreakpointByUrl", parameters ?? [:])
        guard let id = result?["breakpointId"]?.string,
          let index = breakpoints[path]?.firstIndex(where: { $0.number == old.number })
        else { continue }
        breakpoints[path]?[index].engine = id
        breakpoints[path]?[index].isProvisional = false
        breakpointNumbers[id] = old.number
        if let location = result?["locations"]?.array?.first {
          breakpointResolved(["breakpointId": .string(id), "location": location])
        }
      }
    }
    if entryBreakpoint?.isProvisional == true { await placeEntryBreakpoint(script) }
  }

  // MARK: The entry

  /// Makes the program pause when it begins: its file, or the first script that is not this package's.
  func setEntryBreakpoint() async throws(InspectorError) {
    await recordAsyncStacks()
    let result = try await engine.request(
      "Debugger.setBreakpointByUrl", ["urlRegex": .string(names.programPattern), "lineNumber": 0])
    entryBreakpoint = Breakpoint(
      number: 0, request: .null, engine: result["breakpointId"]?.string ?? "", isProvisional: true)
  }

  /// Moves the entry's breakpoint to the first statement that is in no function of the program.
  private func placeEntryBreakpoint(_ script: Script) async {
    await removeEntryBreakpoint()
    let start: JSON = [
      "scriptId": .string(script.id), "lineNumber": 0, "columnNumber": JSON(inspection.prefixLength(of: script.url)),
    ]
    let end: JSON = ["scriptId": .string(script.id), "lineNumber": JSON(script.lastLine), "columnNumber": 0]
    let result = try? await engine.request("Debugger.getBreakpointLocations", ["start": start, "end": end])
    guard let places = await places(of: script),
      let location = result?["locations"]?.array?.first(where: {
        places.isOutermostStatement(at: enginePosition(of: ["location": $0]))
      }),
      let id = try? await engine.request("Debugger.setBreakpoint", ["location": location])["breakpointId"]?.string
    else { return }
    entryBreakpoint = Breakpoint(number: 0, request: .null, engine: id, isProvisional: false)
  }

  func removeEntryBreakpoint() async {
    if let breakpoint = entryBreakpoint.take() { await remove(breakpoint) }
  }

  // MARK: The text

  func places(of frame: JSON) async -> ScriptPlaces? {
    guard let script = script(of: frame) else { return nil }
    return await places(of: script)
  }

  /// The places in a script's text.
  private func places(of script: Script) async -> ScriptPlaces? {
    if let known = scriptPlaces[script.id] { return known }
    let answer = try? await engine.request("Debugger.getScriptSource", ["scriptId": .string(script.id)])
    let source = answer?["scriptSource"]?.string ?? ""
    let places = StackRoom.parseLarge { options in ScriptPlaces(parsing: source, options: options) }
    scriptPlaces[script.id] = places
    return places
  }
}
