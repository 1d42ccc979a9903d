import JavaScriptRuntime
import JavaScriptSyntax

extension Debugger {
  /// Whether a frame is of this package or of the engine.
  func isHidden(_ frame: JSON) -> Bool { script(of: frame).map { isHidden($0.url) } ?? true }

  /// The script of a frame; nil for functions of the engine.
  func script(of frame: JSON) -> Script? { (frame["location"] ?? frame)["scriptId"]?.string.flatMap { scripts[$0] } }

  /// A frame's place in the text that the engine runs.
  ///
  /// The engine counts from 0, but from 1 in asynchronous traces, where the place stands beside the function's name.
  func enginePosition(of frame: JSON) -> ModuleText.Position {
    let (place, base) = frame["location"].map { ($0, 1) } ?? (frame, 0)
    return ModuleText.Position(
      line: (place["lineNumber"]?.integer ?? 0) + base, column: (place["columnNumber"]?.integer ?? 0) + base)
  }

  /// The frames that awaited the paused one, after a label each.
  func asyncFrames(_ trace: JSON?) -> [JSON] {
    var frames: [JSON] = []
    var next = trace
    while let trace = next, frames.count < 1000 {
      let more = (trace["callFrames"]?.array ?? []).filter { !isHidden($0) && !isInPrologue($0) }
      if !more.isEmpty { frames += [["label": "await"]] + more }
      next = trace["parentStackTrace"]
    }
    return frames
  }

  /// The frames of the program, with the handlers of Swift between them.
  ///
  /// The engine lists native functions without a script. One is a handler's if the bridge's client has called it.
  func shownFrames(_ frames: [JSON]) -> [JSON] {
    var handlers = inspection.handlers[...]
    var shown: [JSON] = []
    for (index, frame) in frames.enumerated() {
      let caller = index + 1 < frames.count ? script(of: frames[index + 1])?.url : nil
      if script(of: frame) == nil, caller?.hasPrefix(Debugger.clientURL) == true, let handler = handlers.popFirst() {
        if !shown.isEmpty { shown.append(["label": .string("\(handler) (Swift)"), "hint": "subtle"]) }
      } else if !isHidden(frame), !isInPrologue(frame) {
        shown.append(frame)
      }
    }
    return shown
  }

  func stepOrigin(_ pause: Pause) -> StepOrigin? {
    guard let frame = pause.frames.first else { return nil }
    return StepOrigin(depth: pause.depth, script: script(of: frame)?.id, line: enginePosition(of: frame).line)
  }

  /// Whether a step into a function has not left the line where it began, and goes on.
  ///
  /// The engine pauses before each expression of a line, and again when it comes back from hidden code, such as the
  /// getter of an import.
  func isInStepOrigin(_ pause: Pause) -> Bool {
    guard let origin = stepOrigin, pause.reason == "other", origin.passed < Debugger.mostPassed,
      let now = stepOrigin(pause), now.depth == origin.depth, now.script == origin.script, now.line == origin.line
    else { return false }
    stepOrigin?.passed += 1
    return true
  }

  /// A line may be a loop that calls nothing.
  private static let mostPassed = 100

  /// How the URLs of the bridge's client begin.
  private static let clientURL = "causeway:bridge"

  func stackTrace(_ arguments: JSON) throws(InspectorError) -> JSON {
    guard let pause else { throw .notPaused }
    let all = pause.frames + pause.asyncFrames
    let start = max(0, arguments["startFrame"]?.integer ?? 0)
    let levels = arguments["levels"]?.integer ?? 0
    let end = levels > 0 ? min(all.count, start.addingReportingOverflow(levels).partialValue) : all.count
    let shown = start < end ? Array(all[start..<end]) : []
    let frames = shown.enumerated().map { offset, frame in stackFrame(frame, id: start + offset + 1) }
    return ["stackFrames": .array(frames), "totalFrames": JSON(all.count)]
  }

  private func stackFrame(_ frame: JSON, id: Int) -> JSON {
    if let label = frame["label"] {
      return [
        "id": global(id), "name": label, "line": 0, "column": 0, "presentationHint": frame["hint"] ?? "label",
      ]
    }
    let name = frame["functionName"]?.string ?? ""
    var result = place(enginePosition(of: frame), in: script(of: frame))
    result["id"] = global(id)
    result["name"] = .string(name.isEmpty ? "(anonymous)" : name)
    if result["source"] == nil, let script = script(of: frame) { result["source"] = source(of: script) }
    return .object(result)
  }

  /// The engine's identifier of a frame; nil for no frame.
  func callFrame(_ arguments: JSON) throws(InspectorError) -> String? {
    guard let number = arguments["frameId"]?.integer, number != 0 else { return nil }
    let id = local(number)
    guard let pause else { throw .notPaused }
    guard pause.frames.indices.contains(id &- 1), let frame = pause.frames[id &- 1]["callFrameId"]?.string else {
      throw InspectorError(.invalidArgument, "The frame is not a JavaScript frame, or it is suspended at an await.")
    }
    return frame
  }

  func scopes(_ arguments: JSON) throws(InspectorError) -> JSON {
    guard let pause else { throw .notPaused }
    guard let id = arguments["frameId"]?.integer.map(local), pause.frames.indices.contains(id &- 1) else {
      return ["scopes": []]
    }
    let chain = pause.frames[id &- 1]["scopeChain"]?.array ?? []
    var scopes: [JSON] = []
    for (index, scope) in chain.enumerated() {
      guard let object = scope["object"]?["objectId"]?.string, scope["empty"]?.bool != true else { continue }
      let kind = scope["type"]?.string ?? ""
      let isGlobal = kind.hasPrefix("global")
      let name =
        switch kind {
        case "global": "Global"
        case "globalLexicalEnvironment": "Script"
        case "catch": "Catch"
        case "with": "With"
        case "nestedLexical": "Block"
        case "functionName": "Function name"
        default: index < 2 ? "Local" : "Closure"
        }
      scopes.append([
        "name": .string(name), "expensive": .bool(isGlobal),
        "presentationHint": .string(name == "Local" ? "locals" : "scope"),
        "variablesReference": try reference(.scope(object: object, frame: id)),
      ])
    }
    return ["scopes": .array(scopes)]
  }

  func reference(_ container: Container) throws(InspectorError) -> JSON {
    guard containers.count < Debugger.maximumContainers else {
      throw InspectorError(.failedPrecondition, "Too many values are open: continue the program first.")
    }
    let number = containers.count + 1
    containers[number] = container
    return global(number)
  }
}
