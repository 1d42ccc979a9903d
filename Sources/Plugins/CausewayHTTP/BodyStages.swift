#if Plugins
import CBrotli
import CZstd
import Causeway

/// One encoding of a response's body, undone piece by piece: the decompressed data is never held as a whole.
protocol BodyStage: AnyObject, Sendable {
  /// More of the compressed data; only when there is no piece left.
  func add(_ bytes: [UInt8])

  /// The next piece, of so many bytes at most; empty when that needs more data.
  ///
  /// - Throws: `DATA_LOSS` if the data is not valid in the encoding.
  func next(atMost limit: Int) throws(BridgeError) -> [UInt8]

  /// Notes the end of the data.
  ///
  /// - Throws: `DATA_LOSS` if more must follow.
  func end() throws(BridgeError)
}

/// What the stages for brotli and zstd have in common.
///
/// `@unchecked Sendable`: a body has one reader, which takes one piece at a time.
@safe class BodyUnpacker: BodyStage, @unchecked Sendable {
  /// How a step of the library ended.
  fileprivate enum Outcome { case wantsInput, wantsRoom, complete, invalid }

  private var input: [UInt8] = []
  /// The number of bytes of the input that were used up.
  private var used = 0
  /// Whether the library has more for the same input.
  private var isFull = false
  /// Whether the data may end here: before the first byte, and after the last.
  private var isComplete = true

  /// Whether another stream may follow a complete one.
  fileprivate var mayContinue: Bool { false }

  fileprivate func step(
    _ input: UnsafeBufferPointer<UInt8>, _ used: inout Int, _ room: UnsafeMutableBufferPointer<UInt8>,
    _ count: inout Int
  ) -> Outcome { .invalid }

  func add(_ bytes: [UInt8]) {
    input = bytes
    used = 0
  }

  func next(atMost limit: Int) throws(BridgeError) -> [UInt8] {
    var hasBegun = false
    while used < input.count || isFull {
      if isComplete, hasBegun || used > 0, !mayContinue { break }
      hasBegun = true
      var outcome = Outcome.invalid
      let size = min(limit, max(4_096, 8 * (input.count - used)))
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: size) { room, count in
        count = 0
        unsafe input.withUnsafeBufferPointer { input in outcome = unsafe step(input, &used, room, &count) }
      }
      isComplete = outcome == .complete
      isFull = outcome == .wantsRoom
      if outcome == .invalid {
        throw BridgeError(.dataLoss, "The response is damaged: its compressed data is not valid.")
      }
      if !piece.isEmpty { return piece }
    }
    return []
  }

  func end() throws(BridgeError) {
    guard isComplete else {
      throw BridgeError(.dataLoss, "The response is damaged: its compressed data ends too early.")
    }
  }
}

/// `br`: RFC 7932.
@safe final class BrotliStage: BodyUnpacker, @unchecked Sendable {
  private let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil)

  deinit { unsafe BrotliDecoderDestroyInstance(state) }

  fileprivate override func step(
    _ input: UnsafeBufferPointer<UInt8>, _ used: inout Int, _ room: UnsafeMutableBufferPointer<UInt8>,
    _ count: inout Int
  ) -> Outcome {
    guard let state = unsafe state else { return .invalid }
    var (left, free) = (input.count - used, room.count)
    var source = unsafe input.baseAddress.map { unsafe $0 + used }
    var target = room.baseAddress
    let result = unsafe BrotliDecoderDecompressStream(state, &left, &source, &free, &target, nil)
    used = input.count - left
    count = room.count - free
    switch result {
    case BROTLI_DECODER_RESULT_SUCCESS: return .complete
    case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return .wantsInput
    case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: return .wantsRoom
    default: return .invalid
    }
  }
}

/// `zstd`: RFC 8878, with a window of at most 8 MB, as RFC 9659 asks for.
@safe final class ZstdStage: BodyUnpacker, @unchecked Sendable {
  private let context: OpaquePointer?

  override init() {
    unsafe context = ZSTD_createDCtx()
    unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 23)
  }

  deinit { unsafe ZSTD_freeDCtx(context) }

  /// Frames may follow each other.
  fileprivate override var mayContinue: Bool { true }

  fileprivate override func step(
    _ input: UnsafeBufferPointer<UInt8>, _ used: inout Int, _ room: UnsafeMutableBufferPointer<UInt8>,
    _ count: inout Int
  ) -> Outcome {
    guard let context = unsafe context else { return .invalid }
    var source = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: used)
    var target = unsafe ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
    let result = unsafe ZSTD_decompressStream(context, &target, &source)
    guard ZSTD_isError(result) == 0 else { return .invalid }
    used = unsafe source.pos
    count = unsafe target.pos
    if result == 0 { return .complete }
    return unsafe target.pos == target.size ? .wantsRoom : .wantsInput
  }
}
#endif
