/// The names of an object's members, in the order of their declaration.
public struct MemberNames: Sendable, ExpressibleByArrayLiteral {
  let names: [StaticString]

  /// These names.
  public init(arrayLiteral elements: StaticString...) { names = elements }

  subscript(position: Int) -> PathKey { PathKey(stringValue: names[position].description) }

  /// The position of the name in a node, looked for first where it is when members come in order.
  func position(of node: JSONNode, in tape: borrowing JSONTape, expected: Int) -> Int? {
    if expected < names.count, tape.isEqual(node, to: names[expected]) { return expected }
    return names.indices.first { tape.isEqual(node, to: names[$0]) }
  }
}

extension JSONTape {
  /// Whether a string node's text is `key`.
  func isEqual(_ node: JSONNode, to key: StaticString) -> Bool {
    if node.isEscaped { return string(node).utf8.elementsEqual(key.description.utf8) }
    let start = Int(node.start)
    let count = Int(node.end) - start
    guard key.utf8CodeUnitCount == count else { return false }
    for index in 0..<count where unsafe bytes[start + index] != key.utf8Start[index] { return false }
    return true
  }
}

/// A member's name, for coders other than the bridge's.
public struct MemberKey: CodingKey, ExpressibleByStringLiteral {
  /// The name.
  public let stringValue: String
  /// Members have no number.
  public var intValue: Int? { nil }
  /// The name.
  public init(stringLiteral value: String) { stringValue = value }
  /// The name.
  public init(stringValue: String) { self.stringValue = stringValue }
  /// Members have no number.
  public init?(intValue: Int) { nil }
}
