import JavaScriptRuntime
import JavaScriptSyntax

/// The exceptions at which the program pauses.
enum ExceptionFilter: String {
  case none, uncaught, all
}

extension Debugger {
  func setExceptionBreakpoints(_ arguments: JSON) async throws(InspectorError) -> JSON {
    let filters = arguments["filters"]?.array?.compactMap(\.string) ?? []
    exceptionFilter = [.all, .uncaught].first { filters.contains($0.rawValue) } ?? .none
    if exceptionFilter != .none { await recordAsyncStacks() }
    try await engine.request("Debugger.setPauseOnExceptions", engineFilter)
    return ["breakpoints": .array(filters.map { _ in ["verified": true] })]
  }

  /// The exceptions at which the engine pauses.
  ///
  /// To the engine each exception in an asynchronous function is caught, by the promise. So it pauses at all, and those
  /// that the program catches are passed over, except during a step, which such a pause would end.
  private var engineFilter: JSON {
    ["state": .string((exceptionFilter == .uncaught && !isStepping ? .all : exceptionFilter).rawValue)]
  }

  /// Prepares the engine for a step or, false, for running on.
  ///
  /// Steps pass through the code of this package. It would take exceptions from there for the program's next statement.
  func setStepping(_ new: Bool) async {
    guard new != isStepping else { return }
    isStepping = new
    await engine.post(
      "Debugger.setShouldBlackboxURL",
      ["url": "^causeway:", "shouldBlackbox": .bool(new), "caseSensitive": true, "isRegex": true])
    await engine.post("Debugger.setPauseOnExceptions", engineFilter)
  }

  /// Whether the program goes on from a pause: in code of this package, or at an exception that is of no interest.
  func passesOver(_ pause: Pause) async -> Bool {
    guard pause.reason == "exception" else { return !pause.hiddenFrames.isEmpty || pause.isInPrologue }
    if pause.frames.isEmpty { return true }
    if await isCaught(in: pause.hiddenFrames[...]) { return true }
    guard exceptionFilter == .uncaught else { return false }
    if await isCaught(pause) { return true }
    // A rejection is thrown again by each function that awaits it.
    let text = pause.detail["description"]
    let frame = pause.frames[0]
    if text == lastException, await places(of: frame)?.isAwait(at: enginePosition(of: frame)) == true { return true }
    lastException = text
    return false
  }

  /// Whether the program catches the exception of a pause, also where it awaits a function that rejects.
  private func isCaught(_ pause: Pause) async -> Bool {
    if await isCaught(in: pause.frames[...]) { return true }
    var resumed = await function(of: pause.frames.last)
    for trace in pause.asyncFrames.split(whereSeparator: { $0["label"] != nil }) {
      // A resumed function appears in the trace of its own `await`, before its awaiting callers; from 2.54 on the trace
      // begins with these. Traces with another label say where a callback was made, which catches nothing.
      let label = trace.startIndex > 0 ? pause.asyncFrames[trace.startIndex - 1]["label"]?.string : nil
      if label != "await", pause.isCallback { return false }
      var callers: ArraySlice<JSON>? = label == "await" ? trace : nil
      for index in trace.indices {
        if let resumed, await function(of: trace[index]) == resumed { callers = trace[(index + 1)...] }
      }
      guard let callers else { return false }
      if await isCaught(in: callers) { return true }
      if let last = callers.last { resumed = await function(of: last) }
    }
    return false
  }

  /// Names the function of a frame.
  private func function(of frame: JSON?) async -> String? {
    guard let frame, let script = script(of: frame), let places = await places(of: frame) else { return nil }
    return "\(script.id) \(places.function(at: enginePosition(of: frame)))"
  }

  /// Whether the code catches an exception that passes through these frames, as far as its text shows.
  ///
  /// It does if one stands in a `try` block. What `promise.catch()` takes is unknown.
  private func isCaught(in frames: ArraySlice<JSON>) async -> Bool {
    for frame in frames {
      if await places(of: frame)?.isCaught(at: enginePosition(of: frame)) == true { return true }
    }
    return false
  }

  func exceptionInfo() throws(InspectorError) -> JSON {
    guard let pause else { throw .notPaused }
    guard pause.reason == "exception" else {
      throw InspectorError(.failedPrecondition, "The program is not paused by an exception.")
    }
    return [
      "exceptionId": pause.detail["className"] ?? "Error", "description": pause.detail["description"] ?? "exception",
      "breakMode": exceptionFilter == .all ? "always" : "unhandled",
    ]
  }
}
