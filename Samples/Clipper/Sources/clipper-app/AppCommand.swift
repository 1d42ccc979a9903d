import ArgumentParser
import CausewayQueue
import Clipper
import Foundation
import TerminalText

/// `clipper-app VAULT`: writes queued clips as notes to a vault.
@main struct AppCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clipper-app", abstract: "Writes queued clips into a folder of notes.")

  @Argument(help: "The vault: an existing folder.")
  var vault: String

  @Option(help: "The file of the queue.")
  var queue = NSHomeDirectory() + "/.clips.queue"

  @Option(help: "A folder within the vault.")
  var folder = ""

  @Flag(help: "Keep running and write new clips, until interrupted.")
  var watch = false

  @Flag(help: "List the clips that could not be written, and why.")
  var dead = false

  func run() async throws {
    do {
      let queue = try DurableQueue(path: queue)
      if dead { return try await list(queue) }
      let writer = VaultWriter(queue: queue, vault: try Vault(path: vault, folder: folder))
      try await writer.run(tell)
      while watch {
        try await Task.sleep(for: .milliseconds(500))
        try await writer.run(tell)
      }
      let counts = try await queue.counts()
      if counts.dead > 0 {
        printError("\(counts.dead) \(counts.dead == 1 ? "clip" : "clips") could not be written; --dead lists them.")
      }
    } catch {
      let waiting = (try? await DurableQueue(path: queue).counts()).map { $0.ready + $0.delayed + $0.leased } ?? 0
      printError("clipper-app: \(ClipError(error))" + text(ofWaiting: waiting))
      throw ExitCode(1)
    }
  }

  private func text(ofWaiting count: Int) -> String {
    switch count {
    case 0: ""
    case 1: " 1 clip is waiting in the queue."
    default: " \(count) clips are waiting in the queue."
    }
  }

  private func tell(_ event: VaultWriter.Event) {
    switch event {
    case .written(let name): show("Wrote \(name)")
    case .present(let name): show("\(name) has already been written")
    case .refused(let key, let reason): printError("Moved \(key) to the dead letters: \(reason)")
    }
  }

  private func list(_ queue: DurableQueue) async throws {
    for letter in try await queue.deadLetters() {
      show("\(letter.key)\t\(letter.putAt.formatted(.iso8601))\t\(letter.reason)")
    }
  }
}

/// Writes a line without buffering, to a pipe as well.
func show(_ line: String) {
  print(line.forTerminal)
  fflush(nil)
}

/// Writes an error message to standard error; ignores that the reader may have closed the pipe.
func printError(_ text: String) {
  try? FileHandle.standardError.write(contentsOf: Data((text.forTerminal + "\n").utf8))
}
