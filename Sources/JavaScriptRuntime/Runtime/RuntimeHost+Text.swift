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
      guard let realm = confinedHost.value?.realm else { return nil }
      return realm.decode(utf8: arguments[0], fatal: realm.boolean(arguments[1]))
    }
    // encodeText(text): an ArrayBuffer, in which U+FFFD stands for a lone surrogate.
    function("encodeText") { arguments in
      guard let realm = confinedHost.value?.realm, let text = realm.text(arguments[0]) else { return nil }
      return realm.makeArrayBuffer(text.utf8)
    }
    // encodeBytes(text): an ArrayBuffer of the characters' codes; undefined if one is above 255.
    function("encodeBytes") { arguments in
      guard let realm = confinedHost.value?.realm, let bytes = realm.text(arguments[0])?.latin1 else { return nil }
      return realm.makeArrayBuffer(bytes)
    }
    // writeBytes(text, bytes, maximum): whether all characters' codes are at most 127 or 255, and were written to the bytes.
    function("writeBytes") { arguments in
      guard let realm = confinedHost.value?.realm else { return nil }
      let maximum: UInt16 = realm.number(arguments[2]) < 128 ? 127 : 255
      return realm.make(realm.write(arguments[0], to: arguments[1], maximum: maximum))
    }
    // decodeBytes(bytes): the text whose characters have these codes.
    function("decodeBytes") { arguments in
      confinedHost.value?.realm.decode(latin1: arguments[0])
    }
    // decodingTable(name): an ArrayBuffer of code points; undefined for a table that the C library lacks.
    function("decodingTable") { arguments in
      guard let realm = confinedHost.value?.realm, let name = realm.text(arguments[0]) else { return nil }
      return DecodingTable(name.string).map { realm.makeArrayBuffer($0.codePoints) }
    }
  }
}
