public import Causeway
import CausewayConcurrency
import Synchronization

/// Records the messages of a link.
///
///     let recorder = Recorder(clock: clock)
///     _ = bridge.connect(recorder.watch(transport), permissions: .all)
///     …
///     try recorder.recording.text.write(toFile: "monday.jsonl", atomically: true, encoding: .utf8)
///
/// Secrets are not recorded: see ``Redaction``.
public final class Recorder: Sendable {
  private struct Key: Hashable {
    let isSent: Bool
    let id: CallID
  }

  private struct State {
    var entries: [Recording.Entry] = []
    var methods: [Key: String] = [:]

    /// Nil if unknown, for example for a duplicated answer.
    mutating func method(of message: Message, isSent: Bool) -> String? {
      switch message {
      case .call(let request):
        methods[Key(isSent: isSent, id: request.id)] = request.method
        return request.method
      case .event(let name, _): return name
      case .answer(let id, _): return methods.removeValue(forKey: Key(isSent: !isSent, id: id))
      case .item(let id, _), .progress(let id, _): return methods[Key(isSent: !isSent, id: id)]
      case .credit, .cancel: return nil
      }
    }
  }

  private let clock: AnyClock
  private let redaction: Redaction
  private let write: (@Sendable (String) -> Void)?
  private let state = Mutex(State())

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - clock: the clock of the bridge.
  ///   - write: receives the text of the recording, in whole lines, one call after the other. The messages are not kept
  ///     then, and ``recording`` is empty. It is called on the threads that send and receive; nil keeps the messages.
  public init(
    clock: any Clock<Duration>, redacting redaction: Redaction = .standard,
    writing write: (@Sendable (String) -> Void)? = nil
  ) {
    self.clock = AnyClock(clock)
    self.redaction = redaction
    self.write = write
    write?(Recording.head + "\n")
  }

  /// Wraps a transport, to record it from the end that receives the result.
  public func watch(_ transport: any Transport) -> any Transport {
    ObservedTransport(transport) { message, isSent in self.record(message, isSent: isSent) }
  }

  /// The recording so far.
  public var recording: Recording { Recording(entries: state.withLock { $0.entries }) }

  private func record(_ message: Message, isSent: Bool) {
    state.withLock { state in
      // Under the lock: the thread that read the clock first could otherwise record second.
      let now = Instant.origin.duration(to: clock.now)
      let method = state.method(of: message, isSent: isSent)
      let entry = Recording.Entry(
        at: now, isSent: isSent, message: redaction.apply(to: message, method: method))
      if let write { write(entry.line + "\n") } else { state.entries.append(entry) }
    }
  }
}
