/// A region of a text that names are declared in.
struct Scope {
  enum Kind: UInt8 {
    /// The text.
    case top
    /// A function's parameters, and its body if they are simple. Fields and static blocks of classes are functions too.
    case function
    /// The body of a function whose parameters are not simple.
    case body
    /// `( … )`, which becomes a function's scope if `=>` follows. Otherwise it declares nothing.
    case parentheses
    case block
    case catchClause
    case classBody
    /// A TypeScript namespace.
    case namespace

    /// Whether `var` declares its name here.
    var holdsVariables: Bool { self == .top || self == .function || self == .body || self == .namespace }
  }

  var parent: Int32
  /// The scope that a `var` here declares its name in: itself or one around it.
  var variables: Int32
  /// The scope of the namespace around it, or -1.
  var namespace: Int32
  var kind: Kind
  /// The number of scopes around it.
  var depth: Int32
}

/// A name that is declared in a scope.
struct Declaration {
  enum Kind: UInt8 {
    // Those that another declaration replaces.
    /// A function expression's or class expression's own name.
    case ownName
    /// A function in a block, as it is visible in the enclosing function (Annex B).
    case hoistedFunction
    /// A TypeScript interface, type or alias, which is not a value.
    case type
    // Those of the function.
    case parameter, variable, function
    // Those of the block.
    case `let`, constant, `class`, lexicalFunction
    /// A function in a block of sloppy code, which may be declared there twice.
    case blockFunction
    /// `catch (e)`, whose name a `var e` in its block may share.
    case catchParameter
    case catchPattern
    case importName
    /// A TypeScript enum or namespace, which may be declared again.
    case merged

    var isWeak: Bool { rawValue <= Kind.type.rawValue }
    var isLexical: Bool { rawValue >= Kind.let.rawValue }
    /// Whether a `var` of this name within the block is an error.
    var forbidsVariables: Bool { isLexical && self != .catchParameter }
  }

  var name: Name
  var scope: Int32
  var start: Int32
  var kind: Kind
  /// Of a `var`: the last scope whose statements declare it.
  var lastScope: Int32 = -1
  /// Of a block's: the declaration of the same name by another block, before this one; -1 if there is none.
  var hidden: Int32 = -1
}

/// A use of a name.
struct Reference {
  struct Flags: OptionSet {
    var rawValue: UInt8

    /// `a()`, `` a`` ``: the callee must not become a method call.
    static var callee: Flags { Flags(rawValue: 1) }
    /// `{ a }`.
    static var shorthand: Flags { Flags(rawValue: 2) }
    static var assigned: Flags { Flags(rawValue: 4) }
    /// It begins a statement behind one whose semicolon is missing.
    static var followsInsertedSemicolon: Flags { Flags(rawValue: 8) }
    /// It was a declaration after all, or nothing at run time.
    static var dead: Flags { Flags(rawValue: 16) }
    /// `export { a }`, which is no expression.
    static var exported: Flags { Flags(rawValue: 32) }
    /// `typeof a`.
    static var isTypeof: Flags { Flags(rawValue: 64) }
    /// A function of JSX, which stands nowhere in the text: an edit writes it.
    static var jsx: Flags { Flags(rawValue: 128) }
  }

  var name: Name
  var scope: Int32
  var start: Int32
  private var lengthAndFlags: UInt32

  init(name: Name, scope: Int32, start: Int, end: Int) {
    self.name = name
    self.scope = scope
    self.start = Int32(truncatingIfNeeded: start)
    lengthAndFlags = UInt32(truncatingIfNeeded: end - start) << 8
  }

  var end: Int { Int(start) + Int(lengthAndFlags >> 8) }

  var flags: Flags {
    @inline(__always) get { Flags(rawValue: UInt8(truncatingIfNeeded: lengthAndFlags)) }
    @inline(__always) set { lengthAndFlags = lengthAndFlags & ~0xFF | UInt32(newValue.rawValue) }
  }
}
