import CausewayConcurrency
import JavaScriptEngine
import JavaScriptModules
import JavaScriptSyntax

extension JavaScriptRuntime {
  /// Imports a module and all modules that it requests, and waits until it has been evaluated.
  ///
  /// The first module that is imported is the main one: its `import.meta.main` is true. A module is evaluated once,
  /// however often it is imported. Timers and calls that it started may continue: see ``waitUntilIdle()``.
  ///
  ///     var configuration = RuntimeConfiguration()
  ///     configuration.modules = ModuleConfiguration(try .files(under: "app"))
  ///     let runtime = try await JavaScriptRuntime(configuration)
  ///     try await runtime.import("./main.ts")
  ///
  /// - Parameter specifier: resolved against the loader's base.
  /// - Throws: the exception of a module, or the reason why one cannot be loaded or linked, with the code of the
  ///   `ModuleError` in `details`; `FAILED_PRECONDITION` for a runtime without ``RuntimeConfiguration/modules``;
  ///   `DEADLINE_EXCEEDED` if loading and evaluating take longer than `ModuleConfiguration.deadline`; `CANCELLED` if
  ///   the task was cancelled first. After the last two, no more modules are loaded; running modules continue.
  public func `import`(_ specifier: String) async throws(JavaScriptError) {
    let host = try host()
    let running = try host.startImport(specifier)
    defer { running.giveUp(in: host) }
    let expiry = expiry(of: running, host, specifier)
    defer { expiry?.cancel() }
    try await finish(running.program, url: specifier)
  }

  /// Imports a module and runs to the end: until none of its timers, calls, streams and workers is left, or it throws.
  ///
  /// - Parameter timeout: as for ``run(_:url:timeout:)``.
  /// - Throws: as ``import(_:)`` does; also `ABORTED` if nothing is left to do and a module still awaits a promise, and
  ///   `DEADLINE_EXCEEDED` after the timeout.
  /// - Returns: as ``run(_:url:timeout:)`` does.
  @discardableResult
  public func run(module specifier: String, timeout: Duration? = nil) async throws(JavaScriptError) -> Int {
    let host = try host()
    return try await untilExit(of: host) { () throws(JavaScriptError) in
      let running = try host.startImport(specifier)
      defer { running.giveUp(in: host) }
      let expiry = expiry(of: running, host, specifier)
      defer { expiry?.cancel() }
      try await finishToEnd(running.program, host, url: specifier, timeout: timeout) { running.waiting(in: host) }
    }
  }

  /// Ends an import that takes longer than the modules' deadline.
  private func expiry(of running: RunningImport, _ host: RuntimeHost, _ specifier: String) -> Task<Void, Never>? {
    guard let deadline = configuration.modules?.deadline else { return nil }
    let end = host.ending(running.program) { host in
      let reason = running.waiting(in: host).map { ": \($0)" } ?? ""
      return JavaScriptError(
        code: .init(rawValue: "DEADLINE_EXCEEDED"), operation: "import \(specifier)",
        message: "\(specifier) was not evaluated within \(deadline)\(reason).")
    }
    return host.after(deadline, end)
  }
}

/// An import of the host's.
struct RunningImport {
  let program: RunningProgram
  /// Nil if it failed before anything was loaded.
  let load: ModuleHost.LoadID?

  /// The pending work, as the end of a sentence; nil if unknown.
  func waiting(in host: RuntimeHost) -> String? { load.flatMap { host.modules?.waiting(for: $0) } }

  /// Stops loading; no effect once everything is loaded.
  func giveUp(in host: RuntimeHost) { if let load { host.modules?.cancel(load) } }
}

extension RuntimeHost {
  /// A classic script's text as the engine gets it.
  ///
  /// The engine takes a script that only assigns JSON values, or calls functions with them, for JSONP, and runs it without
  /// statements: no breakpoint is hit, and nothing is counted. A comment makes it a script like others.
  func scriptText(_ source: String, url: String) throws(JSException) -> String {
    let text = try rewritten(source, url: url)
    return inspected == nil ? text : text + " //"
  }

  /// A classic script's text, with `import()` answered where there are modules, and with the syntax of newer engines.
  func rewritten(_ source: String, url: String) throws(JSException) -> String {
    var text = source
    if configuration.modules != nil, source.hasText("import") {
      text = try connectModules()?.withImports(source, url: url) ?? source
    } else if EngineSyntax.mayNeedRewriting(source) {
      text = ProgramText.scriptText(source, importFunction: "import") ?? source
    }
    // The engine would not name what is wrong.
    if text == source, EngineSyntax.mayNeedRewriting(source) { try realm.check(source, as: .script, url: url) }
    return text
  }

  /// Starts an import of the host's.
  func startImport(_ specifier: String) throws(JavaScriptError) -> RunningImport {
    let operation = "import \(specifier)"
    let modules = try enter(operation) { (_) throws(JSException) in try connectModules() }
    guard let modules, let functions = modules.functions else {
      throw JavaScriptError(
        code: .cannotStart, operation: operation,
        message: "This runtime has no module loader: set RuntimeConfiguration.modules.")
    }
    // What JavaScript imported before is none of this import's.
    _ = modules.takeLatestLoad()
    var load: ModuleHost.LoadID?
    let program = try follow(operation: operation) { (realm) throws(JSException) in
      let name = realm.keep(realm.make(specifier))
      let promise = try realm.call(functions.importFrom.local, realm.make(-1), name.local)
      load = modules.takeLatestLoad()
      return promise
    }
    return RunningImport(program: program, load: load)
  }
}
