import ArgumentParser
import CausewayQueue
import Clipper
import Foundation
import TerminalText

/// `clip URL-or-FILE …`: pages become clips in a queue.
@main struct ClipProgram {
  static func main() async {
    // Started again as the child that looks at a page, this process does only that.
    await Clipper.serveIfRequested()
    await ClipCommand.main()
  }
}

struct ClipCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clip", abstract: "Clips web pages as Markdown, for clipper-app to put into your vault.")

  @Argument(help: "Addresses of pages (http, https), or files.")
  var places: [String]

  @Option(help: "The queue that clips wait in.")
  var queue = NSHomeDirectory() + "/.clips.queue"

  @Option(help: "A file that says what a note is made of, such as \"{{content}}\\n\\n{{source|link}}\".")
  var template: String?

  @Option(help: "What a note is called.")
  var name = "{{title}}"

  @Option(help: "How many pages of a text that goes on are fetched, from its own host.")
  var pages = 1

  @Flag(help: "Print the note instead of queueing it.")
  var print = false

  @Flag(help: "Say what the scripts log.")
  var verbose = false

  func validate() throws {
    guard pages > 0 else { throw ValidationError("--pages is a number from 1.") }
  }

  func run() async throws {
    var clipper = Clipper()
    clipper.name = name
    clipper.pages = pages
    if let template {
      guard let text = try? String(contentsOfFile: template, encoding: .utf8) else {
        throw ValidationError("There is no template \(template) that can be read.")
      }
      clipper.template = text
    }
    if verbose { clipper.onLog = { text in complain("  \(text)") } }
    let queue = print ? nil : try DurableQueue(path: queue)
    var failures = 0
    for place in places {
      do {
        try await take(try await clipper.clip(place), into: queue)
      } catch {
        failures += 1
        complain("clip: \(place): \(ClipError(error))")
      }
    }
    await PageSource.close()
    if failures > 0 { throw ExitCode(1) }
  }

  private func take(_ clip: Clip, into queue: DurableQueue?) async throws {
    guard let queue else { return Swift.print(clip.note) }
    let receipt = try await queue.put(clip.encoded(), key: clip.key)
    let title = clip.title.forTerminal
    Swift.print(receipt.isNew ? "Clipped “\(title)”." : "“\(title)” has been clipped before; nothing changed.")
  }
}

/// Says what went wrong, where it does not mix with what went right; nobody may be there to read it.
func complain(_ text: String) {
  try? FileHandle.standardError.write(contentsOf: Data((text.forTerminal + "\n").utf8))
}
