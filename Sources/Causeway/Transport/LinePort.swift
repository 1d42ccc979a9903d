import Dispatch
import Glibc
import Synchronization

/// Carries texts over a descriptor that is both read and written, such as one end of a socket pair: a line each.
///
/// Reading and writing go on in the background; a text that is sent is queued, so `send` never blocks.
public final class LinePort: TextPort {
  private struct State {
    var line: [UInt8] = []
    var end: (@Sendable (BridgeError) -> Void)?
    var hasEnded = false
  }

  private let channel: DispatchIO
  private let queue = DispatchQueue(label: "causeway.port")
  private let lineLimit: Int
  private let queueLimit: Int
  private let queued = Atomic<Int>(0)
  private let state = Mutex(State())

  /// A port that owns the descriptor from now on, and closes it.
  ///
  /// - Parameter limits: a line may be as long as the largest message in base64; four of them may wait to be written.
  public init(descriptor: CInt, limits: Limits = Limits()) {
    lineLimit = limits.messageBytes * 2 + 65_536
    queueLimit = lineLimit * 4
    channel = DispatchIO(type: .stream, fileDescriptor: descriptor, queue: queue) { _ in Glibc.close(descriptor) }
    channel.setLimit(lowWater: 1)
  }

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - onText: called with each line, without its end, one at a time and in order.
  ///   - onEnd: called once, when nothing more will come: the other side has closed, or sent a line over the limit.
  public func start(_ onText: @escaping @Sendable ([UInt8]) -> Void, onEnd: @escaping @Sendable (BridgeError) -> Void) {
    state.withLock { $0.end = onEnd }
    channel.read(offset: 0, length: .max, queue: queue) { [self] done, data, error in
      if let data, !data.isEmpty { take(data, onText) }
      guard done else { return }
      end(
        error == 0 || error == ECANCELED
          ? BridgeError(.unavailable, "The other side closed the connection.")
          : BridgeError(.unavailable, "The connection broke: \(SystemError.text(error))."))
    }
  }

  /// Queues a text; drops it when the port has ended.
  public func send(_ text: [UInt8]) {
    let count = text.count + 1
    guard queued.add(count, ordering: .relaxed).newValue <= queueLimit else {
      return end(.exhausted("queuedBytes", maximum: queueLimit, "What waits for a side that does not read"))
    }
    var line = text
    line.append(UInt8(ascii: "\n"))
    let data = unsafe line.withUnsafeBytes { unsafe DispatchData(bytes: $0) }
    channel.write(offset: 0, data: data, queue: queue) { [self] done, _, error in
      guard done else { return }
      queued.subtract(count, ordering: .relaxed)
      if error != 0 { end(BridgeError(.unavailable, "The connection broke: \(SystemError.text(error)).")) }
    }
  }

  /// Ends the port; what is queued is dropped.
  public func close() { end(BridgeError(.unavailable, "The port was closed.")) }

  private func take(_ data: DispatchData, _ onText: (([UInt8]) -> Void)) {
    var rest = [UInt8](data)[...]
    while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line: [UInt8] = state.withLock { state in
        defer { state.line = [] }
        return state.line + rest[..<newline]
      }
      rest = rest[(newline + 1)...]
      if !line.isEmpty { onText(line) }
    }
    let isTooLong = state.withLock { state in
      state.line += rest
      return state.line.count > lineLimit
    }
    if isTooLong { end(.exhausted("messageBytes", maximum: lineLimit, "A line of the other side's")) }
  }

  private func end(_ reason: BridgeError) {
    let report: (@Sendable (BridgeError) -> Void)?? = state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.hasEnded = true
      state.line = []
      defer { state.end = nil }
      return .some(state.end)
    }
    guard let report else { return }
    channel.close(flags: .stop)
    report?(reason)
  }
}

/// The system's words for its error numbers.
enum SystemError {
  static func text(_ number: CInt) -> String { unsafe String(cString: strerror(number)) }
}
