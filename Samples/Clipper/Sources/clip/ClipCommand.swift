import ArgumentParser
import CausewayQueue
import Clipper
import Foundation
import TerminalText

/// `clip URL-or-FILE …`: converts pages to clips in a queue.
@main struct ClipProgram {
  static func main() async {
    // In the child process, this call serves the parser and does not return.
    await Clipper.serveIfRequested()
    await ClipCommand.main()
  }
}

struct ClipCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clip", abstract: "Clips web pages as Markdown, for clipper-app to put into your vault.")

  @Argument(help: "Addresses of pages (http, https), or files.")
  var places: [String]

  @Option(help: "The file of the queue.")
  var queue = NSHomeDirectory() + "/.clips.queue"

  @Option(help: "A file with the template of a note, such as \"{{content}}\\n\\n{{source|link}}\".")
  var template: String?

  @Option(help: "The template of a note's name.")
  var name = "{{title}}"

  @Option(help: "The maximum number of pages of an article that are fetched from its host.")
  var pages = 1

  @Flag(help: "Print the note instead of queueing it.")
  var print = false

  @Flag(help: "Print the messages that the scripts log.")
  var verbose = false

  func validate() throws {
    guard pages > 0 else { throw ValidationError("--pages takes a number, at least 1.") }
  }

  func run() async throws {
    var clipper = Clipper()
    clipper.name = name
    clipper.pages = pages
    if let template {
      guard let text = try? String(contentsOfFile: template, encoding: .utf8) else {
        throw ValidationError("The template \(template) does not exist or cannot be read.")
      }
      clipper.template = text
    }
    if verbose { clipper.onLog = { text in printError("  \(text)") } }
    let queue = print ? nil : try DurableQueue(path: queue)
    var failures = 0
    for place in places {
      do {
        try await take(try await clipper.clip(place), into: queue)
      } catch {
        failures += 1
        printError("clip: \(place): \(ClipError(error))")
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

/// Writes an error message to standard error; ignores that the reader may have closed the pipe.
func printError(_ text: String) {
  try? FileHandle.standardError.write(contentsOf: Data((text.forTerminal + "\n").utf8))
}
