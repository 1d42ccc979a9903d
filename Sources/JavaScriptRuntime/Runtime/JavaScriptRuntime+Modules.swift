import CausewayConcurrency
import JavaScriptEngine
import JavaScriptModules

extension JavaScriptRuntime {
  /// Imports a module with all that it requests, and waits until it has been evaluated.
  ///
  /// The first module that is imported is the main one: its `import.meta.main` is true. A module is evaluated once, however
  /// often it is imported. Timers and calls that it started may go on: see ``waitUntilIdle()``.
  ///
  ///     var configuration = RuntimeConfiguration()
  ///     configuration.modules = ModuleConfiguration(try .files(under: "app"))
  ///     let runtime = try await JavaScriptRuntime(configuration)
  ///     try await runtime.import("./main.ts")
  ///
  /// - Parameter specifier: resolved against the loader's base.
  /// - Throws: what a module threw, or why one cannot be loaded or linked, with the code of the ``ModuleError`` in
  ///   `details`; `FAILED_PRECONDITION` for a runtime without ``RuntimeConfiguration/modules``; `DEADLINE_EXCEEDED` when a
  ///   top-level await takes longer than ``ModuleConfiguration/deadline``; `CANCELLED` when the task was cancelled first.
  public func `import`(_ specifier: String) async throws(JavaScriptError) {
    let host = try host()
    let program = try host.startImport(specifier)
    let expiry = expiry(of: program, host, specifier)
    defer { expiry?.cancel() }
    try await finish(program, url: specifier)
  }

  /// Imports a module and runs to the end: until it has been evaluated and no timer, call or stream is left, or it throws.
  ///
  /// - Throws: as ``import(_:)`` does; also when nothing is left to do and a module still awaits, with code `ABORTED`.
  public func importToEnd(_ specifier: String) async throws(JavaScriptError) {
    let host = try host()
    let program = try host.startImport(specifier)
    let expiry = expiry(of: program, host, specifier)
    defer { expiry?.cancel() }
    try await finishToEnd(program, host, url: specifier) { host.modules?.awaiting ?? [] }
  }

  /// Ends a program that takes longer than the modules' deadline.
  private func expiry(of program: RunningProgram, _ host: RuntimeHost, _ specifier: String) -> Task<Void, Never>? {
    guard let deadline = configuration.modules?.deadline else { return nil }
    let end = host.ending(program) { host in
      let places = host.modules?.awaiting.prefix(3).joined(separator: ", ") ?? ""
      return JavaScriptError(
        code: .init(rawValue: "DEADLINE_EXCEEDED"), operation: "import \(specifier)",
        message:
          "\(specifier) has not been evaluated within \(deadline)\(places.isEmpty ? "" : ": it waits at the top level of \(places)")."
      )
    }
    let clock: any Clock<Duration> = configuration.clock ?? ContinuousClock()
    return Task { if (try? await clock.sleep(for: deadline)) != nil { end() } }
  }
}

extension RuntimeHost {
  /// A classic script's text, with `import()` answered where there are modules.
  func withImports(_ source: String, url: String) -> String { modules?.withImports(source, url: url) ?? source }

  /// Starts an import of the host's.
  func startImport(_ specifier: String) throws(JavaScriptError) -> RunningProgram {
    let operation = "import \(specifier)"
    guard let functions = modules?.functions else {
      throw JavaScriptError(
        code: .cannotStart, operation: operation,
        message: "This runtime has no modules: give its configuration a loader (RuntimeConfiguration.modules).")
    }
    return try follow(operation: operation) { (realm) throws(JSException) in
      let name = realm.keep(realm.make(specifier))
      return try realm.call(functions.importFrom.local, realm.make(-1), name.local)
    }
  }
}
