/// Bytes that a script of ours and native code use in turn, without asking the engine for their address each time.
@safe package final class SharedBytes {
  /// Keeps the buffer alive.
  private let view: JSHandle
  let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ view: JSHandle, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
    self.view = view
    unsafe self.bytes = bytes
  }

  /// The number of 64-bit words in the bytes.
  package var slotCount: Int { unsafe bytes.count / 8 }

  /// The given number of 64-bit words from an index on; nil if there are fewer.
  package func slots(_ start: Int, _ count: Int) -> UnsafeMutableBufferPointer<UInt64>? {
    guard start >= 0, count >= 0, start <= slotCount, count <= slotCount - start, let base = unsafe bytes.baseAddress
    else { return nil }
    // The memory of a buffer is aligned for every type of its views.
    let words = unsafe UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt64.self)
    return unsafe UnsafeMutableBufferPointer(start: words + start, count: count)
  }

  /// The first bytes; nil if there are not so many.
  func first(_ count: Int) -> UnsafeBufferPointer<UInt8>? {
    guard unsafe (0...bytes.count).contains(count) else { return nil }
    return unsafe UnsafeBufferPointer(rebasing: bytes[..<count])
  }
}
