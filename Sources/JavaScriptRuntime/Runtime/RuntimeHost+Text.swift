import JavaScriptEngine

extension RuntimeHost {
  /// Defines the native functions that convert long texts to UTF-8 and back and know older encodings, for `TextEncoder` and
  /// `TextDecoder`.
  ///
  /// - Parameter confinedHost: a reference to the host that is cleared when the host is closed.
  func defineText(in host: JSLocal, confinedHost: ThreadConfined<RuntimeHost>) {
    func function(_ name: String, _ body: @escaping JSNativeBody) {
      realm.define(name, as: realm.makeFunction(name: name, body), in: host)
    }
    // decodeText(bytes, fatal): undefined for bytes that are not UTF-8, if these are an error.
    function("decodeText") { arguments in
      guard let realm = confinedHost.value?.realm, let bytes = realm.bytes(arguments[0]) else { return nil }
      if String(validating: bytes, as: UTF8.self) != nil { return realm.make(utf8: bytes) }
      if realm.boolean(arguments[1]) { return nil }
      return realm.make(utf8: Array(String(decoding: bytes, as: UTF8.self).utf8))
    }
    // encodeText(text): an ArrayBuffer, in which U+FFFD stands for a lone surrogate.
    function("encodeText") { arguments in
      guard let realm = confinedHost.value?.realm, let text = realm.text(arguments[0]) else { return nil }
      return realm.makeArrayBuffer(text.utf8)
    }
    // decodingTable(name): undefined for a table that the C library lacks.
    function("decodingTable") { arguments in
      guard let realm = confinedHost.value?.realm, let name = realm.text(arguments[0]) else { return nil }
      return DecodingTable(name.string).map { realm.make(utf8: Array($0.text.utf8)) }
    }
  }
}
