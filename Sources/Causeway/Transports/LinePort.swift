import Dispatch
import Glibc
import Synchronization

/// Carries texts over a connected stream socket, such as one end of a socket pair: a line each.
///
/// Reading and writing go on in the background; a text that is sent is queued, so `send` never blocks. A peer that is
/// gone ends the port; no signal is raised for it.
public final class LinePort: TextPort {
  private struct State {
    /// The beginning of a line whose end has not come.
    var line: [UInt8] = []
    /// Lines that wait to be written.
    var waiting: [UInt8] = []
    /// How many bytes of lines are being written.
    var writing = 0
    var isWriting = false
    var end: (@Sendable (BridgeError) -> Void)?
    var hasEnded = false
  }

  private static let readAtOnce = 1 << 20

  private let descriptor: CInt
  private let channel: DispatchIO
  private let reading = DispatchQueue(label: "causeway.port.reading")
  private let writing = DispatchQueue(label: "causeway.port.writing")
  private let lineLimit: Int
  private let queueLimit: Int
  private let state = Mutex(State())

  /// A port that owns the socket from now on, and closes it.
  ///
  /// - Parameter limits: a line may be as long as the largest message in base64; four of them may wait to be written.
  public init(descriptor: CInt, limits: Limits = Limits()) {
    lineLimit = limits.textBytes
    queueLimit = lineLimit * 4
    self.descriptor = descriptor
    // The last write may still be at it.
    channel = DispatchIO(type: .stream, fileDescriptor: descriptor, queue: reading) { [writing] _ in
      writing.async { Glibc.close(descriptor) }
    }
    channel.setLimit(lowWater: 1)
  }

  /// Bytes that wait to be written.
  public var bytesWaiting: Int { state.withLock { $0.waiting.count + $0.writing } }

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - onText: called with each line, without its end, one at a time and in order.
  ///   - onEnd: called once, when nothing more will come: the other side has closed, or sent a line over the limit.
  public func start(_ onText: @escaping @Sendable ([UInt8]) -> Void, onEnd: @escaping @Sendable (BridgeError) -> Void) {
    state.withLock { $0.end = onEnd }
    read(onText)
  }

  /// Reads some, and more when that has been taken: what the other side writes faster waits in the kernel, on its side.
  private func read(_ onText: @escaping @Sendable ([UInt8]) -> Void) {
    let left = Mutex(LinePort.readAtOnce)
    channel.read(offset: 0, length: LinePort.readAtOnce, queue: reading) { [self] done, data, error in
      if let data, !data.isEmpty {
        left.withLock { $0 -= data.count }
        take(data, onText)
      }
      guard done else { return }
      if error == 0, left.withLock({ $0 == 0 }) { return read(onText) }
      end(
        error == 0 || error == ECANCELED
          ? BridgeError(.unavailable, "The other side closed the connection.")
          : BridgeError(.unavailable, "The connection broke: \(SystemError.text(error))."))
    }
  }

  /// Queues a text; drops it when the port has ended.
  public func send(_ text: [UInt8]) {
    let (isFirst, count): (Bool, Int) = state.withLock { state in
      guard !state.hasEnded else { return (false, 0) }
      state.waiting += text.oneLine
      state.waiting.append(UInt8(ascii: "\n"))
      defer { state.isWriting = true }
      return (!state.isWriting, state.waiting.count + state.writing)
    }
    if count > queueLimit {
      return end(.exhausted("queuedBytes", maximum: queueLimit, "What waits for a side that does not read"))
    }
    if isFirst { writing.async { [self] in write() } }
  }

  /// Writes whatever waits; waits itself while the other side does not read.
  private func write() {
    while true {
      let bytes: [UInt8] = state.withLock { state in
        if state.hasEnded || state.waiting.isEmpty { state.isWriting = false }
        defer { state.waiting = [] }
        state.writing = state.isWriting ? state.waiting.count : 0
        return state.isWriting ? state.waiting : []
      }
      if bytes.isEmpty { return }
      let failure = unsafe bytes.withUnsafeBytes { unsafe write($0) }
      if let failure { return end(failure) }
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> BridgeError? {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      let count = unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, CInt(MSG_NOSIGNAL))
      if count >= 0 {
        unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&ready, 1, -1)
      } else if errno != EINTR {
        return BridgeError(.unavailable, "The connection broke: \(SystemError.text(errno)).")
      }
    }
    return nil
  }

  /// Ends the port; what is queued is dropped.
  public func close() { end(BridgeError(.unavailable, "The port was closed.")) }

  private func take(_ data: DispatchData, _ onText: (([UInt8]) -> Void)) {
    var rest = [UInt8](data)[...]
    while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line: [UInt8] = state.withLock { state in
        defer { state.line = [] }
        return state.hasEnded ? [] : state.line + rest[..<newline]
      }
      rest = rest[(newline + 1)...]
      if !line.isEmpty { onText(line) }
    }
    let isTooLong = state.withLock { state in
      if !state.hasEnded { state.line += rest }
      return state.line.count > lineLimit
    }
    if isTooLong { end(.exhausted("messageBytes", maximum: lineLimit, "A line of the other side's")) }
  }

  private func end(_ reason: BridgeError) {
    let report: (@Sendable (BridgeError) -> Void)?? = state.withLock { state in
      guard !state.hasEnded else { return nil }
      state.hasEnded = true
      state.line = []
      state.waiting = []
      defer { state.end = nil }
      return .some(state.end)
    }
    guard let report else { return }
    shutdown(descriptor, CInt(SHUT_RDWR))  // Wakes a write that waits.
    channel.close(flags: .stop)
    report?(reason)
  }
}

/// The system's words for its error numbers.
enum SystemError {
  static func text(_ number: CInt) -> String { unsafe String(cString: strerror(number)) }
}
