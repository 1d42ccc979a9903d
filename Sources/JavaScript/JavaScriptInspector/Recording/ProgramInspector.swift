import FoundationEssentials
package import JavaScriptRuntime
import JavaScriptSyntax

/// Inspects one running program of this process through the engine's inspector: how often its code runs, what its heap
/// contains.
///
/// Like ``DebugServer``, it is made before the program's runtime, and a process can have only one of the two:
///
///     let inspector = try ProgramInspector(names: [:])
///     configuration.inspection = inspector.inspection
package actor ProgramInspector {
  /// The inspection with which the program's runtime must be made.
  package nonisolated let inspection: RuntimeInspection
  private let engine: EngineConnection
  /// The program's context; nil before the start.
  private var target: EngineTarget?
  private let names: ScriptNames
  private var scripts: [Script] = []
  private var tasks: [Task<Void, Never>] = []

  private struct Script {
    let id, url, path: String
    /// Where its source map is; nil if it has none.
    let map: String?
  }

  private static let maximumScripts = 10_000

  /// - Parameter names: the paths of scripts that are evaluated under a name that is not a `file:` URL, by that name.
  /// - Throws: `UNAVAILABLE` if the engine has no inspector, or the program runs with the rights of another user.
  package init(names: [String: String]) throws(InspectorError) {
    try ProcessRights.requireOwn()
    engine = try EngineConnection()
    inspection = engine.makeInspection()
    self.names = ScriptNames(names: names)
  }

  /// Connects to the program's runtime, which must exist.
  ///
  /// - Parameter countsCode: whether to count how often code runs; if so, the program must not have begun.
  package func start(countsCode: Bool) async throws(InspectorError) {
    tasks = [Task { [engine] in await engine.run() }]
    let target = try await engine.firstTarget(EngineTarget.answerTime)
    self.target = target
    tasks.append(Task { for await event in target.events { self.receive(event) } })
    try await request("Inspector.enable")
    try await request("Heap.enable")
    if countsCode {
      try await request("Runtime.enable")
      try await request("Runtime.enableControlFlowProfiler")
      // Reports the scripts, and keeps their texts.
      try await request("Debugger.enable")
      try await request("Debugger.setBreakpointsActive", ["active": false])
      try await request("Debugger.setPauseOnDebuggerStatements", ["enabled": false])
    }
    try await request("Inspector.initialized")
  }

  /// Ends the connection.
  package func end() async {
    await engine.end()
    for task in tasks { task.cancel() }
  }

  private func receive(_ event: EngineTarget.Event) {
    guard event.method == "Debugger.scriptParsed", scripts.count < ProgramInspector.maximumScripts,
      let id = event.parameters["scriptId"]?.string, let url = event.parameters["url"]?.string,
      let path = names.path(ofURL: url), !path.contains("/node_modules/"), !path.contains("\n")
    else { return }
    scripts.append(Script(id: id, url: url, path: path, map: event.parameters["sourceMapURL"]?.string))
  }

  /// The counts of the program's files, without packages.
  ///
  /// - Throws: `DEADLINE_EXCEEDED` if the program is in native code that does not return.
  package func coverage() async throws(InspectorError) -> [FileCoverage] {
    // The answer comes after all scripts have been reported.
    try await request("Runtime.enable")
    var files: [String: FileCoverage] = [:]
    for script in scripts {
      for file in try await coverage(of: script) {
        files[file.path, default: FileCoverage(path: file.path)].merge(file)
      }
    }
    return files.values.sorted { $0.path < $1.path }
  }

  /// Sends a request to the program.
  @discardableResult
  private func request(_ method: String, _ parameters: JSON = [:]) async throws(InspectorError) -> JSON {
    guard let target else { throw .closed }
    return try await target.request(method, parameters)
  }

  /// The program's heap, after a collection.
  ///
  /// - Throws: `DEADLINE_EXCEEDED` if the program is in native code that does not return, or reading the heap takes
  ///   more than ten seconds.
  package func heapSnapshot() async throws(InspectorError) -> HeapSnapshot {
    return try HeapSnapshot(engineText: try await request("Heap.snapshot")["snapshotData"]?.string ?? "")
  }

  /// The counts of a script's file, or of the files on this machine that it was made from.
  private func coverage(of script: Script) async throws(InspectorError) -> [FileCoverage] {
    let id: JSON = .string(script.id)
    let text = try await request("Debugger.getScriptSource", ["scriptId": id])["scriptSource"]?.string ?? ""
    let lineCount = text.lineCount
    let parts = try await request("Runtime.getBasicBlocks", ["sourceID": id])["basicBlocks"]?.array
    let places = try await request(
      "Debugger.getBreakpointLocations",
      [
        "start": ["scriptId": id, "lineNumber": 0, "columnNumber": 0],
        "end": ["scriptId": id, "lineNumber": JSON(lineCount), "columnNumber": 0],
      ])["locations"]?.array
    let result = ScriptCoverage(
      text: text, prefixLength: target?.context.prefixLength(of: script.url) ?? 0,
      ranges: (parts ?? []).compactMap { part in
        guard let start = part["startOffset"]?.integer, let end = part["endOffset"]?.integer else { return nil }
        let count = part["hasExecuted"]?.bool == true ? max(1, part["executionCount"]?.integer ?? 1) : 0
        return ScriptCoverage.Range(start: start, end: end, count: count)
      },
      statements: (places ?? []).compactMap { place in
        guard let line = place["lineNumber"]?.integer else { return nil }
        return ModuleText.Position(line: line + 1, column: (place["columnNumber"]?.integer ?? 0) + 1)
      })
    // The script ends with text of the runtime.
    let source = try? String(contentsOfFile: script.path, encoding: .utf8)
    let sourceLines = source?.lineCount ?? lineCount
    guard let reference = script.map, !reference.isEmpty,
      let map = ScriptMap(reference, ofScript: script.path)
    else { return [result.file(script.path, lineCount: sourceLines)] }
    let files = result.files(lineCount: sourceLines, through: map).filter {
      $0.path.hasPrefix("/") && !$0.path.contains("\n")
    }
    // A map that is wrong, or that names no files.
    if files.isEmpty { return [result.file(script.path, lineCount: sourceLines)] }
    return files.filter { !$0.path.contains("/node_modules/") }
  }
}

extension String {
  /// How many lines it has, or one more.
  fileprivate var lineCount: Int { utf16.count { $0 == 0x0A || $0 == 0x0D || $0 == 0x2028 || $0 == 0x2029 } + 1 }
}
