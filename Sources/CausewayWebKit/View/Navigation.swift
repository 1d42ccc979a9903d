#if WebView
import Causeway

/// The one load that somebody waits for.
@GTKActor struct Navigation {
  private var waiting: CheckedContinuation<Result<Void, BridgeError>, Never>?
  /// The address that is loaded; nil for a text, or a page that has been there.
  private var address: String?
  /// Perhaps a place on the page that is there, for which nothing is loaded.
  private var mayStay = false
  /// The load has begun: what was told before was of another one.
  private(set) var isStarted = false
  private var isCommitted = false
  private var isFinished = false
  private var isStopping = false
  private(set) var number = 0
  /// How many loads have begun, whoever wanted them.
  private(set) var starts = 0

  /// Begins to wait; whoever waited before learns that it was overtaken.
  mutating func begin(
    _ continuation: CheckedContinuation<Result<Void, BridgeError>, Never>, to address: String?, mayStay: Bool
  ) {
    end(BridgeError(.aborted, "Another page was loaded instead."))
    number += 1
    waiting = continuation
    self.address = address
    self.mayStay = mayStay
  }

  /// WebKit has begun to load a page.
  mutating func started() {
    starts += 1
    isStarted = true
    isCommitted = false
  }

  /// WebKit has nothing to load any more; where it did not even begin, it went to a place on the page that is there.
  mutating func rested() { if mayStay, !isStarted { settle(.success(())) } }

  /// A new page has taken the place of the old one.
  mutating func committed(_ url: String?) {
    guard isStarted else { return }
    isCommitted = true
    // What WebKit will not even ask for, such as a mail server's port, it shows as an empty page, and reports no failure.
    if let address, address != Navigation.emptyPage, url == Navigation.emptyPage {
      failed(address, "WebKit refuses such an address", isCancelled: false, isInterrupted: false)
    }
  }

  private static let emptyPage = "about:blank"

  /// The page is there; `isSettled` says whether it is known by now if it has the bridge.
  mutating func finished(isSettled: Bool) {
    // The end of a load that was given up is told as well, late; it has brought no page.
    guard isCommitted else { return }
    isFinished = true
    if isSettled { settle(.success(())) }
  }

  /// It is known now whether the page has the bridge.
  mutating func settled() { if isFinished { settle(.success(())) } }

  /// WebKit gave up, was told to, or found no page to show.
  mutating func failed(_ url: String, _ message: String, isCancelled: Bool, isInterrupted: Bool) {
    // A load that gives way to another is reported as cancelled or interrupted: the other one goes on. What was stopped is
    // reported as cancelled too, and there is no other: see `WebView.lookAfterCancelling`.
    guard !isCancelled || isStopping, !isInterrupted || isStarted else { return }
    settle(
      .failure(
        isCancelled
          ? BridgeError(.cancelled, "Loading \(url) was given up.")
          : BridgeError(.unavailable, "\(url) could not be loaded: \(message)")))
  }

  /// The caller gives up.
  mutating func stop() { isStopping = true }

  mutating func end(_ error: BridgeError) { settle(.failure(error)) }

  private mutating func settle(_ result: Result<Void, BridgeError>) {
    isStarted = false
    isCommitted = false
    isFinished = false
    isStopping = false
    waiting?.resume(returning: result)
    waiting = nil
  }
}
#endif
