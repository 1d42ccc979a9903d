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
    /// All of them, or those that have not been written yet.
    var entries: [Recording.Entry] = []
    /// Whether a thread is writing; that thread also writes the entries that are added meanwhile.
    var isWriting = false
    /// Resumed when everything is written.
    var waiters: [CheckedContinuation<Void, Never>] = []
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

    /// What the writing thread does next, after it has left the lock.
    mutating func next() -> Step {
      guard entries.isEmpty else { return .write(exchange(&entries, with: [])) }
      isWriting = false
      return .finish(exchange(&waiters, with: []))
    }
  }

  private enum Step {
    case write([Recording.Entry])
    case finish([CheckedContinuation<Void, Never>])
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
  ///     then, and ``recording`` is empty. It is called under no lock, on the threads that send and receive: one of them
  ///     may write the messages of others, so ``flush()`` has to be awaited at the end. Nil keeps the messages.
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
  public var recording: Recording { Recording(entries: write == nil ? state.withLock { $0.entries } : []) }

  /// Waits until all messages so far are written.
  public func flush() async {
    guard let write else { return }
    writeEntries(write)
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.isWriting { state.waiters.append(continuation) }
        return !state.isWriting
      }
      if isIdle { continuation.resume() }
    }
  }

  private func record(_ message: Message, isSent: Bool) {
    state.withLock { state in
      // Under the lock: the thread that read the clock first could otherwise record second.
      let now = Instant.origin.duration(to: clock.now)
      let method = state.method(of: message, isSent: isSent)
      state.entries.append(
        Recording.Entry(at: now, isSent: isSent, message: redaction.apply(to: message, method: method)))
    }
    if let write { writeEntries(write) }
  }

  /// Writes the entries in order, unless another thread does.
  private func writeEntries(_ write: @Sendable (String) -> Void) {
    var step: Step? = state.withLock { state in
      guard !state.isWriting else { return nil }
      state.isWriting = true
      return state.next()
    }
    while case .write(let entries)? = step {
      for entry in entries { write(entry.line + "\n") }
      step = state.withLock { $0.next() }
    }
    if case .finish(let waiters)? = step { for waiter in waiters { waiter.resume() } }
  }
}
