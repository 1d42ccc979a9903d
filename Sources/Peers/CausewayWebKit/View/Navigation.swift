#if WebView
import Causeway

/// The current load, with its waiter.
@GTKActor struct Navigation {
  private var waiting: CheckedContinuation<Result<Void, BridgeError>, Never>?
  /// The URL of the load; nil for a text, or a page of the history.
  private var address: String?
  /// Whether the URL may be a place in the current document, for which nothing is loaded.
  private var mayBeSameDocument = false
  /// Whether the load has started; earlier signals belong to another load.
  private(set) var isStarted = false
  private var isCommitted = false
  private var isFinished = false
  private var isStopping = false
  private(set) var number = 0
  /// The number of started loads.
  private(set) var starts = 0

  /// Starts waiting; an earlier waiter fails with `ABORTED`.
  mutating func begin(
    _ continuation: CheckedContinuation<Result<Void, BridgeError>, Never>, to address: String?, mayBeSameDocument: Bool
  ) {
    end(BridgeError(.aborted, "Another page was loaded instead."))
    number += 1
    waiting = continuation
    self.address = address
    self.mayBeSameDocument = mayBeSameDocument
  }

  /// WebKit has started to load a page.
  mutating func started() {
    starts += 1
    isStarted = true
    isCommitted = false
  }

  /// WebKit is idle.
  ///
  /// If no load had started, the navigation stayed in the current document.
  mutating func becameIdle() { if mayBeSameDocument, !isStarted { settle(.success(())) } }

  /// A new page has replaced the old one.
  mutating func committed(_ url: String?) {
    guard isStarted else { return }
    isCommitted = true
    // For a refused URL, such as a mail server's port, WebKit shows an empty page and reports no failure.
    if let address, address != Navigation.emptyPage, url == Navigation.emptyPage {
      failed(address, "WebKit refuses this URL", isCancelled: false, isInterrupted: false)
    }
  }

  private static let emptyPage = "about:blank"

  /// The page has loaded; `isSettled` is whether it is known if the page has the bridge.
  mutating func finished(isSettled: Bool) {
    // The end of a cancelled load is also reported, late; it has no page.
    guard isCommitted else { return }
    isFinished = true
    if isSettled { settle(.success(())) }
  }

  /// It is known whether the page has the bridge.
  mutating func settled() { if isFinished { settle(.success(())) } }

  /// The load failed or was cancelled.
  mutating func failed(_ url: String, _ message: String, isCancelled: Bool, isInterrupted: Bool) {
    // A load that another one replaces is reported as cancelled or interrupted: the other one continues. A stopped load
    // is also reported as cancelled, without another one: see `WebView.checkAfterCancelling`.
    guard !isCancelled || isStopping, !isInterrupted || isStarted else { return }
    settle(
      .failure(
        isCancelled
          ? BridgeError(.cancelled, "Loading \(url) was cancelled.")
          : BridgeError(.unavailable, "\(url) could not be loaded: \(message)")))
  }

  /// The caller cancels the load.
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
