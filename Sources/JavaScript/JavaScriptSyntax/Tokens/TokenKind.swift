/// The kind of a token.
///
/// Keywords are names: `Token.name` says which.
enum TokenKind: UInt8 {
  case end, name, privateName, number, bigInt, string, template, templateTail, regularExpression
  case leftBrace, rightBrace, leftParen, rightParen, leftBracket, rightBracket
  case dot, ellipsis, semicolon, comma, question, questionDot, colon, arrow, at
  case plusPlus, minusMinus, bang, tilde
  // Binary operators, beginning with the weakest.
  case questionQuestion, barBar, ampAmp, bar, caret, ampersand
  case equal, notEqual, strictEqual, strictNotEqual
  case less, greater, lessEqual, greaterEqual
  case shiftLeft, shiftRight, shiftRightUnsigned
  case plus, minus, star, slash, percent, starStar
  // Assignments.
  case assign, plusAssign, minusAssign, starAssign, slashAssign, percentAssign, starStarAssign
  case shiftLeftAssign, shiftRightAssign, shiftRightUnsignedAssign
  case ampersandAssign, barAssign, caretAssign, ampAmpAssign, barBarAssign, questionQuestionAssign

  @inline(__always) var isAssignment: Bool { rawValue >= TokenKind.assign.rawValue }

  /// How strongly a binary operator binds; 0 for everything else.
  ///
  /// `in` and `instanceof` bind as `less` does.
  @inline(__always) var precedence: Int {
    switch self {
    case .questionQuestion: 1
    case .barBar: 2
    case .ampAmp: 3
    case .bar: 4
    case .caret: 5
    case .ampersand: 6
    case .equal, .notEqual, .strictEqual, .strictNotEqual: 7
    case .less, .greater, .lessEqual, .greaterEqual: 8
    case .shiftLeft, .shiftRight, .shiftRightUnsigned: 9
    case .plus, .minus: 10
    case .star, .slash, .percent: 11
    case .starStar: 12
    default: 0
    }
  }
}

/// The piece of a text that the parser looks at.
struct Token {
  var kind = TokenKind.end
  /// Whether a line ends between the token before and this one.
  var followsLine = false
  /// Whether a name, or a word, is written with an escape.
  var isEscaped = false
  /// Where a string or number breaks a rule of strict code, or a template one of untagged ones.
  var flaw = Flaw.none
  /// A name's or private name's; `none` otherwise.
  var name = Name.none
  var start = 0
  var end = 0

  enum Flaw: UInt8 {
    case none
    /// `\01`, `\8`, `010`, `08`.
    case legacyOctal
    /// `\u{}` in a template.
    case badEscape
  }
}
