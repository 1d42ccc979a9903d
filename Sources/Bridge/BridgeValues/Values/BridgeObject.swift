/// The members of a JavaScript object, in order.
///
/// Names are compared by their code units, as in JavaScript: "é" as one character and "e" with a combining accent are
/// two names, although the Swift strings are equal.
public struct BridgeObject: Sendable, ExpressibleByDictionaryLiteral, Sequence {
  private var members: [(key: String, value: BridgeValue)] = []
  /// Where each member is; empty while there are so few that looking through them is quicker.
  private var places: [MemberName: Int] = [:]

  private static let fewMembers = 8

  /// An object without members.
  public init() {}

  /// An object without members that has room for some.
  init(capacity: Int) { members.reserveCapacity(capacity) }

  /// An object with these names, of which no two are equal, and the values that a function returns one after the other.
  init(names: [String], _ next: () -> BridgeValue) {
    members.reserveCapacity(names.count)
    for name in names { members.append((name, next())) }
    if names.count > BridgeObject.fewMembers { findPlaces() }
  }

  /// An object with these members; if a name occurs twice, the last value counts.
  public init(dictionaryLiteral elements: (String, BridgeValue)...) {
    for (key, value) in elements { self[key] = value }
  }

  /// The member of this name; nil if there is none.
  ///
  /// Setting nil removes it.
  public subscript(key: String) -> BridgeValue? {
    get { place(of: MemberName(key)).map { members[$0].value } }
    set {
      if let newValue {
        set(key, newValue)
      } else if let place = place(of: MemberName(key)) {
        remove(at: place)
      }
    }
  }

  /// Adds a member, or changes the one of that name.
  mutating func set(_ key: String, _ value: BridgeValue) {
    let name = MemberName(key)
    if let place = place(of: name) { members[place].value = value } else { append(name, value) }
  }

  /// The names, in order.
  public var keys: [String] { members.map(\.key) }

  /// The number of members.
  public var count: Int { members.count }

  /// The members in order.
  public func makeIterator() -> IndexingIterator<[(key: String, value: BridgeValue)]> { members.makeIterator() }

  private func place(of name: MemberName) -> Int? {
    guard places.isEmpty else { return places[name] }
    for place in members.indices where MemberName(members[place].key) == name { return place }
    return nil
  }

  private mutating func append(_ name: MemberName, _ value: BridgeValue) {
    members.append((name.text, value))
    if !places.isEmpty {
      places[name] = members.count - 1
    } else if members.count > BridgeObject.fewMembers {
      findPlaces()
    }
  }

  private mutating func remove(at place: Int) {
    members.remove(at: place)
    places = [:]
    if members.count > BridgeObject.fewMembers { findPlaces() }
  }

  private mutating func findPlaces() {
    for (place, member) in members.enumerated() { places[MemberName(member.key)] = place }
  }
}

extension BridgeObject: Equatable {
  /// Whether both have the same members in the same order.
  public static func == (one: BridgeObject, other: BridgeObject) -> Bool {
    one.members.elementsEqual(other.members) { MemberName($0.key) == MemberName($1.key) && $0.value == $1.value }
  }
}

/// A member's name, compared by its bytes.
struct MemberName: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (one: MemberName, other: MemberName) -> Bool {
    // The same string, or a short one with the same bytes: both words of it are equal.
    if unsafe unsafeBitCast(one.text, to: SIMD2<UInt64>.self) == unsafeBitCast(other.text, to: SIMD2<UInt64>.self) {
      return true
    }
    guard one.text.utf8.count == other.text.utf8.count else { return false }
    // `String` compares ASCII names, the usual ones, by their bytes, and fastest. It normalizes other names, which takes
    // time with the square of the number of combining characters.
    if one.isASCII && other.isASCII { return one.text == other.text }
    return unsafe one.withBytes { one in unsafe other.withBytes { unsafe one.elementsEqual($0) } }
  }

  func hash(into hasher: inout Hasher) { unsafe withBytes { unsafe hasher.combine(bytes: $0) } }

  /// Any other character has more bytes than UTF-16 has units of it; both numbers of ASCII are known without counting.
  private var isASCII: Bool { text.utf16.count == text.utf8.count }

  /// The bytes where they are: every string that Swift made itself has them in one piece.
  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let result = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe body(UnsafeRawBufferPointer($0)) }
    if let result { return result }
    return unsafe Array(text.utf8).withUnsafeBytes { unsafe body($0) }
  }
}
