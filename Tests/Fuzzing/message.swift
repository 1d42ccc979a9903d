/// Parses arbitrary bytes as messages of the wire, including their values.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = Array(UnsafeBufferPointer(start: start, count: count))
  for event in JSONRPCReader.read(text, limits: Limits()) {
    guard case .message(let message) = event else { continue }
    _ = JSONRPCWriter.text(message) { .number(Double($0.rawValue)) }
  }
  return 0
}
