import Dispatch
import Glibc

/// Signals that are waited for: Ctrl-C, and the polite request to end that a service manager sends.
///
/// `@unchecked Sendable`: the one property that is not Sendable holds sources of Dispatch, and is not touched after `init`.
final class Interrupts: @unchecked Sendable {
  private let broadcast = Broadcast()
  private let sources: [any DispatchSourceSignal]

  /// Returns when no signal can be missed any more: one that comes before ends the process.
  init(_ signals: [CInt] = [SIGINT, SIGTERM]) {
    // Of their own thread: this one waits for it.
    let queue = DispatchQueue(label: "signals")
    let registered = DispatchGroup()
    sources = signals.map { [broadcast] number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      registered.enter()
      source.setRegistrationHandler { registered.leave() }
      source.setEventHandler { broadcast.send() }
      source.resume()
      return source
    }
    registered.wait()
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
