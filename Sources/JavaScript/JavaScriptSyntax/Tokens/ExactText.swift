/// A text that is equal to another one of the same code units only.
///
/// Swift's own comparison takes `é` for `e` with an accent; to JavaScript and to file systems they are two names. It
/// normalizes the texts, which takes time with the square of the number of their combining characters.
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
