import Causeway
import NIOCore
import Synchronization

/// Sends messages to one page as server-sent events, one `data:` line each.
///
/// A JSON text has no line breaks, so it needs no escaping.
final class EventStreamPort: TextPort {
  /// The frames to be written to the page, in order.
  let frames: AsyncStream<ByteBuffer>
  private let writer: AsyncStream<ByteBuffer>.Continuation
  private let queued = Mutex(0)

  /// The largest number of unread bytes; above it the connection is closed.
  static let maximumUnreadBytes = 8 << 20

  init() { (frames, writer) = AsyncStream.makeStream() }

  func send(_ text: [UInt8]) {
    var frame = ByteBuffer(string: "data: ")
    frame.writeBytes(text)
    frame.writeString("\n\n")
    write(frame)
  }

  /// Sends an event with this name.
  func send(event: String, _ data: String) { write(ByteBuffer(string: "event: \(event)\ndata: \(data)\n\n")) }

  /// Sends a comment, by which each side notices a broken connection.
  func ping() { write(ByteBuffer(string: ":\n\n")) }

  func close() { writer.finish() }

  /// Records that a frame was written.
  func written(_ frame: ByteBuffer) { queued.withLock { $0 -= frame.readableBytes } }

  private func write(_ frame: ByteBuffer) {
    let total = queued.withLock { queued in
      queued += frame.readableBytes
      return queued
    }
    if total > EventStreamPort.maximumUnreadBytes { writer.finish() } else { writer.yield(frame) }
  }
}
