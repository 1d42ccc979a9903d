#if WebView
import Causeway
import CausewayWebKit

/// Keeps a page as its files are, and alive; says what happens to it.
@GTKActor final class PageKeeper {
  private let view: WebView
  /// The process is ended here, for the page to be loaded again; and whether it ever was.
  private var isEnding = false
  private var wasEnded = false
  private var lastCrash: ContinuousClock.Instant?

  init(_ view: WebView) { self.view = view }

  /// Loads the page for the first time.
  ///
  /// - Throws: What keeps it from being there, unless it is loaded again meanwhile.
  func load(_ address: String) async throws {
    do {
      try await view.load(address)
    } catch {
      guard error.code == .aborted || wasEnded else { throw error }
    }
  }

  /// Loads the page again.
  ///
  /// A script that does not end would keep it where it is: its process is ended.
  func loadAgain() {
    guard view.isResponsive else { return end() }
    // It ends when the next load begins, at the latest.
    Task { try? await view.reload() }
  }

  private func end() {
    isEnding = true
    wasEnded = true
    view.terminate()
  }

  func heard(of event: WebViewEvent) {
    switch event {
    case .processEnded where isEnding:
      isEnding = false
      loadAgain()
    case .processEnded(let error):
      let isFirst = lastCrash.map { $0.duration(to: .now) > .seconds(10) } ?? true
      lastCrash = .now
      ViewCommand.complain(
        "causeway: \(error.message) " + (isFirst ? "It is loaded again." : "It is left alone: twice in ten seconds."))
      if isFirst { loadAgain() }
    case .becameUnresponsive:
      ViewCommand.complain("causeway: The page does not respond: a script of it does not end.")
    case .becameResponsive: ViewCommand.complain("causeway: The page responds again.")
    case .opened, .left, .frameOpened, .frameLeft, .closed: break
    }
  }
}
#endif
