import Dispatch
import Glibc

/// Signals that are waited for: Ctrl-C, and the polite request to end that a service manager sends.
///
/// `@unchecked Sendable`: the one property that is not Sendable holds sources of Dispatch, and is not touched after `init`.
final class Interrupts: @unchecked Sendable {
  private let broadcast = Broadcast()
  private let sources: [any DispatchSourceSignal]

  init(_ signals: [CInt] = [SIGINT, SIGTERM]) {
    sources = signals.map { number in
      // The signal's own action would end the process before the source is told.
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: .global())
    }
    for source in sources {
      source.setEventHandler { [broadcast] in broadcast.send() }
      source.resume()
    }
  }

  /// Gives one back that came to somebody who had no use for it.
  func putBack() { broadcast.send() }

  /// Forgets one that came while nobody waited.
  func reset() { broadcast.reset() }

  /// Waits for the next one; false when the waiting task is cancelled.
  func next() async -> Bool { await broadcast.next() }
}

extension Duration {
  /// An evaluation limit that no script reaches: without any the engine cannot be interrupted.
  static let untilInterrupted = Duration.seconds(1_000_000_000)
}
