import Synchronization

/// Which types cross by code of their own.
///
/// Swift is asked once for each: its answer takes longer than a small value's whole way.
enum CrossingTypes {
  private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

  static func contains(_ type: Any.Type) -> Bool {
    known.withLock { known in
      if let isCrossing = known[ObjectIdentifier(type)] { return isCrossing }
      let isCrossing = type is any CrossingValue.Type
      known[ObjectIdentifier(type)] = isCrossing
      return isCrossing
    }
  }
}
