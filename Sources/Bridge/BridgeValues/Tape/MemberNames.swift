import Synchronization

/// The names of an object's members, in the order of their declaration.
///
/// Create the list once, as a constant of the type: it caches information about its names.
@safe public final class MemberNames: Sendable, ExpressibleByArrayLiteral {
  let names: [StaticString]
  /// The shape of an object with all of them; retained by the tree of declared shapes.
  private let declared = unsafe Atomic<Unmanaged<ObjectShape>?>(nil)

  /// Creates a list of names.
  public init(arrayLiteral elements: StaticString...) { names = elements }

  /// Whether these are the same constants, at the same addresses.
  @inline(__always)
  func isSame(as other: MemberNames) -> Bool { self === other || hasSameConstants(as: other) }

  /// A list may also be made for each call.
  @inline(never)
  private func hasSameConstants(as other: MemberNames) -> Bool {
    guard names.count == other.names.count else { return false }
    for index in names.indices where unsafe names[index].utf8Start != other.names[index].utf8Start { return false }
    return true
  }

  /// The shape of an object with all of these members in their order; nil when they are too many for one.
  @inline(__always)
  var shape: Unmanaged<ObjectShape>? {
    if let shape = unsafe declared.load(ordering: .acquiring) { return unsafe shape }
    return unsafe findShape(of: names.count)
  }

  /// The shape of an object with the first of these members.
  @inline(never)
  func findShape(of count: Int) -> Unmanaged<ObjectShape>? {
    var shape = unsafe Unmanaged.passUnretained(ObjectShape.declared)
    for name in names[..<count] {
      guard let next = unsafe DeclaredSteps.step(shape, name) else { return nil }
      unsafe shape = next
    }
    if count == names.count { unsafe declared.store(shape, ordering: .releasing) }
    return unsafe shape
  }

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
