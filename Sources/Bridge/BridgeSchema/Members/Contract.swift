import BridgeValues

/// Identifies declarations by a hash for each member: of its kind, its parameters, its result and their types.
///
/// The hash does not depend on documentation or the order of members.
package struct Contract: Sendable {
  package let hash: String
  package let members: [String: String]

  package init(_ description: BridgeDescription) {
    let types = Dictionary(uniqueKeysWithValues: description.types.map { ($0.name, $0) })
    members = Dictionary(
      uniqueKeysWithValues: description.members.map { ($0.name, Contract.hash(Contract.signature($0, types))) })
    hash = Contract.hash(members.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: "\n"))
  }

  private static func signature(_ member: MemberDescription, _ types: [String: TypeDefinition]) -> String {
    let parameters =
      switch member.parameters {
      case .none: "none"
      case .unknown: "unknown"
      case .value(let field): "value \(field.type.signature)\(field.isOptional ? "?" : "")"
      case .named(let fields): "named \(fields.map(\.signature).sorted().joined(separator: ","))"
      case .positional(let fields): "positional \(fields.map(\.signature).joined(separator: ","))"
      }
    var text = "\(member.kind.rawValue) \(parameters) -> \(member.result.signature)"
    var waiting = member.fields.flatMap(\.type.references) + member.result.references
    var seen: Set<String> = []
    while let name = waiting.popLast() {
      guard seen.insert(name).inserted, let type = types[name] else { continue }
      waiting += type.references
    }
    for name in seen.sorted() { text += "\n\(name) = \(types[name]?.signature ?? "")" }
    return text
  }

  /// FNV-1a of 64 bits: it distinguishes versions, but protects nothing.
  private static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension BridgeDescription {
  var contract: Contract { Contract(self) }
}
