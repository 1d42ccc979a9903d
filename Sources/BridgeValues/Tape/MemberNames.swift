/// The names of an object's members, in the order of their declaration.
public struct MemberNames: Sendable, ExpressibleByArrayLiteral {
  let names: [StaticString]

  /// These names.
  public init(arrayLiteral elements: StaticString...) { names = elements }

  /// Whether these are the same constants, at the same addresses.
  @inline(__always)
  func isSame(as other: MemberNames) -> Bool {
    guard names.count == other.names.count else { return false }
    // Mostly it is the same list; but one may be made for each call.
    if unsafe start == other.start { return true }
    for index in names.indices where unsafe names[index].utf8Start != other.names[index].utf8Start { return false }
    return true
  }

  private var start: UnsafePointer<StaticString>? { unsafe names.withUnsafeBufferPointer { $0.baseAddress } }

  /// The position of the name in a node, looked for first where it is when members come in order.
  func position(of node: TapeNode, in tape: ValueTape, expected: Int) -> Int? {
    if expected < names.count, tape.isEqual(node, to: names[expected]) { return expected }
    return names.indices.first { tape.isEqual(node, to: names[$0]) }
  }
}

extension ValueTape {
  /// Whether a string node's text is `key`.
  func isEqual(_ node: TapeNode, to key: StaticString) -> Bool {
    if node.isEscaped { return string(node).utf8.elementsEqual(key.description.utf8) }
    let text = unsafe text(of: node)
    guard key.utf8CodeUnitCount == text.count else { return false }
    for index in text.indices where unsafe text[index] != key.utf8Start[index] { return false }
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
