/// An identifier or keyword, known by its place in a `NameTable`: equal names have equal numbers.
struct Name: Hashable {
  var id: Int32

  static var none: Name { Name(id: 0) }
  static var `break`: Name { Name(id: 1) }
  static var `case`: Name { Name(id: 2) }
  static var `catch`: Name { Name(id: 3) }
  static var `class`: Name { Name(id: 4) }
  static var const: Name { Name(id: 5) }
  static var `continue`: Name { Name(id: 6) }
  static var debugger: Name { Name(id: 7) }
  static var `default`: Name { Name(id: 8) }
  static var delete: Name { Name(id: 9) }
  static var `do`: Name { Name(id: 10) }
  static var `else`: Name { Name(id: 11) }
  static var `enum`: Name { Name(id: 12) }
  static var export: Name { Name(id: 13) }
  static var extends: Name { Name(id: 14) }
  static var `false`: Name { Name(id: 15) }
  static var finally: Name { Name(id: 16) }
  static var `for`: Name { Name(id: 17) }
  static var function: Name { Name(id: 18) }
  static var `if`: Name { Name(id: 19) }
  static var `import`: Name { Name(id: 20) }
  static var `in`: Name { Name(id: 21) }
  static var instanceof: Name { Name(id: 22) }
  static var new: Name { Name(id: 23) }
  static var null: Name { Name(id: 24) }
  static var `return`: Name { Name(id: 25) }
  static var `super`: Name { Name(id: 26) }
  static var `switch`: Name { Name(id: 27) }
  static var this: Name { Name(id: 28) }
  static var `throw`: Name { Name(id: 29) }
  static var `true`: Name { Name(id: 30) }
  static var `try`: Name { Name(id: 31) }
  static var typeof: Name { Name(id: 32) }
  static var `var`: Name { Name(id: 33) }
  static var void: Name { Name(id: 34) }
  static var `while`: Name { Name(id: 35) }
  static var with: Name { Name(id: 36) }
  static var implements: Name { Name(id: 37) }
  static var interface: Name { Name(id: 38) }
  static var `let`: Name { Name(id: 39) }
  static var package: Name { Name(id: 40) }
  static var `private`: Name { Name(id: 41) }
  static var protected: Name { Name(id: 42) }
  static var `public`: Name { Name(id: 43) }
  static var `static`: Name { Name(id: 44) }
  static var yield: Name { Name(id: 45) }
  static var await: Name { Name(id: 46) }
  static var async: Name { Name(id: 47) }
  static var of: Name { Name(id: 48) }
  static var get: Name { Name(id: 49) }
  static var set: Name { Name(id: 50) }
  static var `as`: Name { Name(id: 51) }
  static var from: Name { Name(id: 52) }
  static var target: Name { Name(id: 53) }
  static var meta: Name { Name(id: 54) }
  static var using: Name { Name(id: 55) }
  static var accessor: Name { Name(id: 56) }
  static var constructor: Name { Name(id: 57) }
  static var prototype: Name { Name(id: 58) }
  static var proto: Name { Name(id: 59) }
  static var eval: Name { Name(id: 60) }
  static var arguments: Name { Name(id: 61) }
  static var source: Name { Name(id: 62) }
  static var `defer`: Name { Name(id: 63) }
  static var type: Name { Name(id: 64) }
  static var assert: Name { Name(id: 65) }
  static var declare: Name { Name(id: 66) }
  static var namespace: Name { Name(id: 67) }
  static var module: Name { Name(id: 68) }
  static var abstract: Name { Name(id: 69) }
  static var readonly: Name { Name(id: 70) }
  static var override: Name { Name(id: 71) }
  static var global: Name { Name(id: 72) }
  static var require: Name { Name(id: 73) }
  static var asserts: Name { Name(id: 74) }
  static var `is`: Name { Name(id: 75) }
  static var keyof: Name { Name(id: 76) }
  static var infer: Name { Name(id: 77) }
  static var unique: Name { Name(id: 78) }
  static var out: Name { Name(id: 79) }
  static var satisfies: Name { Name(id: 80) }
  static var globalThis: Name { Name(id: 82) }
  static var exports: Name { Name(id: 83) }
  static var `any`: Name { Name(id: 84) }
  static var unknown: Name { Name(id: 85) }
  static var never: Name { Name(id: 86) }
  static var object: Name { Name(id: 87) }
  static var boolean: Name { Name(id: 90) }
  static var symbol: Name { Name(id: 91) }
  static var bigint: Name { Name(id: 92) }
  static var undefined: Name { Name(id: 93) }
  static var intrinsic: Name { Name(id: 94) }

  /// The words that are names in no code.
  @inline(__always) var isReserved: Bool { id >= 1 && id <= 36 }
  /// The words that are no names in strict code.
  @inline(__always) var isStrictReserved: Bool { id > 36 && id <= 45 }

  /// The words that are types themselves, from `any` to `undefined`, and take no type arguments.
  var isKeywordType: Bool { id >= Name.any.id && id <= Name.undefined.id }

  /// The words above, in the order of their numbers.
  static let words =
    """
    break case catch class const continue debugger default delete do else enum export extends false finally for \
    function if import in instanceof new null return super switch this throw true try typeof var void while with \
    implements interface let package private protected public static yield await async of get set as from target \
    meta using accessor constructor prototype __proto__ eval arguments source defer type assert declare \
    namespace module abstract readonly override global require asserts is keyof infer unique out satisfies name \
    globalThis exports any unknown never object string number boolean symbol bigint undefined intrinsic
    """
}
