/// The members of an object, found by walking along the tape: objects that handlers take are small.
struct TapeKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let source: TapeSource
  let object: Int
  let root: Int

  var codingPath: [any CodingKey] { source.path(from: root, to: object) }

  var allKeys: [Key] {
    var keys: [Key] = []
    var members = source.tape.members(of: object)
    while let (name, _) = members.next() { if let key = Key(stringValue: name) { keys.append(key) } }
    return keys
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { source.isNil(try index(key)) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let index = try index(key)
    if let string = source.string(index) { return string }
    return try decoder(key).decode(type)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let index = try index(key)
    if let number = source.double(index) { return number }
    return try decoder(key).decode(type)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoder(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder(key).decode(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder(key).decode(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder(key).decode(type) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try source.decode(type, at: try index(key), root: root)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    guard let index = find(name: "super") else {
      throw missing(PathKey(stringValue: "super"))
    }
    return TapeDecoder(source: source, index: index, root: root)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

  private func decoder(_ key: Key) throws -> TapeDecoder {
    TapeDecoder(source: source, index: try index(key), root: root)
  }

  private func index(_ key: Key) throws -> Int {
    guard let index = find(key) else { throw missing(key) }
    return index
  }

  private func missing(_ key: any CodingKey) -> DecodingError {
    .keyNotFound(key, .init(codingPath: codingPath, debugDescription: "is missing"))
  }

  private func find(_ key: Key) -> Int? { find(name: key.stringValue) }

  private func find(name: String) -> Int? { source.member(name, of: object) }
}

/// The elements of an array, in order.
struct TapeUnkeyedContainer: UnkeyedDecodingContainer {
  let source: TapeSource
  private let array: Int
  private let root: Int
  private(set) var currentIndex = 0
  private var index: Int

  init(source: TapeSource, array: Int, root: Int) {
    self.source = source
    self.array = array
    self.root = root
    index = array + 1
  }

  var codingPath: [any CodingKey] { source.path(from: root, to: array) }
  var count: Int? { Int(source.tape.nodes[array].count) }
  var isAtEnd: Bool { index >= Int(source.tape.nodes[array].next) }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, source.isNil(index) else { return false }
    advance()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.decode(type) } }
  mutating func decode(_ type: String.Type) throws -> String { try next { try $0.decode(type) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.decode(type) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.decode(type) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try next { try $0.decode(type) } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try next { try $0.decode(type) } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try next { try $0.decode(type) } }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try next { try $0.decode(type) } }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try next { try $0.decode(type) } }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try next { try $0.decode(type) } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next { try $0.decode(type) } }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next { try $0.decode(type) } }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next { try $0.decode(type) } }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next { try $0.decode(type) } }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next { try $0.source.decode(type, at: $0.index, root: $0.root) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }

  @inline(__always)
  private mutating func next<Result>(_ body: (TapeDecoder) throws -> Result) throws -> Result {
    guard !isAtEnd else {
      let path = codingPath + [PathKey(intValue: currentIndex)]
      throw DecodingError.valueNotFound(Any.self, .init(codingPath: path, debugDescription: "is missing"))
    }
    let result = try body(TapeDecoder(source: source, index: index, root: root))
    advance()
    return result
  }

  private mutating func advance() {
    index = Int(source.tape.nodes[index].next)
    currentIndex += 1
  }
}
