/// Bytes that a script of ours and native code use in turn, without asking the engine for their address each time.
@safe package final class SharedBytes {
  /// Keeps the buffer alive.
  private let view: JSHandle
  let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ view: JSHandle, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
    self.view = view
    unsafe self.bytes = bytes
  }

  /// The first bytes; nil if there are not so many.
  func first(_ count: Int) -> UnsafeBufferPointer<UInt8>? {
    guard unsafe (0...bytes.count).contains(count) else { return nil }
    return unsafe UnsafeBufferPointer(rebasing: bytes[..<count])
  }
}
