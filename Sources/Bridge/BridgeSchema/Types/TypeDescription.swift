import BridgeValues

/// The form of a value in JavaScript.
public indirect enum TypeDescription: Sendable, Hashable {
  /// Nothing: `undefined`.
  case nothing
  /// Any value that can cross.
  case any
  case boolean
  case number
  case string
  case date
  /// `Uint8Array`, or another view if Swift asks for one.
  case bytes
  /// An `Error`.
  case error
  /// An integer in a range; `isBig` for types with 64 bits in their name, for which JavaScript may also pass a
  /// `bigint`.
  case integer(minimum: String, maximum: String, isBig: Bool)
  case optional(TypeDescription)
  case list(TypeDescription)
  case dictionary(TypeDescription)
  /// A value of one of these types.
  case either([TypeDescription])
  /// A function that is called with a value; `.nothing` for a function without a value or a result.
  ///
  /// In parameters it is JavaScript's, in results Swift's.
  case function(TypeDescription, result: TypeDescription)
  /// An object of JavaScript's whose methods Swift calls.
  case remoteObject
  /// A type with its own definition.
  case named(String)
  /// A type that cannot be described, with a sentence that says why.
  case unknown(String)

  /// Whether a value may be left out.
  var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The description as text that changes when its meaning does.
  var signature: String {
    switch self {
    case .nothing: "undefined"
    case .any: "any"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .date: "date"
    case .bytes: "bytes"
    case .error: "error"
    case .integer(let minimum, let maximum, let isBig): "integer(\(minimum)...\(maximum)\(isBig ? ",big" : ""))"
    case .optional(let wrapped): "\(wrapped.signature)?"
    case .list(let element): "[\(element.signature)]"
    case .dictionary(let value): "{\(value.signature)}"
    case .either(let types): types.map(\.signature).joined(separator: "|")
    case .function(let value, let result): "(\(value.signature))->\(result.signature)"
    case .remoteObject: "object"
    case .named(let name): name
    case .unknown: "unknown"
    }
  }

  /// The names of the definitions that the description refers to.
  var references: [String] {
    switch self {
    case .named(let name): [name]
    case .optional(let inner), .list(let inner), .dictionary(let inner): inner.references
    case .either(let types): types.flatMap(\.references)
    case .function(let value, let result): value.references + result.references
    default: []
    }
  }
}

/// A type of the program that can cross.
public struct TypeDefinition: Sendable, Hashable {
  /// The name in JavaScript.
  public internal(set) var name: String
  /// The type's documentation comment.
  public let documentation: String
  /// The structure of the type.
  public let shape: Shape

  /// The structure of a type.
  public enum Shape: Sendable, Hashable {
    /// An object with these members.
    case object([FieldDescription])
    /// One of these strings or numbers, each as a JavaScript literal.
    case literals([LiteralDescription])
    /// One of these objects, distinguished by their member `kind`.
    case union([CaseDescription])
    /// An object of Swift's that crosses by reference, with these methods.
    case methods([MemberDescription])
    /// Another name for a type.
    case alias(TypeDescription)
  }

  /// Creates a definition; the catalog sets its name.
  public init(_ shape: Shape, documentation: String = "") {
    name = ""
    self.documentation = documentation
    self.shape = shape
  }

  var references: [String] { types.flatMap(\.references) }

  /// The types of its members.
  var types: [TypeDescription] {
    switch shape {
    case .object(let fields): fields.map(\.type)
    case .literals: []
    case .union(let cases): cases.flatMap { $0.fields.map(\.type) }
    case .methods(let methods): methods.flatMap { $0.fields.map(\.type) + [$0.result] }
    case .alias(let type): [type]
    }
  }

  var signature: String {
    switch shape {
    case .object(let fields): "object(\(fields.map(\.signature).sorted().joined(separator: ",")))"
    case .literals(let literals): "one of(\(literals.map(\.value).sorted().joined(separator: ",")))"
    case .union(let cases):
      "kinds(\(cases.map { "\($0.kind)(\($0.fields.map(\.signature).sorted().joined(separator: ",")))" }.sorted().joined(separator: ",")))"
    case .methods(let methods): "methods(\(methods.map(\.signature).sorted().joined(separator: ",")))"
    case .alias(let type): type.signature
    }
  }
}

/// A member of an object.
public struct FieldDescription: Sendable, Hashable {
  /// The name in JavaScript.
  public let name: String
  /// The type of its value.
  public let type: TypeDescription
  /// Whether it may be left out.
  public let isOptional: Bool
  /// The least and the greatest number allowed; nil for the range of the type.
  public let range: ClosedRange<Double>?
  /// Its documentation comment.
  public let documentation: String

  /// A member.
  ///
  /// - Parameter isOptional: whether it may be left out; nil if this follows from an optional type or a default value.
  public init(
    _ name: String, _ type: TypeDescription, hasDefault: Bool = false, isOptional: Bool? = nil,
    range: ClosedRange<Double>? = nil, documentation: String = ""
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional ?? (hasDefault || type.isOptional)
    self.range = range
    self.documentation = documentation
  }

  var signature: String {
    "\(name)\(isOptional ? "?" : ""):\(type.signature)\(range.map { "(\($0))" } ?? "")"
  }
}

/// One value of an enum.
public struct LiteralDescription: Sendable, Hashable {
  /// The value as a JavaScript literal: `"fast"`, `3`.
  public let value: String
  /// Its documentation comment.
  public let documentation: String

  /// A raw value: a string or a number.
  public init(_ rawValue: some Sendable, documentation: String = "") {
    value = JavaScriptLiteral.rawValue(rawValue)
    self.documentation = documentation
  }
}

/// One case of an enum whose cases carry values.
public struct CaseDescription: Sendable, Hashable {
  /// The value of the member `kind`.
  public let kind: String
  /// The other members.
  public let fields: [FieldDescription]
  /// Its documentation comment.
  public let documentation: String

  /// A case.
  public init(_ kind: String, _ fields: [FieldDescription], documentation: String = "") {
    self.kind = kind
    self.fields = fields
    self.documentation = documentation
  }
}
