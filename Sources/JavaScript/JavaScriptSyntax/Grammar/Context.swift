/// The grammar parameters at a place in a text.
struct Context: OptionSet {
  var rawValue: UInt32

  static var strict: Context { Context(rawValue: 1 << 0) }
  /// `await` is an operator.
  static var await: Context { Context(rawValue: 1 << 1) }
  /// `yield` is an operator.
  static var yield: Context { Context(rawValue: 1 << 2) }
  static var `return`: Context { Context(rawValue: 1 << 3) }
  static var newTarget: Context { Context(rawValue: 1 << 4) }
  static var superCall: Context { Context(rawValue: 1 << 5) }
  static var superProperty: Context { Context(rawValue: 1 << 6) }
  /// In fields and static blocks of classes.
  static var noArguments: Context { Context(rawValue: 1 << 7) }
  /// `await` is no name, even where it is no operator.
  static var awaitReserved: Context { Context(rawValue: 1 << 8) }
  /// In parameters, where `yield` and `await` are errors.
  static var parameters: Context { Context(rawValue: 1 << 10) }
  /// In a loop: `continue`, and `break`.
  static var loop: Context { Context(rawValue: 1 << 11) }
  /// In a `switch`: `break`.
  static var breakable: Context { Context(rawValue: 1 << 12) }
  /// Outside of functions, apart from arrow functions: `arguments` is free.
  static var topLevel: Context { Context(rawValue: 1 << 13) }
  /// In no function at all: an `await` makes the module asynchronous.
  static var topLevelAwait: Context { Context(rawValue: 1 << 14) }
  /// In a declaration of TypeScript's that is no code.
  static var ambient: Context { Context(rawValue: 1 << 15) }
  /// A namespace of TypeScript's, where declarations may be exported.
  static var namespace: Context { Context(rawValue: 1 << 16) }

  /// The parameters that an arrow function inherits from the code around it.
  static var arrow: Context {
    [.strict, .newTarget, .superCall, .superProperty, .noArguments, .topLevel]
  }
}
