/// Writes small JSON texts for our own JavaScript, so that a list crosses as one value.
package struct JSONLine {
  package private(set) var utf8: [UInt8] = []

  package init() {}

  package mutating func raw(_ text: String) { utf8 += Array(text.utf8) }

  package mutating func string(_ text: String?) {
    guard let text else { return raw("null") }
    utf8.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): utf8 += [UInt8(ascii: "\\"), byte]
      case ..<0x20: raw("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: utf8.append(byte)
      }
    }
    utf8.append(UInt8(ascii: "\""))
  }

  package mutating func list<Element>(_ elements: some Sequence<Element>, _ write: (inout JSONLine, Element) -> Void) {
    raw("[")
    var isFirst = true
    for element in elements {
      if !isFirst { raw(",") }
      isFirst = false
      write(&self, element)
    }
    raw("]")
  }
}
