/// The bytes of netlink messages, read with bounds checks: a read outside of the bytes returns `nil` and never traps.
///
/// The kernel writes numbers in the machine's byte order. `isForeign` reads a recording of a machine with the other
/// byte order.
struct NetlinkBytes: ~Escapable {
  private let span: Span<UInt8>
  /// Whether numbers have the other byte order than this machine's.
  private let isForeign: Bool

  @_lifetime(copy span)
  init(_ span: Span<UInt8>, isForeign: Bool = false) {
    self.span = span
    self.isForeign = isForeign
  }

  var count: Int { span.count }

  /// The number at `offset`, which need not be aligned.
  func number<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type, at offset: Int) -> Number? {
    let size = MemoryLayout<Number>.size
    guard offset >= 0, offset <= span.count - size else { return nil }
    // Safe: the range was checked, and any bits are a valid integer.
    let number = unsafe span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self)
    return isForeign ? number.byteSwapped : number
  }

  func uint8(at offset: Int) -> UInt8? { number(UInt8.self, at: offset) }
  func uint16(at offset: Int) -> UInt16? { number(UInt16.self, at: offset) }
  func uint32(at offset: Int) -> UInt32? { number(UInt32.self, at: offset) }
  func uint64(at offset: Int) -> UInt64? { number(UInt64.self, at: offset) }
  func int32(at offset: Int) -> Int32? { number(Int32.self, at: offset) }

  /// The number at the start of a value; `nil` if the value is too short.
  ///
  /// The rest of the value is ignored.
  func number<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type, in value: Range<Int>) -> Number? {
    value.count >= MemoryLayout<Number>.size ? number(Number.self, at: value.lowerBound) : nil
  }

  func uint8(in value: Range<Int>) -> UInt8? { number(UInt8.self, in: value) }
  func uint16(in value: Range<Int>) -> UInt16? { number(UInt16.self, in: value) }
  func uint32(in value: Range<Int>) -> UInt32? { number(UInt32.self, in: value) }
  func int32(in value: Range<Int>) -> Int32? { number(Int32.self, in: value) }

  /// A copy of the octets in `range`, clamped to the bytes.
  func octets(in range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<span.count)
    var copy: [UInt8] = []
    copy.reserveCapacity(range.count)
    for index in range { copy.append(span[index]) }
    return copy
  }

  /// A copy of the octets in `range` up to the first NUL, which ends the kernel's strings.
  func string(in range: Range<Int>) -> [UInt8] {
    var copy = octets(in: range)
    if let end = copy.firstIndex(of: 0) { copy.removeSubrange(end...) }
    return copy
  }

  /// The address in `range`, in network byte order.
  func address(in range: Range<Int>) -> IPAddress? { IPAddress(span, in: range) }
}
