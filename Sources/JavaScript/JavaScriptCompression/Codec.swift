#if Plugins
import CZlib
import JavaScriptEngine
import Synchronization

/// The formats of the Compression standard.
enum CompressionFormat: String, Sendable {
  case gzip
  /// The format of zlib (RFC 1950).
  case deflate
  case deflateRaw = "deflate-raw"

  /// The argument of zlib that selects the format, with the largest window.
  fileprivate var windowBits: Int32 {
    switch self {
    case .gzip: 31
    case .deflate: 15
    case .deflateRaw: -15
    }
  }
}

/// How many codecs of one context exist.
final class CodecCount: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  fileprivate func change(by difference: Int) { count.wrappingAdd(difference, ordering: .relaxed) }
}

/// Compresses or decompresses one stream, a piece of output at a time.
///
/// A step makes at most ``outputLength`` bytes, however many the input stands for: a caller that asks for the next piece
/// when it has room for it holds no more than that.
///
/// `@unchecked Sendable`: one step runs at a time, because JavaScript starts the next one when it has received the result.
@safe final class Codec: @unchecked Sendable {
  /// The largest number of bytes that one step returns.
  static let outputLength = 65_536

  /// The result of a step.
  struct Step: Sendable {
    enum State: Int, Sendable {
      /// There is more output for the input so far.
      case hasOutput
      /// All input has been consumed.
      case needsInput
      /// The end of the stream was reached.
      case isDone
    }

    let output: [UInt8]
    let state: State
  }

  /// The reason why a stream cannot be decompressed.
  struct Failure: Error { let message: String }

  private let isCompressing: Bool
  private var stream = unsafe z_stream()
  private var input = JSBytes([])
  /// The number of bytes of the input that were used up.
  private var used = 0
  private var isLast = false
  private var hasEnded = false
  /// Whether zlib holds memory for the stream.
  private var isReady: Bool
  private let count: CodecCount

  init(_ format: CompressionFormat, isCompressing: Bool, in count: CodecCount = CodecCount()) {
    self.isCompressing = isCompressing
    self.count = count
    count.change(by: 1)
    let status =
      unsafe isCompressing
      ? czlib_deflate_init(&stream, format.windowBits) : czlib_inflate_init(&stream, format.windowBits)
    isReady = status == Z_OK
  }

  deinit {
    release()
    count.change(by: -1)
  }

  private func release() {
    guard isReady else { return }
    isReady = false
    _ = unsafe isCompressing ? deflateEnd(&stream) : inflateEnd(&stream)
  }

  /// Makes the next piece of output.
  ///
  /// - Parameters:
  ///   - bytes: more input; only when the step before needed it.
  ///   - isLast: whether this input is the last one.
  func step(_ bytes: JSBytes?, isLast: Bool) throws(Failure) -> Step {
    if let bytes {
      input = bytes
      used = 0
    }
    if isLast { self.isLast = true }
    if hasEnded { return try end([]) }
    guard isReady else { throw Failure(message: "not enough memory for the stream") }
    var status = Z_OK
    let count = input.count
    var output = [UInt8](repeating: 0, count: Codec.outputLength)
    let made = unsafe output.withUnsafeMutableBytes { room in
      unsafe input.withBytes { bytes in
        // zlib does not write to its input; the length of one call is an unsigned 32-bit number.
        let rest = unsafe bytes[used...].prefix(1 << 30)
        let source = unsafe UnsafeMutableRawPointer(mutating: UnsafeRawBufferPointer(rebasing: rest).baseAddress)
        unsafe stream.next_in = unsafe source?.assumingMemoryBound(to: UInt8.self)
        unsafe stream.avail_in = UInt32(rest.count)
        unsafe stream.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
        unsafe stream.avail_out = UInt32(room.count)
        let isAll = unsafe self.isLast && used + rest.count == count
        status =
          unsafe isCompressing
          ? CZlib.deflate(&stream, isAll ? Z_FINISH : Z_NO_FLUSH) : CZlib.inflate(&stream, Z_NO_FLUSH)
        unsafe used += rest.count - Int(stream.avail_in)
        return unsafe room.count - Int(stream.avail_out)
      }
    }
    // A short piece does not keep the room for a long one.
    if made < Codec.outputLength { output = Array(output.prefix(made)) }
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: hasEnded = true
    case Z_NEED_DICT: throw Failure(message: "the stream needs a dictionary")
    case Z_MEM_ERROR: throw Failure(message: "not enough memory for the stream")
    default: throw Failure(message: "the compressed data is not valid")
    }
    if hasEnded { return try end(output) }
    if made == Codec.outputLength || used < count { return Step(output: output, state: .hasOutput) }
    input = JSBytes([])
    used = 0
    if self.isLast, !isCompressing { throw Failure(message: "the compressed data ends too early") }
    return Step(output: output, state: .needsInput)
  }

  /// The end of the stream: nothing may follow it.
  private func end(_ output: [UInt8]) throws(Failure) -> Step {
    release()
    guard used == input.count else { throw Failure(message: "there is data after the end of the compressed stream") }
    return Step(output: output, state: isLast ? .isDone : .needsInput)
  }
}
#endif
