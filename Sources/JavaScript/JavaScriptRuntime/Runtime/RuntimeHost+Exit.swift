import JavaScriptEngine

/// How a program ends: by itself, by `process.exit`, or by an error.
extension RuntimeHost {
  /// Ends the program: no timer fires, its waiters receive an error, and no other code runs in the context.
  func exit(_ status: Int) {
    guard programExit.end(status) else { return }
    finishPrograms(stopped("run"))
    configuration.workerScope?.leave()
  }

  /// Ends all programs with an error, which their waiters receive.
  func finishPrograms(_ reason: JavaScriptError) {
    for program in Array(programs.values) { program.finish(.failure(reason)) }
    resumeIdleWaiters()
  }

  /// Whether nothing is left to do, and the listeners of `beforeExit`, who were told so, have begun nothing.
  func hasEnded() throws(JavaScriptError) -> Bool {
    // Tests that waited for nothing have been failed, and the next ones have begun.
    var goesOn = true
    while goesOn {
      guard isIdle, !isStopped else { return isStopped }
      goesOn = try emitEnd("beforeExit", hasFailed: false) == 1
    }
    return isIdle
  }

  /// Tells the listeners of `exit`, unless `process.exit` did.
  ///
  /// - Returns: the exit status that the program has set; 0 if it set none.
  func emitExit(hasFailed: Bool) throws(JavaScriptError) -> Int {
    if let status = programExit.status { return status }
    do throws(JavaScriptError) {
      return try emitEnd("exit", hasFailed: hasFailed) & 0xFF
    } catch {
      if let status = programExit.status { return status }
      throw error
    }
  }

  /// Whether listeners of `process` for errors that are not caught took this one.
  func isTakenByProcess(_ error: JSLocal, kind: UncaughtKind) -> Bool {
    guard let listener = modules?.onProcessEvent else { return false }
    let name = realm.keep(realm.make(kind == .exception ? "uncaughtException" : "unhandledRejection"))
    // If a listener throws, the first error is reported.
    return (try? realm.call(listener.local, name.local, error)).map { realm.number($0) == 1 } ?? false
  }

  /// Ends the program after an error that nobody caught, when the current turn is over; no timer fires until then.
  func endAfterUncaught() {
    guard !isEnding else { return }
    isEnding = true
    thread.perform { [confinedSelf] in
      guard let host = confinedSelf.value else { return }
      let status = (try? host.emitExit(hasFailed: true)) ?? 1
      host.exit(status == 0 ? 1 : status)
    }
  }

  private func emitEnd(_ name: String, hasFailed: Bool) throws(JavaScriptError) -> Int {
    guard let listener = modules?.onProcessEvent else { return 0 }
    return try enter(name) { (realm) throws(JSException) in
      let (name, failed) = (realm.keep(realm.make(name)), realm.keep(realm.make(hasFailed)))
      return Int(exactly: realm.number(try realm.call(listener.local, name.local, failed.local))) ?? 0
    }
  }
}
