/// An error in a text, with its place and a sentence for a person.
public struct SyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Which rule the text breaks: stable, where messages may change.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The spelling that JavaScript sees too.
    public let rawValue: String

    /// Makes a code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A token that the grammar does not allow at its place.
    public static var unexpectedToken: Code { Code(rawValue: "unexpected-token") }
    /// A string, template, comment or regular expression without its end.
    public static var unterminated: Code { Code(rawValue: "unterminated") }
    /// A character, number, escape or identifier that is none.
    public static var invalidToken: Code { Code(rawValue: "invalid-token") }
    /// A regular expression whose pattern or flags break their grammar.
    public static var regularExpression: Code { Code(rawValue: "regular-expression") }
    /// A rule that the grammar does not express: duplicate declarations, labels, targets of assignments.
    public static var earlyError: Code { Code(rawValue: "early-error") }
    /// Code that strict mode forbids.
    public static var strictMode: Code { Code(rawValue: "strict-mode") }
    /// `import` or `export` declarations or `import.meta` in a script.
    public static var moduleSyntax: Code { Code(rawValue: "module-syntax") }
    /// A language feature that is recognized and not supported.
    public static var unsupported: Code { Code(rawValue: "unsupported") }
    /// Nesting that is too deep for the parser's stack.
    public static var tooDeep: Code { Code(rawValue: "too-deep") }
    /// A text that is too long: one gibibyte is the most.
    public static var tooLong: Code { Code(rawValue: "too-long") }
    /// Nobody waits for the result any more: ``ParserOptions/cancellation``.
    public static var cancelled: Code { Code(rawValue: "cancelled") }
    /// Bytes that are not UTF-8.
    public static var encoding: Code { Code(rawValue: "encoding") }
  }

  /// Which rule is broken.
  public let code: Code
  /// The problem in one sentence.
  public let message: String
  /// Counts from 1.
  public let line: Int
  /// Counts from 1, in UTF-16 units.
  public let column: Int

  /// Makes an error.
  public init(code: Code, message: String, line: Int, column: Int) {
    self.code = code
    self.message = message
    self.line = line
    self.column = column
  }

  /// The line, the column and the message.
  public var description: String { "\(line):\(column): \(message)" }
}

/// The signal that parsing ended early.
///
/// `Tokenizer.failure` has the reason.
struct Stop: Error {}
