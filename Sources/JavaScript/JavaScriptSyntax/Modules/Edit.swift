/// A change of a text that keeps its lines.
struct Edit {
  enum Kind: UInt8 {
    /// Blank space of the same length.
    case blank
    /// Blank space with a semicolon at its start: a removed statement still ends the previous one.
    case blankStatement
    /// The word `import` in `import()`.
    case importCall
    case importMeta
    /// A use of an imported name: `value` is an index into `references`.
    case reference
    /// `export default` before an expression, and its closing text.
    case defaultValue, defaultValueEnd
    /// The name of an anonymous default function.
    case defaultName
    /// A function of JSX's automatic runtime: `value` is a `JSXFunction`, with a bit for a key between attributes.
    case jsxFunction
    /// A function of JSX's classic runtime: `value` is an index into `references`.
    case jsxFactory
    /// `value` is an index into `Parser.texts`.
    case text
    /// The same, with marks in place of the names of variables.
    case rewritten
    /// A space.
    case space
  }

  var start: Int32
  var end: Int32
  var value: Int32
  var kind: Kind

  init(_ kind: Kind, _ start: Int, _ end: Int, value: Int = 0) {
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
    self.value = Int32(truncatingIfNeeded: value)
    self.kind = kind
  }
}

extension Parser {
  mutating func blank(_ range: Range<Int>) {
    if !range.isEmpty { edits.append(Edit(.blank, range.lowerBound, range.upperBound)) }
  }

  mutating func replace(_ range: Range<Int>, with text: String) {
    edits.append(Edit(.text, range.lowerBound, range.upperBound, value: texts.count))
    texts.append(text)
  }
}
