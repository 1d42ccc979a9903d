import CausewayConcurrency
import Synchronization

/// Messages of other conventions: what CausewayPageMessages stands on.
extension Bridge {
  /// Takes messages of this name, each of which stands for a call of a handler.
  package func handleTranslated(_ name: String, _ translation: RequestTranslation) -> Registration {
    // Not run: the translation gives every message a meaning.
    let work = Handler.Work.direct { (_, _) throws(BridgeError) in
      throw BridgeError(.invalidArgument, "\(name) does not accept messages of this form.")
    }
    return add(
      Handler(name: name, work: work, execution: .immediate, timeout: .standard, translation: translation))
  }

  /// Reads the calls of a method before its handler does; permissions stay those of the method.
  package func translateRequests(to method: String, _ translation: RequestTranslation) {
    registry.setTranslation(translation, of: method)
  }

  /// What plugins declare, by name, and the names of the plugins of each Swift type.
  package var declarations: (records: [String: MemberRecord], pluginsByType: [String: Set<String>]) {
    plugins.snapshot
  }
}

/// What an ``AnswerSink`` needs of the connection that it answers on.
extension Connection {
  /// Tells the page of now from one that was loaded before or will be: see ``isCurrent(_:)``.
  package var currentEpoch: Int { epoch.load(ordering: .acquiring) }

  /// Where tasks of the connection run; nil for Swift's pool.
  package var executor: (any TaskExecutor)? { clock.manualClock?.executor }

  /// Counts bytes that this side holds for the other side; why it may not, if it may not.
  package func takeReceived(_ weight: Int, for what: String) -> BridgeError? {
    received.take(weight) ? nil : received.refusal(of: what)
  }

  /// Gives back bytes that ``takeReceived(_:for:)`` counted.
  package func giveBackReceived(_ weight: Int) { received.giveBack(weight) }
}
