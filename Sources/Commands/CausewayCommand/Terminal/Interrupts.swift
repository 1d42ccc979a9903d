import Dispatch
import Glibc
import Synchronization

/// Signals to wait for: Ctrl-C, and the termination request of a service manager.
///
/// `@unchecked Sendable`: the only property that is not Sendable holds Dispatch sources, and is not used after `init`.
final class Interrupts: @unchecked Sendable {
  private let broadcast = Broadcast()
  private let sources: [any DispatchSourceSignal]
  private let latest: Latest

  private final class Latest: Sendable { let signal = Atomic<CInt>(SIGINT) }

  /// The last signal that came; SIGINT before the first.
  var signal: CInt { latest.signal.load(ordering: .relaxed) }

  /// Returns when the signal handlers are installed.
  ///
  /// A signal before that ends the process.
  init(_ signals: [CInt] = [SIGINT, SIGTERM]) {
    // A separate queue, because this thread waits for it.
    let queue = DispatchQueue(label: "signals")
    let registered = DispatchGroup()
    let latest = Latest()
    self.latest = latest
    sources = signals.map { [broadcast] number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      registered.enter()
      source.setRegistrationHandler { registered.leave() }
      source.setEventHandler {
        latest.signal.store(number, ordering: .relaxed)
        broadcast.send()
      }
      source.resume()
      return source
    }
    registered.wait()
  }

  /// Returns a signal that its receiver did not use.
  func putBack() { broadcast.send() }

  /// Clears a pending signal.
  func reset() { broadcast.reset() }

  /// Waits for the next signal; false if the waiting task is cancelled.
  func next() async -> Bool { await broadcast.next() }
}

extension Duration {
  /// An evaluation limit that no script reaches: the engine cannot be interrupted without a limit.
  static let untilInterrupted = Duration.seconds(1_000_000_000)
}
