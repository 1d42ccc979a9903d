import JavaScriptRuntime

extension Debugger {
  /// The frames that made the timer with which this turn of the event loop began, and those of the timers before it, after
  /// a label each.
  ///
  /// The engine follows only its own promises.
  func originFrames() -> [JSON] {
    let origin = inspection.origin
    guard !origin.isEmpty else { return [] }
    let ids = Dictionary(
      scripts.values.map { ($0.url, $0.id) }, uniquingKeysWith: { $0.count < $1.count || $0 < $1 ? $1 : $0 })
    var frames: [JSON] = []
    // The last one may have been cut.
    for trace in origin.split(separator: "\n\n") {
      let lines = trace.split(separator: "\n")
      let shown = lines.dropFirst().compactMap { frame($0, ids) }.filter { !isHidden($0) && !isInPrologue($0) }
      guard let label = lines.first, !shown.isEmpty, frames.count < 1000 else { continue }
      frames += [["label": .string(String(label))]] + shown
    }
    return frames
  }

  /// A line of a stack in the engine's format, `function@url:line:column`, as a frame of an asynchronous trace.
  private func frame(_ line: Substring, _ ids: [String: String]) -> JSON? {
    guard let at = line.firstIndex(of: "@") else { return nil }
    let place = line[line.index(after: at)...].split(separator: ":", omittingEmptySubsequences: false)
    guard place.count > 2, let column = Int(place[place.count - 1]), let number = Int(place[place.count - 2]),
      let id = ids[place.dropLast(2).joined(separator: ":")]
    else { return nil }
    return [
      "functionName": .string(String(line[..<at])), "scriptId": .string(id), "lineNumber": JSON(number),
      "columnNumber": JSON(column),
    ]
  }
}
