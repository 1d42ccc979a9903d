/// Reads slots as a page might have left them, and writes and reads the value twice: the second value equals the first.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var bytes = UnsafeBufferPointer(start: start, count: count)[...]
  func next() -> Int { bytes.popFirst().map(Int.init) ?? 0 }

  // A tag and its content in three bytes, so that tags are met; any other slot is the next eight.
  var slots: [UInt64] = []
  for _ in 0..<next() {
    let kind = next()
    if kind < SlotTag.allCases.count {
      slots.append(.slot(SlotTag.allCases[kind], next() | next() << 8))
    } else {
      slots.append((0..<8).reduce(0) { slot, _ in slot << 8 | UInt64(next()) })
    }
  }
  var units: [UInt16] = []
  while !bytes.isEmpty { units.append(UInt16(next() | next() << 8)) }

  let root = ObjectShape(most: 4)
  let shapes = [root, root.adding("a")!, root.adding("a")!.adding("$b")!, root.adding("é")!]
  let tape = slots.withUnsafeBufferPointer { slots in
    units.withUnsafeBufferPointer { try? SlotScanner.tape(slots, .utf16($0), shapes: shapes, limits: Limits()) }
  }
  guard let tape, let value = try? Payload.encoded(EncodedValue(tape)).value(),
    let written = try? Payload(encoding: value).value(), let again = try? Payload(encoding: written).value()
  else { return 0 }
  // A NaN is unequal to itself. A date that no JavaScript has is rounded when it is written.
  precondition("\(written)" == "\(again)", "another value after being written and read")
  return 0
}
