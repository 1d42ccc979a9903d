import CausewayConcurrency
import Synchronization

/// Messages of other conventions: what CausewayPageMessages stands on.
extension Bridge {
  /// Handles messages of this name by translating each into a call of a handler.
  package func handleTranslated(_ name: String, _ translation: RequestTranslation) -> Registration {
    // Not run: the translation gives every message a meaning.
    let work = Handler.Work.direct { (_, _) throws(BridgeError) in
      throw BridgeError(.invalidArgument, "\(name) does not accept messages of this form.")
    }
    return add(
      Handler(name: name, work: work, execution: .immediate, timeout: .standard, translation: translation))
  }

  /// Translates the calls of a method before its handler runs; the permissions remain those of the method.
  package func translateRequests(to method: String, _ translation: RequestTranslation) {
    registry.setTranslation(translation, of: method)
  }

  /// The members of plugins by name, and the names of the plugins of each Swift type.
  package var declarations: (records: [String: MemberRecord], pluginsByType: [String: Set<String>]) {
    plugins.snapshot
  }
}

/// The parts of a connection that an ``AnswerSink`` needs.
extension Connection {
  /// Distinguishes the current page from earlier and later ones: see ``isCurrent(_:)``.
  package var currentEpoch: Int { epoch.load(ordering: .acquiring) }

  /// The executor of the connection's tasks; nil for Swift's pool.
  package var executor: (any TaskExecutor)? { clock.manualClock?.executor }

  /// Counts bytes that this side holds for the other side; returns an error if they exceed the limit.
  package func takeReceived(_ weight: Int, for what: String) -> BridgeError? {
    received.take(weight) ? nil : received.refusal(of: what)
  }

  /// Gives back bytes that ``takeReceived(_:for:)`` counted.
  package func giveBackReceived(_ weight: Int) { received.giveBack(weight) }
}
