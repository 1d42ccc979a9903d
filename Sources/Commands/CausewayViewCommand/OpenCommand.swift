#if WebView
import ArgumentParser
import Causeway
import CausewayWebKit

/// `causeway open`: shows a page until its window is closed.
struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Show a page that may call Swift handlers.",
    discussion: """
      The page has the global bridge, and may read the network. A page from a URL needs --allow for each method. \
      Its console output is printed. A page whose process crashes is reloaded, at most once in ten seconds.
      """)

  @OptionGroup var page: PageOptions
  @Flag(help: "Enable the web inspector.")
  var devtools = false
  @Flag(help: "Reload the page when a file in its folder changes.")
  var watch = false

  func validate() throws {
    if watch, page.page.contains("://") { throw ValidationError("--watch needs a folder or a file.") }
  }

  func run() async throws {
    var configuration = WebViewConfiguration()
    configuration.hasDeveloperTools = devtools
    // With --watch, the author of an endless script will fix it soon.
    if watch { configuration.unresponsiveTimeout = .seconds(1) }
    // Watching starts before the load, so that no change is missed.
    let changes = watch ? page.folder.map { FolderChanges($0).changes() } : nil
    let (window, address) = try await page.open(configuration)
    let reloader = await PageReloader(window.view)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await event in window.view.events { await reloader.handle(event) }
        return false
      }
      if let changes {
        group.addTask {
          for await _ in changes { await reloader.loadAgain() }
          return false
        }
      }
      group.addTask {
        do {
          try await reloader.load(address)
          if devtools { await window.view.showDeveloperTools() }
          return false
        } catch {
          // Closing the window of a page that does not load is not an error.
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
