import Synchronization

/// How a type crosses.
enum CrossingStrategy {
  /// A list of one primitive type, without a reader or a writer for each element.
  case doubles, strings, integers
  /// By its `CrossingValue` conformance.
  case own(any CrossingValue.Type)
  /// By its `Codable` conformance.
  case codable
}

/// The way of each type.
///
/// Found out once for each: what Swift answers takes longer than a small value's whole way.
enum CrossingTypes {
  /// `@unchecked Sendable`: immutable, and a metatype is the same on every thread.
  private final class Entry: @unchecked Sendable {
    let type: ObjectIdentifier
    let way: CrossingStrategy

    init(_ type: Any.Type) {
      self.type = ObjectIdentifier(type)
      way =
        if type == [Double].self { .doubles } else if type == [String].self { .strings } else if type == [Int].self {
          .integers
        } else if let type = type as? any CrossingValue.Type { .own(type) } else { .codable }
    }
  }

  /// Never shrinks: a program has so many types.
  private static let known = Mutex<[ObjectIdentifier: Entry]>([:])
  /// Entries at the places that their types' addresses tell, one at each, so that most are found without a lock.
  private static let recent = unsafe InlineArray<256, Atomic<Unmanaged<Entry>?>> { _ in unsafe Atomic(nil) }

  static func way(of type: Any.Type) -> CrossingStrategy {
    let key = ObjectIdentifier(type)
    let address = UInt(bitPattern: key)
    let place = Int((address >> 4 ^ address >> 12) & 255)
    if let entry = unsafe recent[place].load(ordering: .acquiring) {
      // Retained by `known`, for ever.
      let way = unsafe entry._withUnsafeGuaranteedRef { $0.type == key ? $0.way : nil }
      if let way { return way }
    }
    let entry = known.withLock { known in
      if let entry = known[key] { return entry }
      let entry = Entry(type)
      known[key] = entry
      return entry
    }
    unsafe recent[place].store(.passUnretained(entry), ordering: .releasing)
    return entry.way
  }
}
