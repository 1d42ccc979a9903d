import ArgumentParser
import CausewayQueue
import Clipper
import Foundation
import TerminalText

/// `clipper-app VAULT`: what `clip` queued becomes notes in a vault.
@main struct AppCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clipper-app", abstract: "Writes queued clips into a folder of notes.")

  @Argument(help: "The vault: a folder that is there.")
  var vault: String

  @Option(help: "The queue that clips wait in.")
  var queue = NSHomeDirectory() + "/.clips.queue"

  @Option(help: "A folder within the vault.")
  var folder = ""

  @Flag(help: "Go on, and write what comes, until interrupted.")
  var watch = false

  @Flag(help: "List the clips that could not be written, and why.")
  var dead = false

  func run() async throws {
    do {
      let queue = try DurableQueue(path: queue)
      if dead { return try await list(queue) }
      let drain = Drain(queue: queue, vault: try Vault(path: vault, folder: folder))
      try await drain.run(tell)
      while watch {
        try await Task.sleep(for: .milliseconds(500))
        try await drain.run(tell)
      }
      let counts = try await queue.counts()
      if counts.dead > 0 { complain("\(counts.dead) clips could not be written; --dead lists them.") }
    } catch {
      let waiting = (try? await DurableQueue(path: queue).counts()).map { $0.ready + $0.resting + $0.leased } ?? 0
      complain("clipper-app: \(ClipError(error))" + (waiting > 0 ? " \(waiting) clips wait in the queue." : ""))
      throw ExitCode(1)
    }
  }

  private func tell(_ event: Drain.Event) {
    switch event {
    case .written(let name): show("Wrote \(name)")
    case .present(let name): show("\(name) was written before")
    case .refused(let key, let reason): complain("Kept aside \(key): \(reason)")
    }
  }

  private func list(_ queue: DurableQueue) async throws {
    for letter in try await queue.deadLetters() {
      show("\(letter.key)\t\(letter.putAt.formatted(.iso8601))\t\(letter.reason)")
    }
  }
}

/// Writes a line at once, to a pipe as well.
func show(_ line: String) {
  print(line.forTerminal)
  fflush(nil)
}

/// Says what went wrong, where it does not mix with what went right; nobody may be there to read it.
func complain(_ text: String) {
  try? FileHandle.standardError.write(contentsOf: Data((text.forTerminal + "\n").utf8))
}
