/// Random bytes as a string of characters below U+0100.
///
/// A buffer that native code has accessed could not be transferred by JavaScript, so the bytes travel as a string.
struct RandomText {
  let text: String

  /// - Parameter count: the number of bytes; a negative number counts as 0.
  init(count: Int) {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt16] = []
    bytes.reserveCapacity(max(0, count))
    while bytes.count < count {
      let random: UInt64 = generator.next()
      for shift in stride(from: 0, to: 64, by: 8).prefix(count - bytes.count) {
        bytes.append(UInt16(random >> shift & 0xff))
      }
    }
    text = String(decoding: bytes, as: UTF16.self)
  }
}
