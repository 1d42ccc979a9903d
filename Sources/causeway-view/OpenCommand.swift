import ArgumentParser
import CausewayWebKit

/// `causeway open`: shows a page until its window is closed.
struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Show a page that may call what Swift answers.",
    discussion: """
      The page has the global bridge, and may read the network. A page from an address has it only as far as --allow \
      says. What it writes to its console is printed.
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
    let window = try await page.open(configuration)
    if devtools { await window.view.showDeveloperTools() }
    guard watch, let folder = page.folder else { return await window.closed() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await window.closed() }
      group.addTask {
        for await _ in FolderChanges(folder).changes() { try? await window.view.reload() }
      }
      await group.next()
      group.cancelAll()
    }
  }
}
