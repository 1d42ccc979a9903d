/// Bytes of a text that grows at its end.
///
/// An array asks with each append whether it is shared; this one cannot be.
@safe struct TextBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    unsafe start = .allocate(capacity: capacity)
  }

  deinit { unsafe start.deallocate() }

  mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe start[count] = byte
    count += 1
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let other = bytes.baseAddress else { return }
    reserve(bytes.count)
    unsafe (start + count).update(from: other, count: bytes.count)
    count += bytes.count
  }

  /// Appends a whole number in decimal digits.
  mutating func append(decimal value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    let longest = 20
    reserve(longest)
    // From the last digit to the first, at the end of what was reserved; then moved to its place.
    var rest = value.magnitude
    var first = count + longest
    repeat {
      first -= 1
      unsafe start[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    let digits = count + longest - first
    unsafe (start + count).update(from: start + first, count: digits)
    count += digits
  }

  /// Puts bytes in front of what was appended from `offset` on.
  mutating func insert(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    precondition(offset <= count)
    guard let other = bytes.baseAddress else { return }
    reserve(bytes.count)
    unsafe (start + offset + bytes.count).update(from: start + offset, count: count - offset)
    unsafe (start + offset).update(from: other, count: bytes.count)
    count += bytes.count
  }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unsafe body(UnsafeBufferPointer(start: start, count: count))
  }

  private mutating func reserve(_ more: Int) { if count + more > capacity { grow(by: more) } }

  @inline(never)
  private mutating func grow(by more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.update(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = larger
  }
}
