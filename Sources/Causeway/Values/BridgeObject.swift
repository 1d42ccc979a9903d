/// The members of a JavaScript object, in order.
///
/// Names are told apart as JavaScript does, by their characters: "é" in one character and "e" with an accent behind it are
/// two names, though Swift's own strings are equal.
public struct BridgeObject: Sendable, ExpressibleByDictionaryLiteral, Sequence {
  /// The names, in order.
  public private(set) var keys: [String] = []
  private var values: [MemberName: BridgeValue] = [:]

  /// An object without members.
  public init() {}

  /// An object with these members; of a name that occurs twice the last value counts.
  public init(dictionaryLiteral elements: (String, BridgeValue)...) {
    for (key, value) in elements { self[key] = value }
  }

  /// The member of this name; nil if there is none.
  ///
  /// Setting nil removes it.
  public subscript(key: String) -> BridgeValue? {
    get { values[MemberName(key)] }
    set {
      let name = MemberName(key)
      let old = values[name]
      values[name] = newValue
      if old == nil, newValue != nil { keys.append(key) }
      if old != nil, newValue == nil { keys.removeAll { MemberName($0) == name } }
    }
  }

  /// The number of members.
  public var count: Int { keys.count }

  /// The members in order.
  public func makeIterator() -> AnyIterator<(key: String, value: BridgeValue)> {
    var names = keys.makeIterator()
    return AnyIterator { names.next().map { ($0, self[$0] ?? .undefined) } }
  }
}

extension BridgeObject: Equatable {
  /// Whether both have the same members in the same order.
  public static func == (one: BridgeObject, other: BridgeObject) -> Bool {
    one.values == other.values && one.keys.map(MemberName.init) == other.keys.map(MemberName.init)
  }
}

/// A member's name, compared by its bytes: `String` compares what they look like.
///
/// Nearly all names are ASCII, of which `String`'s own comparison is one of bytes, and faster than any written here.
private struct MemberName: Hashable, Sendable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func == (one: MemberName, other: MemberName) -> Bool {
    one.isASCII ? other.isASCII && one.text == other.text : one.text.utf8.elementsEqual(other.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    if isASCII { hasher.combine(text) } else { for byte in text.utf8 { hasher.combine(byte) } }
  }

  /// Any other character has more bytes than UTF-16 has units of it; `String` knows both numbers of ASCII by heart.
  private var isASCII: Bool { text.utf16.count == text.utf8.count }
}
