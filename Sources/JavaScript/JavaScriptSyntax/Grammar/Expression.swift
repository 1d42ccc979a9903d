/// The facts about a parsed expression.
///
/// No tree is kept.
struct Expression {
  enum Kind: UInt8 {
    case identifier
    /// `a.b`, `a[b]`, `super.a`.
    case member
    /// `a.#b`.
    case privateMember
    case call
    /// `import()` and `new.target`, which cannot be assigned to.
    case optionalChain
    /// An optional chain that ends with a private name.
    case privateOptionalChain
    /// A literal that may be a pattern, which `Parser.cover` records.
    case array, object
    /// An assignment to a name, a member or a pattern: an element with a default, if it is inside a pattern.
    case nameAssignment, memberAssignment, patternAssignment
    case arrow
    /// `-a`, which cannot be the left operand of `**`.
    case unary
    /// `a || b`, `a && b`, which cannot be operands of `??`.
    case logical
    case string
    case other
  }

  var kind: Kind
  var isParenthesized = false
  /// Of a name, or of an assignment to one: an index into `Parser.references`.
  var reference: Int32 = -1
  var start: Int32

  @inline(__always)
  init(_ kind: Kind, at start: Int, reference: Int32 = -1) {
    self.kind = kind
    self.reference = reference
    self.start = Int32(truncatingIfNeeded: start)
  }

  /// Whether it is a literal, or an assignment to one, that a pattern may still be made of.
  @inline(__always) var isOpen: Bool { (kind == .array || kind == .object) && !isParenthesized }
}

/// The offsets of the first parts of a literal that are invalid in an expression and in patterns, or -1.
struct Cover {
  /// `{ a = 1 }`.
  var notExpression: Int32 = -1
  /// `{ __proto__: a, __proto__: b }`.
  var duplicateProto: Int32 = -1
  var notAssignmentPattern: Int32 = -1
  var notBindingPattern: Int32 = -1

  @inline(__always)
  private static func first(_ left: Int32, _ right: Int32) -> Int32 { left >= 0 ? left : right }

  @inline(__always)
  mutating func merge(_ inner: Cover) {
    notExpression = Cover.first(notExpression, inner.notExpression)
    duplicateProto = Cover.first(duplicateProto, inner.duplicateProto)
    notAssignmentPattern = Cover.first(notAssignmentPattern, inner.notAssignmentPattern)
    notBindingPattern = Cover.first(notBindingPattern, inner.notBindingPattern)
  }

  @inline(__always)
  mutating func refuseBinding(_ start: Int32) { if notBindingPattern < 0 { notBindingPattern = start } }

  @inline(__always)
  mutating func refusePattern(_ start: Int32) {
    if notAssignmentPattern < 0 { notAssignmentPattern = start }
    refuseBinding(start)
  }
}
