/// The members of a JavaScript object, in order.
///
/// Names are told apart as JavaScript does, by their characters: "é" in one character and "e" with an accent behind it are
/// two names, though Swift's own strings are equal.
public struct BridgeObject: Sendable, ExpressibleByDictionaryLiteral, Sequence {
  /// The names, in order.
  public private(set) var keys: [String] = []
  /// The members whose names are ASCII, which nearly all are: `String` compares those by their bytes, and fastest.
  private var values: [String: BridgeValue] = [:]
  /// The others, of which `String` would compare what they look like.
  private var others: [MemberName: BridgeValue] = [:]

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
    get {
      if !others.isEmpty, !key.isASCII { return others[MemberName(text: key)] }
      // What is not ASCII and looks the same has more bytes.
      guard let place = values.index(forKey: key), values[place].key.utf8.count == key.utf8.count else { return nil }
      return values[place].value
    }
    set {
      let old: BridgeValue?
      if key.isASCII {
        old = values[key]
        values[key] = newValue
      } else {
        let name = MemberName(text: key)
        old = others[name]
        others[name] = newValue
      }
      if old == nil, newValue != nil { keys.append(key) }
      if old != nil, newValue == nil { keys.removeAll { MemberName(text: $0) == MemberName(text: key) } }
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
    one.values == other.values && one.others == other.others
      && one.keys.elementsEqual(other.keys) { MemberName(text: $0) == MemberName(text: $1) }
  }
}

/// A member's name, compared by its bytes.
private struct MemberName: Hashable, Sendable {
  let text: String

  static func == (one: MemberName, other: MemberName) -> Bool {
    unsafe one.withBytes { one in unsafe other.withBytes { unsafe one.elementsEqual($0) } }
  }

  func hash(into hasher: inout Hasher) { unsafe withBytes { unsafe hasher.combine(bytes: $0) } }

  /// The bytes where they are: every string that Swift made itself has them in one piece.
  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let result = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe body(UnsafeRawBufferPointer($0)) }
    if let result { return result }
    return unsafe Array(text.utf8).withUnsafeBytes { unsafe body($0) }
  }
}

extension String {
  /// Any other character has more bytes than UTF-16 has units of it; both numbers of ASCII are known without counting.
  fileprivate var isASCII: Bool { utf16.count == utf8.count }
}
