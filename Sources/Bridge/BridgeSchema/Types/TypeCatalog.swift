import BridgeValues

import FoundationEssentials

/// Describes types, and collects the definitions of named types.
public struct TypeCatalog {
  private var names: [ObjectIdentifier: String] = [:]
  package private(set) var definitions: [String: TypeDefinition] = [:]
  /// The types that could not be described, in sentences.
  package var gaps: Set<String> = []
  /// Types that could not be described, so that each is tried once.
  var unknowns: [ObjectIdentifier: TypeDescription] = [:]

  /// A catalog without definitions.
  public init() {}

  /// Describes the values of a type.
  public mutating func describe<Value>(_ type: Value.Type) -> TypeDescription { describe(any: type) }

  /// Describes the items of a sequence.
  public mutating func describe<Items: AsyncSequence>(itemsOf type: Items.Type) -> TypeDescription {
    describe(any: Items.Element.self)
  }

  /// Defines a type, once: the closure may refer to the type itself.
  public mutating func define(_ type: Any.Type, _ make: (inout TypeCatalog) -> TypeDefinition) -> TypeDescription {
    if let name = names[ObjectIdentifier(type)] { return .named(name) }
    let name = freeName(for: type)
    names[ObjectIdentifier(type)] = name
    // Holds the name while the members are described.
    definitions[name] = TypeDefinition(.alias(.any))
    var definition = make(&self)
    definition.name = name
    definitions[name] = definition
    return .named(name)
  }

  package mutating func describe(any type: Any.Type) -> TypeDescription {
    switch type {
    case is Void.Type: return .nothing
    case is BridgeError.Type: return .error
    case is UUID.Type: return .string
    default: break
    }
    if let described = type as? any TypeDescribing.Type { return described.describe(in: &self) }
    if let decodable = type as? any Decodable.Type { return describe(recording: decodable) }
    return unknown(type, "it is only Encodable, so its output is not known before it is encoded")
  }

  mutating func unknown(_ type: Any.Type, _ reason: String) -> TypeDescription {
    let name = TypeCatalog.parts(of: type).joined(separator: ".")
    let sentence = "\(name) cannot be described: \(reason). Mark it @Crossing."
    gaps.insert(sentence)
    return .unknown(sentence)
  }

  /// The last part of the type's name; of a second type of that name the parts before it as well.
  private func freeName(for type: Any.Type) -> String {
    let parts = TypeCatalog.path(of: type)
    for count in 1...parts.count {
      let name = parts.suffix(count).joined()
      if definitions[name] == nil, !TypeCatalog.builtins.contains(name) { return name }
    }
    var number = 2
    while definitions["\(parts.joined())\(number)"] != nil { number += 1 }
    return "\(parts.joined())\(number)"
  }

  /// Names that mean something else in TypeScript.
  private static let builtins: Set<String> = [
    "Date", "Error", "Map", "Set", "Object", "Array", "String", "Number", "Boolean", "Function", "Symbol", "Promise",
    "Record", "Partial", "Required", "Readonly", "Pick", "Omit", "Event", "Plugins", "Bridge", "CallOptions", "Undo",
    "StreamOptions", "ListenOptions", "PluginListenerHandle", "AnyBridge", "BridgeError", "Code", "ErrorCodes",
    "Uint8Array", "AsyncIterableIterator",
  ]

  /// The names of a type and of its enclosing types as identifiers: `Page<Job>` is `PageJob`.
  package static func path(of type: Any.Type) -> [String] {
    let names = parts(of: type).map(identifier)
    return names.isEmpty ? ["Unnamed"] : names
  }

  /// The names of a type and of those around it, without the module and without what Swift calls a private context.
  private static func parts(of type: Any.Type) -> [String] {
    var name = String(reflecting: type)
    while let open = name.firstRange(of: "(unknown context at "),
      let close = name[open.upperBound...].firstRange(of: ").")
    {
      name.removeSubrange(open.lowerBound..<close.upperBound)
    }
    let parts = split(name, at: ".")
    return parts.count > 1 ? Array(parts.dropFirst()) : parts
  }

  private static func identifier(_ part: String) -> String {
    guard let open = part.firstIndex(of: "<"), part.hasSuffix(">") else {
      return String(part.unicodeScalars.filter { CharacterSet.identifier($0) }.map(Character.init))
    }
    let arguments = split(part[part.index(after: open)...].dropLast(), at: ",")
    return identifier(String(part[..<open])) + arguments.map { identifier(split($0, at: ".").last ?? "") }.joined()
  }

  /// Parts the name of a type, and none of its generic arguments.
  private static func split(_ name: some StringProtocol, at separator: Character) -> [String] {
    var parts = [""]
    var depth = 0
    for character in name {
      if character == "<" { depth += 1 }
      if character == ">" { depth -= 1 }
      if character == separator, depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.filter { !$0.isEmpty }
  }
}

private enum CharacterSet {
  static func identifier(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
