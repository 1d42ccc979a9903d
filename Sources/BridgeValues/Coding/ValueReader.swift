/// A value on its way into Swift, as the code that `@Crossing` writes reads it.
public struct ValueReader {
  let source: TapeSource
  let index: Int

  package init(source: TapeSource, index: Int) {
    self.source = source
    self.index = index
  }

  /// The members of an object.
  ///
  /// - Throws: when the value is no object.
  public func object(_ names: MemberNames) throws -> ObjectReader {
    if source.tape.nodes[index].kind == .record { return try ObjectReader(source: source, object: index, names: names) }
    guard case .plain(let node, let index) = source.resolve(index), node.isObject else {
      throw mismatch("an object")
    }
    return try ObjectReader(source: source, object: index, names: names)
  }

  /// The value as text; for enums.
  ///
  /// - Throws: when the value is no string.
  public func text() throws -> String {
    guard let text = source.string(index) else { throw mismatch("a string") }
    return text
  }

  /// Whether it is null or undefined.
  @usableFromInline
  var isNil: Bool { source.isNil(index) }

  /// The bytes of a buffer or of a view; nil when the value is none.
  @usableFromInline
  func bytes() -> [UInt8]? { source.bytes(index)?.data }

  /// The elements of an array that are all of one primitive type, without a reader for each; nil for every other value.
  @inlinable @inline(__always)
  func primitives<Element>(of type: Element.Type) -> [Element]? {
    if type == Double.self { return doubles().map { unsafe unsafeBitCast($0, to: [Element].self) } }
    if type == String.self { return strings().map { unsafe unsafeBitCast($0, to: [Element].self) } }
    if type == Int.self { return integers().map { unsafe unsafeBitCast($0, to: [Element].self) } }
    return nil
  }

  @usableFromInline
  func doubles() -> [Double]? { source.list(index, source.double) }
  @usableFromInline
  func strings() -> [String]? { source.list(index) { source.string($0) } }
  @usableFromInline
  func integers() -> [Int]? { source.list(index) { source.integer($0, as: Int.self) } }

  /// The elements of an array or of a `Set`.
  @usableFromInline
  func elements(of expected: StaticString) throws -> ElementReader {
    let list =
      switch source.resolve(index) {
      case .plain(_, let index): index
      case .tagged("$set", let inner): inner
      case .tagged: index
      }
    guard source.tape.nodes[list].kind == .array else { throw mismatch(expected.description) }
    return ElementReader(source: source, array: list)
  }

  /// The value by its type's `Codable` conformance.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try source.decode(type, at: index, root: index)
  }

  /// The error that this value is none of those that an enum has.
  public func unknownCase<Raw: Sendable>(of values: [Raw]) -> any Error {
    let got = source.string(index).map { Suggestion.quoted($0) } ?? source.noun(index)
    return ValueMismatch("expected \(ValueReader.choice(values)), got \(got)")
  }

  /// The same for coders other than the bridge's.
  public static func unknownCase(of names: [String], in decoder: any Decoder) -> any Error {
    DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "expected \(choice(names))"))
  }

  func mismatch(_ expected: String) -> ValueMismatch {
    ValueMismatch("expected \(expected), got \(source.noun(index))")
  }

  /// The error that this value is not what a type takes, such as "a string or bytes".
  public func isNot(_ expected: String) -> any Error { mismatch(expected) }

  static func choice<Raw>(_ values: [Raw]) -> String {
    let names = values.map { JavaScriptLiteral.rawValue($0) }
    guard names.count > 1, let last = names.last else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// The elements of an array, one after the other.
@usableFromInline struct ElementReader {
  private let source: TapeSource
  private var index: Int
  private let end: Int
  private var position = -1
  @usableFromInline let count: Int

  init(source: TapeSource, array: Int) {
    self.source = source
    let node = source.tape.nodes[array]
    index = array + 1
    end = Int(node.next)
    count = Int(node.count)
  }

  @usableFromInline
  mutating func next() -> ValueReader? {
    guard index < end else { return nil }
    position += 1
    defer { index = Int(source.tape.nodes[index].next) }
    return ValueReader(source: source, index: index)
  }

  /// An error in the element that came last, as the whole array tells it.
  @usableFromInline
  func located(_ error: any Error) -> any Error { ValueMismatch(error, in: PathKey(intValue: position)) ?? error }
}
