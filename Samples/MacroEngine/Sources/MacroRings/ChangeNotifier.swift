import Causeway
import Synchronization

/// Notifies pages of changes, at most sixty times a second.
final class ChangeNotifier: RingDocumentDelegate {
  private let changes: AsyncStream<Void>.Continuation

  init(document: RingDocument, log: ConsoleLog, bridge: Bridge) {
    let (stream, changes) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.changes = changes
    Task {
      var revision = -1
      var line = 0
      for await _ in stream {
        let picture = document.picture
        if picture.revision != revision {
          revision = picture.revision
          try? bridge.emit("rings.changed", picture)
        }
        let lines = log.lines(after: line)
        if let last = lines.last {
          line = last.number
          try? bridge.emit("console.logged", lines)
        }
        try? await Task.sleep(for: .milliseconds(16))
      }
    }
  }

  deinit { changes.finish() }

  /// Schedules a notification of the current state.
  func notify() { changes.yield() }

  func document(_ document: RingDocument, didSet ring: Ring, from old: Double, to new: Double) { notify() }
}
