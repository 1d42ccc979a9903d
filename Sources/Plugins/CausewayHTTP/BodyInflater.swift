#if Plugins
import Causeway
import CZlib

/// `gzip` and `deflate`: RFC 1952, and RFC 1950 or 1951.
///
/// `@unchecked Sendable`: a body has one reader, which takes one piece at a time. A class, because zlib keeps the address of
/// its stream.
@safe final class BodyInflater: BodyStage, @unchecked Sendable {
  enum Format { case gzip, deflate }

  private let format: Format
  private var stream = unsafe z_stream()
  /// Whether zlib holds memory for the stream.
  private var isOpen = false
  private var input: [UInt8] = []
  /// The number of bytes of the input that were used up.
  private var used = 0
  /// Whether the last piece took all the room that it had, so that zlib may have more for the same input.
  private var isFull = false
  /// Whether the data may end here: before the first byte, and after a whole stream.
  private var isComplete = true
  /// Whether everything was read; what may follow is not part of the body.
  private var isDone = false

  init(_ format: Format) { self.format = format }

  deinit { if isOpen { _ = unsafe inflateEnd(&stream) } }

  func add(_ bytes: [UInt8]) {
    input = bytes
    used = 0
  }

  func next(atMost limit: Int) throws(BridgeError) -> [UInt8] {
    while used < input.count || isFull {
      if isComplete { try begin() }
      if isDone { break }
      let piece = try inflate(atMost: limit)
      if !piece.isEmpty { return piece }
    }
    return []
  }

  func end() throws(BridgeError) {
    guard isComplete else {
      throw BridgeError(.dataLoss, "The response is damaged: its compressed data ends too early.")
    }
  }

  /// Begins the stream, or the next one: a file of gzip may be several in a row.
  private func begin() throws(BridgeError) {
    if isOpen, format != .gzip || input[used] != 0x1F { isDone = true }
    if isDone { return }
    isComplete = false
    var status = Z_OK
    if isOpen {
      status = unsafe inflateReset(&stream)
    } else {
      // By `deflate` HTTP means the format of zlib, and some servers send the data alone. In the format of zlib the first
      // byte's low half is 8.
      let windowBits: Int32 = format == .gzip ? 31 : input[used] & 0x0F == 8 ? 15 : -15
      status = unsafe czlib_inflate_init(&stream, windowBits)
      isOpen = status == Z_OK
    }
    guard status == Z_OK else {
      throw BridgeError(.resourceExhausted, "The system has no memory to decompress the response.")
    }
  }

  private func inflate(atMost limit: Int) throws(BridgeError) -> [UInt8] {
    var status = Z_OK
    // Texts are compressed to an eighth or so: short ones need no large memory.
    let size = min(limit, max(4_096, 8 * (input.count - used)))
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: size) { room, count in
      unsafe input.withUnsafeBufferPointer { input in
        // zlib does not write to its input.
        unsafe stream.next_in = input.baseAddress.map { unsafe UnsafeMutablePointer(mutating: $0 + used) }
        unsafe stream.avail_in = UInt32(clamping: input.count - used)
        unsafe stream.next_out = room.baseAddress
        unsafe stream.avail_out = UInt32(clamping: size)
        let (given, most) = unsafe (stream.avail_in, stream.avail_out)
        status = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
        unsafe used += Int(given - stream.avail_in)
        unsafe count = Int(most - stream.avail_out)
      }
    }
    isFull = piece.count == size
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END:
      isComplete = true
      isFull = false
    default: throw BridgeError(.dataLoss, "The response is damaged: its compressed data is not valid.")
    }
    return piece
  }
}
#endif
