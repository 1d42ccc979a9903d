public import Causeway
import CausewayConcurrency
import Synchronization

/// Writes down what passes a link.
///
///     let recorder = Recorder(clock: clock)
///     _ = bridge.connect(recorder.watch(transport), permissions: .all)
///     …
///     try recorder.recording.text.write(toFile: "monday.jsonl", atomically: true, encoding: .utf8)
///
/// Secrets never enter the recording: see ``Redaction``.
public final class Recorder: Sendable {
  private struct Key: Hashable {
    let isSent: Bool
    let id: CallID
  }

  private struct State {
    var entries: [Recording.Entry] = []
    var methods: [Key: String] = [:]

    /// Nil if nobody knows: of an answer that comes a second time, for one.
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

  /// A recorder that has heard nothing.
  ///
  /// - Parameters:
  ///   - clock: the bridge's.
  ///   - write: takes the text of a recording's file as it comes, whole lines at a time, one call after the other; nothing is
  ///     kept then, and ``recording`` is empty. Called on the threads that send and receive; nil keeps the messages.
  public init(
    clock: any Clock<Duration>, redacting redaction: Redaction = .standard,
    writing write: (@Sendable (String) -> Void)? = nil
  ) {
    self.clock = AnyClock(clock)
    self.redaction = redaction
    self.write = write
    write?(Recording.head + "\n")
  }

  /// Wraps a transport, to record it as the end that it is given to sees it.
  public func watch(_ transport: any Transport) -> any Transport {
    WatchedTransport(transport) { message, isSent in self.note(message, isSent: isSent) }
  }

  /// What has passed so far.
  public var recording: Recording { Recording(entries: state.withLock { $0.entries }) }

  private func note(_ message: Message, isSent: Bool) {
    state.withLock { state in
      // Under the lock: of two threads the one that looked first at the clock may come second.
      let now = Instant.origin.duration(to: clock.now)
      let method = state.method(of: message, isSent: isSent)
      let entry = Recording.Entry(
        at: now, isSent: isSent, message: redaction.apply(to: message, method: method))
      if let write { write(entry.line + "\n") } else { state.entries.append(entry) }
    }
  }
}
