#if WebView
import Causeway
import CausewayWebKit

/// Reloads a page when its files change or its process crashes; reports its state.
@GTKActor final class PageReloader {
  private let view: WebView
  /// Whether the process is being terminated for a reload, and whether it was before.
  private var isEnding = false
  private var wasEnded = false
  private var lastCrash: ContinuousClock.Instant?

  init(_ view: WebView) { self.view = view }

  /// Loads the page for the first time.
  ///
  /// - Throws: The error of the load, unless it was replaced by a reload.
  func load(_ address: String) async throws {
    do {
      try await view.load(address)
    } catch {
      guard error.code == .aborted || wasEnded else { throw error }
    }
  }

  /// Reloads the page.
  ///
  /// An endless script would block the reload: then the process is terminated.
  func loadAgain() {
    guard view.isResponsive else { return end() }
    // The task ends when the next load begins, at the latest.
    Task { try? await view.reload() }
  }

  private func end() {
    isEnding = true
    wasEnded = true
    view.terminate()
  }

  func handle(_ event: WebViewEvent) {
    switch event {
    case .processEnded where isEnding:
      isEnding = false
      loadAgain()
    case .processEnded(let error):
      let isFirst = lastCrash.map { $0.duration(to: .now) > .seconds(10) } ?? true
      lastCrash = .now
      ViewCommand.reportError(
        "causeway: \(error.message) "
          + (isFirst ? "Reloading it." : "It is not reloaded: it crashed twice in ten seconds."))
      if isFirst { loadAgain() }
    case .becameUnresponsive:
      ViewCommand.reportError("causeway: The page does not respond: one of its scripts keeps running.")
    case .becameResponsive: ViewCommand.reportError("causeway: The page responds again.")
    case .opened, .left, .frameOpened, .frameLeft, .closed: break
    }
  }
}
#endif
