/// JSON is read and written again: what was read once reads the same a second time.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = Array(UnsafeBufferPointer(start: start, count: count))
  guard String(validating: text, as: UTF8.self) != nil,
    let value = try? Payload.encoded(EncodedValue(text: text)).value()
  else { return 0 }
  guard let again = try? Payload(encoding: value).value() else { return 0 }
  precondition("\(value)" == "\(again)", "another value after being written and read")
  return 0
}
