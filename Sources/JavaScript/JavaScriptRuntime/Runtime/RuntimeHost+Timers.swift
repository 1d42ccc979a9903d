import JavaScriptEngine

extension RuntimeHost {
  /// The limits of one turn: at most this many timers, for at most this many nanoseconds.
  ///
  /// Other work runs between two turns.
  private static let maximumTimersInTurn = 64
  private static let maximumTurnOfTimers: UInt64 = 1_000_000

  /// Runs timers that are due at a time, for one turn.
  ///
  /// - Returns: when the next timer is due; -1 if there is none.
  func fireTimers(due now: Double, in realm: JSRealm) -> Double {
    var due = -1.0
    var count = 0
    repeat {
      guard let fire = globals?.fire else { return -1 }
      deferredDueTime = nil
      // Its microtasks have run when the call returns.
      defer { inspected?.origin = "" }
      do throws(JSException) {
        let next = try realm.call(fire.local, realm.make(now))
        // A microtask may have set another timer after the function had returned.
        due = deferredDueTime ?? realm.number(next)
      } catch {
        // No code runs in a context in which a script was stopped.
        if error.isTermination || isStopped { return -1 }
        // An error that could not be reported: no timer is due at this time, so none runs.
        due = (try? realm.call(fire.local, realm.make(-1))).map { realm.number($0) } ?? -1
      }
      count += 1
    } while due >= 0 && due <= now && count < RuntimeHost.maximumTimersInTurn && !isStopped && !isEnding
      && thread.nanosecondsInTurn < RuntimeHost.maximumTurnOfTimers
    return globals == nil ? -1 : due
  }
}
