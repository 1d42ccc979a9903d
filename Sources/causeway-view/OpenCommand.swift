#if WebView
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
    // Whoever has written a script that does not end mends it soon.
    if watch { configuration.patience = .seconds(1) }
    // What changes while the page is loaded is not missed.
    let changes = watch ? page.folder.map { FolderChanges($0).changes() } : nil
    let (window, address) = try await page.open(configuration)
    let keeper = await PageKeeper(window.view)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await event in window.view.events { await keeper.heard(of: event) }
        return false
      }
      if let changes {
        group.addTask {
          for await _ in changes { await keeper.loadAgain() }
          return false
        }
      }
      group.addTask {
        do {
          try await keeper.load(address)
          if devtools { await window.view.showDeveloperTools() }
          return false
        } catch {
          // Whoever closes the window of a page that does not come has seen enough.
          guard await window.isOpen else { return true }
          throw error
        }
      }
      group.addTask {
        await window.closed()
        return true
      }
      do {
        for try await isOver in group where isOver { break }
      } catch {
        await window.close()
        throw error
      }
      group.cancelAll()
    }
  }
}
#endif
