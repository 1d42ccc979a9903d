import ArgumentParser
import Causeway
import CausewayWebKit

/// `causeway open`: shows a page until its window is closed.
struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Show a page that may call what Swift answers.",
    discussion: """
      The page has the global bridge, and may read the network. A page from an address has it only as far as --allow \
      says. What it writes to its console is printed. A page whose process crashes is loaded again, once in ten seconds.
      """)

  @OptionGroup var page: PageOptions
  @Flag(help: "Offer the web inspector.")
  var devtools = false
  @Flag(help: "Load the page again whenever a file of its folder changes.")
  var watch = false

  func validate() throws {
    if watch, page.page.contains("://") { throw ValidationError("--watch needs a folder or a file to watch.") }
  }

  func run() async throws {
    var configuration = WebViewConfiguration()
    configuration.hasDeveloperTools = devtools
    // What changes while the page is loaded is not missed.
    let changes = watch ? page.folder.map { FolderChanges($0).changes() } : nil
    let (window, address) = try await page.open(configuration)
    do {
      try await window.view.load(address)
    } catch {
      // Whoever closes the window of a page that does not come has seen enough.
      guard await window.isOpen else { return }
      throw error
    }
    if devtools { await window.view.showDeveloperTools() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await keep(window.view) }
      if let changes {
        group.addTask {
          for await _ in changes { try? await window.view.reload() }
        }
      }
      await window.closed()
      group.cancelAll()
    }
  }

  /// Says what happens to the page, and loads it again when its process has crashed.
  private func keep(_ view: WebView) async {
    var last: ContinuousClock.Instant?
    for await event in view.events {
      switch event {
      case .processEnded(let error):
        let isFirst = last.map { $0.duration(to: .now) > .seconds(10) } ?? true
        last = .now
        ViewCommand.complain(
          "causeway: \(error.message) " + (isFirst ? "It is loaded again." : "It is left alone: twice in ten seconds."))
        if isFirst { try? await view.reload() }
      case .becameUnresponsive:
        ViewCommand.complain("causeway: The page does not respond: a script of it does not end.")
      case .becameResponsive: ViewCommand.complain("causeway: The page responds again.")
      case .opened, .left, .frameOpened, .frameLeft, .closed: break
      }
    }
  }
}
