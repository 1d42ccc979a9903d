/// A text that is equal only to a text with the same code units.
///
/// Swift's own comparison treats `é` and `e` with a combining accent as equal; for JavaScript and file systems they are
/// two names. It also normalizes the texts, which takes quadratic time in the number of their combining characters.
package struct ExactText: Sendable, Hashable, ExpressibleByStringLiteral {
  package let text: String

  package init(_ text: String) { self.text = text }
  package init(stringLiteral text: String) { self.text = text }

  package static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
