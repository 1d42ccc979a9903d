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
    // shareBytes(view): the bytes that other functions read and write.
    function("shareBytes") { arguments in
      guard let host = confinedHost.value else { return nil }
      host.textBytes = host.realm.share(arguments[0])
      return nil
    }
    // decodeText(count, fatal): the text of the first shared bytes; undefined for bytes that are not UTF-8, if these are an
    // error.
    function("decodeText") { arguments in
      guard let (realm, bytes, count) = confinedHost.value?.sharedText(arguments[0]) else { return nil }
      return realm.decode(utf8: bytes, count: count, fatal: realm.boolean(arguments[1]))
    }
    // decodeBytes(count): the text whose characters have the codes of the first shared bytes.
    function("decodeBytes") { arguments in
      guard let (realm, bytes, count) = confinedHost.value?.sharedText(arguments[0]) else { return nil }
      return realm.decode(latin1: bytes, count: count)
    }
    // writeBytes(text, maximum): whether all characters' codes are at most 127 or 255, and are in the first shared bytes.
    function("writeBytes") { arguments in
      guard let host = confinedHost.value, let bytes = host.textBytes else { return nil }
      let maximum: UInt16 = host.realm.number(arguments[1]) < 128 ? 127 : 255
      return host.realm.make(host.realm.write(arguments[0], to: bytes, maximum: maximum))
    }
    // encodeText(text): an ArrayBuffer, in which U+FFFD stands for a lone surrogate.
    function("encodeText") { arguments in
      guard let realm = confinedHost.value?.realm, let text = realm.text(arguments[0]) else { return nil }
      return realm.makeArrayBuffer(text.utf8)
    }
    // decodingTable(name): an ArrayBuffer of code points; undefined for a table that the C library lacks.
    function("decodingTable") { arguments in
      guard let realm = confinedHost.value?.realm, let name = realm.text(arguments[0]) else { return nil }
      return DecodingTable(name.string).map { realm.makeArrayBuffer($0.codePoints) }
    }
  }

  private func sharedText(_ count: JSLocal) -> (JSRealm, SharedBytes, Int)? {
    guard let bytes = textBytes, let count = Int(exactly: realm.number(count)) else { return nil }
    return (realm, bytes, count)
  }
}
