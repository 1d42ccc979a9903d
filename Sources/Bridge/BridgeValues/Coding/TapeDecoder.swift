import FoundationEssentials

/// Decodes `Decodable` types from a scanned text.
///
/// It has only three words, so that Swift stores it in `any Decoder` without a box.
struct TapeDecoder: Decoder, SingleValueDecodingContainer {
  let source: TapeSource
  let index: Int
  /// The start of the value to which paths are relative.
  let root: Int

  var codingPath: [any CodingKey] { source.path(from: root, to: index) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .plain(let node, let index) = source.resolve(index), node.isObject else {
      throw mismatch([String: Any].self, "an object")
    }
    return KeyedDecodingContainer(TapeKeyedContainer<Key>(source: source, object: index, root: root))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch source.resolve(index) {
    case .plain(let node, let index) where node.kind == .array:
      return TapeUnkeyedContainer(source: source, array: index, root: root)
    case .tagged("$set", let inner) where source.tape.nodes[inner].kind == .array:
      return TapeUnkeyedContainer(source: source, array: inner, root: root)
    default: throw mismatch([Any].self, "an array")
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    .typeMismatch(
      type,
      .init(codingPath: codingPath, debugDescription: "expected \(expected), got \(source.noun(index))"))
  }

  // MARK: Single values

  func decodeNil() -> Bool { source.isNil(index) }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let value = source.bool(index) else { throw mismatch(type, "a boolean") }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard let value = source.string(index) else { throw mismatch(type, "a string") }
    return value
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let value = source.double(index) else { throw mismatch(type, "a number") }
    return value
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

  private func integer<Integer: FixedWidthInteger>() throws -> Integer {
    guard let value = source.integer(index, as: Integer.self) else {
      throw mismatch(Integer.self, Integer.expected)
    }
    return value
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try source.decode(type, at: index, root: root)
  }
}

extension TapeSource {
  /// Decodes any type, by its `CrossingValue` conformance if it has one.
  package func decode<Value: Decodable>(_ type: Value.Type, at index: Int, root: Int) throws -> Value {
    switch CrossingTypes.way(of: type) {
    case .doubles: if let list = list(index, double) { return unsafe unsafeBitCast(list, to: Value.self) }
    case .strings: if let list = list(index, string) { return unsafe unsafeBitCast(list, to: Value.self) }
    case .integers:
      if let list = list(index, { integer($0, as: Int.self) }) { return unsafe unsafeBitCast(list, to: Value.self) }
    case .own(let own): return try read(own, as: type, at: index, root: root)
    case .codable: break
    }
    return try Value(from: TapeDecoder(source: self, index: index, root: root))
  }

  /// Reads a type by its `CrossingValue` conformance.
  package func read<Own: CrossingValue>(_ type: Own.Type, at index: Int) throws -> Own {
    defer { extendLifetime(self) }
    return try unsafe Own(reading: ValueReader(source: .passUnretained(self), index: index))
  }

  /// Reads a type by its own code; its errors become `Codable`'s.
  ///
  /// - Parameter result: the same type.
  private func read<Own: CrossingValue, Value>(
    _ type: Own.Type, as result: Value.Type, at index: Int, root: Int
  ) throws -> Value {
    do {
      return try unsafe unsafeBitCast(read(type, at: index), to: Value.self)
    } catch let error as ValueMismatch {
      throw error.decodingError(within: path(from: root, to: index))
    }
  }

  /// The way from one value to another within it.
  ///
  /// Looked for where it is asked for: decoders need not carry what hardly any is asked for. Who tries types one after the
  /// other asks for many, so each walk goes on where the last one in that container ended.
  func path(from root: Int, to index: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    let lookups = lookups
    var place = root
    while place < index {
      switch resolve(place) {
      case .plain(let node, let object) where node.kind == .object:
        if object == index { return path }
        var (name, _) = lastStep(in: object, before: index)
        while Int(tape.nodes[name + 1].next) <= index { name = Int(tape.nodes[name + 1].next) }
        if lookups.names[object]?.place != name { lookups.names[object] = (name, tape.string(tape.nodes[name])) }
        lookups.walked[object] = (name, 0)
        if let (_, name) = lookups.names[object] { path.append(PathKey(name: name)) }
        place = name + 1
      case .plain(let node, let record) where node.kind == .record:
        if record == index { return path }
        var ordinal: Int
        (place, ordinal) = lastStep(in: record, before: index)
        while Int(tape.nodes[place].next) <= index {
          place = Int(tape.nodes[place].next)
          ordinal += 1
        }
        lookups.walked[record] = (place, ordinal)
        path.append(PathKey(name: tape.shape(ofRecord: record).names[ordinal]))
      case .plain(let node, let array) where node.kind == .array:
        var number: Int
        (place, number) = lastStep(in: array, before: index)
        while Int(tape.nodes[place].next) <= index {
          place = Int(tape.nodes[place].next)
          number += 1
        }
        lookups.walked[array] = (place, number)
        path.append(PathKey(intValue: number))
      case .plain: return path
      case .tagged(_, let inner): place = inner
      }
    }
    return path
  }

  /// Where to walk on in a container, to an index in it.
  private func lastStep(in container: Int, before index: Int) -> (place: Int, number: Int) {
    if let last = lookups.walked[container], last.place <= index { return last }
    return (container + 1, 0)
  }
}
