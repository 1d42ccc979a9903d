/// Parses JSON and writes it twice: the second text equals the first.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = Array(UnsafeBufferPointer(start: start, count: count))
  guard String(validating: text, as: UTF8.self) != nil,
    let value = try? Payload.encoded(EncodedValue(text: text)).value(),
    let written = try? Payload(encoding: value), let again = try? Payload(encoding: written.value())
  else { return 0 }
  precondition("\(written)" == "\(again)", "another value after being written and read")
  return 0
}
