package import JavaScriptEngine
import StandardStreams

extension RuntimeHost {
  /// Describes an exception with all information that the globals can read from it.
  package func failure(_ error: JSException, operation: String) -> JavaScriptError {
    if error.isTermination || isStopped { return stopped(operation) }
    if let value = error.value {
      return failure(thrown: value.local, operation: operation, isFromParser: error.isFromParser)
    }
    let details = ErrorDetails(error)
    return thrown(details, operation)
  }

  package func failure(thrown value: JSLocal, operation: String, isFromParser: Bool = false) -> JavaScriptError {
    var details = describe(value) ?? ErrorDetails(thrown: value, in: realm)
    details.explain(isFromParser: isFromParser)
    return thrown(details, operation)
  }

  private func thrown(_ details: ErrorDetails, _ operation: String) -> JavaScriptError {
    JavaScriptError(code: .thrown, operation: operation, details: details, message: details.headline)
      .thrown(from: sources, configuration.sourceFiles)
  }

  private func describe(_ value: JSLocal) -> ErrorDetails? {
    guard let globals, let json = try? realm.call(globals.describe.local, value), let text = realm.text(json),
      let object = realm.makeJSON(utf8: text.utf8)
    else { return nil }
    return ErrorDetails(description: object, in: realm)
  }

  /// Passes an uncaught error to the script's own handlers, then to the host's.
  package func reportUncaught(_ value: JSLocal) {
    if let globals { _ = try? realm.call(globals.uncaught.local, value) }
  }

  /// Reports a rejection, and from then on looks after each turn whether it has been handled, if a script wants to know.
  func rejected(_ reason: JSLocal, of promise: JSLocal, confinedHost: ThreadConfined<RuntimeHost>) {
    guard let globals, let watches = try? realm.call(globals.rejected.local, reason, promise), realm.boolean(watches)
    else { return }
    thread.observeTurns { [thread] in
      if confinedHost.value?.reportHandledRejections() != true { thread.observeTurns(nil) }
    }
  }

  /// - Returns: whether rejections that were reported are still unhandled.
  private func reportHandledRejections() -> Bool {
    guard let globals else { return false }
    let result = try? enter("rejectionhandled") { (realm) throws(JSException) in
      let isHandled = realm.makeFunction(name: "isHandled") { [unowned realm] arguments in
        realm.make(realm.isHandled(arguments[0]))
      }
      return try realm.call(globals.handled.local, isHandled)
    }
    return result.map { realm.boolean($0) } ?? false
  }

  func report(_ value: JSLocal, kind: UncaughtKind) {
    if programExit.status != nil || isTakenByProcess(value, kind: kind) { return }
    if configuration.endsAtUncaught { endAfterUncaught() }
    if configuration.reportsUncaught?() == false { return }
    let error = failure(thrown: value, operation: kind == .exception ? "uncaught exception" : "unhandled rejection")
    if let hook = configuration.onUncaught {
      hook(error, kind)
    } else {
      StandardStream.error.write(error.report().text + "\n")
    }
  }

  func stopped(_ operation: String) -> JavaScriptError {
    programExit.error(operation) ?? watchdog?.error(operation)
      ?? JavaScriptError(code: .timeLimit, operation: operation, message: "The engine stopped the script.")
  }

  /// Whether the engine has stopped a script or the program has ended itself: no code runs in this context any more.
  var isStopped: Bool { watchdog?.hasFired == true || programExit.status != nil }
}
