/// An error in a text, with its position and a readable message.
public struct SyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A stable identifier of the rule that the text breaks; messages may change.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's spelling, which JavaScript sees too.
    public let rawValue: String

    /// Makes a code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A token that the grammar does not allow at its position.
    public static var unexpectedToken: Code { Code(rawValue: "unexpected-token") }
    /// A string, template, comment or regular expression without its end.
    public static var unterminated: Code { Code(rawValue: "unterminated") }
    /// A malformed character, number, escape or identifier.
    public static var invalidToken: Code { Code(rawValue: "invalid-token") }
    /// A regular expression with a malformed pattern or malformed flags.
    public static var regularExpression: Code { Code(rawValue: "regular-expression") }
    /// A rule that the grammar does not express: duplicate declarations, labels, targets of assignments.
    public static var earlyError: Code { Code(rawValue: "early-error") }
    /// Code that strict mode forbids.
    public static var strictMode: Code { Code(rawValue: "strict-mode") }
    /// `import` or `export` declarations or `import.meta` in a script.
    public static var moduleSyntax: Code { Code(rawValue: "module-syntax") }
    /// A language feature that is recognized but not supported.
    public static var unsupported: Code { Code(rawValue: "unsupported") }
    /// Nesting that is too deep for the parser's stack.
    public static var tooDeep: Code { Code(rawValue: "too-deep") }
    /// A text longer than one gibibyte.
    public static var tooLong: Code { Code(rawValue: "too-long") }
    /// Parsing was cancelled: see ``ParserOptions/cancellation``.
    public static var cancelled: Code { Code(rawValue: "cancelled") }
    /// Bytes that are not UTF-8.
    public static var encoding: Code { Code(rawValue: "encoding") }
  }

  /// The rule that is broken.
  public let code: Code
  /// The problem in one sentence.
  public let message: String
  /// Counts from 1.
  public let line: Int
  /// Counts from 1, in UTF-16 units.
  public package(set) var column: Int
  /// Whether more text could mend it: at its end a bracket, template or comment is open.
  package var isIncomplete = false

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
