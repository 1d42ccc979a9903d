/// A value on its way into Swift, as the code that `@Crossing` writes reads it.
///
/// It can be used only while it is borrowed, so it need not retain the value.
@safe public struct ValueReader: ~Copyable {
  /// The lender of this reader keeps it alive.
  private let unretained: Unmanaged<TapeSource>
  let index: Int

  /// - Parameter source: must exist for as long as the reader does.
  init(source: Unmanaged<TapeSource>, index: Int) {
    unsafe unretained = source
    self.index = index
  }

  /// Gives the source and the value's index in it.
  @inline(__always)
  func read<Result>(_ body: (TapeSource, Int) throws -> Result) rethrows -> Result {
    try unsafe unretained._withUnsafeGuaranteedRef { try body($0, index) }
  }

  var source: TapeSource { unsafe unretained.takeUnretainedValue() }

  /// The members of an object.
  ///
  /// - Throws: an error if the value is not an object.
  public func object(_ names: MemberNames) throws -> ObjectReader {
    let source = source
    if source.tape.nodes[index].kind == .record { return ObjectReader(source: source, record: index, names: names) }
    guard case .plain(let node, let index) = source.resolve(index), node.isObject else {
      throw mismatch("an object")
    }
    return try ObjectReader(source: source, object: index, names: names)
  }

  /// The value as text; for enums.
  ///
  /// - Throws: an error if the value is not a string.
  public func text() throws -> String {
    guard let text = read({ $0.string($1) }) else { throw mismatch("a string") }
    return text
  }

  /// The function that the value stands for.
  ///
  /// - Throws: an error if the value is not a function.
  package func reference() throws -> any ReceivedReference {
    guard let reference = read({ $0.reference($1) }) else { throw mismatch("a function") }
    return reference
  }

  /// Whether it is null or undefined.
  @usableFromInline
  var isNil: Bool { read { $0.isNil($1) } }

  /// The bytes of a buffer or of a view; nil when the value is none.
  @usableFromInline
  func bytes() -> [UInt8]? { read { $0.bytes($1)?.data } }

  /// The elements of an array that are all of one primitive type, without a reader for each; nil for every other value.
  @inlinable @inline(__always)
  func primitives<Element>(of type: Element.Type) -> [Element]? {
    if type == Double.self { return doubles().map { unsafe unsafeBitCast($0, to: [Element].self) } }
    if type == String.self { return strings().map { unsafe unsafeBitCast($0, to: [Element].self) } }
    if type == Int.self { return integers().map { unsafe unsafeBitCast($0, to: [Element].self) } }
    return nil
  }

  @usableFromInline
  func doubles() -> [Double]? { read { source, index in source.list(index) { source.double($0) } } }
  @usableFromInline
  func strings() -> [String]? { read { source, index in source.list(index) { source.string($0) } } }
  @usableFromInline
  func integers() -> [Int]? { read { source, index in source.list(index) { source.integer($0, as: Int.self) } } }

  /// The elements of an array or of a `Set`.
  @usableFromInline
  func elements(of expected: StaticString) throws -> ElementReader {
    let (list, node) = read { source, index in
      let list =
        switch source.resolve(index) {
        case .plain(_, let index): index
        case .tagged("$set", let inner): inner
        case .tagged: index
        }
      return (list, source.tape.nodes[list])
    }
    guard node.kind == .array else { throw mismatch(expected.description) }
    return unsafe ElementReader(source: unretained, first: list + 1, of: node)
  }

  /// The value by its type's `Codable` conformance.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try source.decode(type, at: index, root: index)
  }

  /// The error for a value that is not a case of an enum.
  public func unknownCase<Raw: Sendable>(of values: [Raw]) -> any Error {
    let got = source.string(index).map { Suggestion.quoted($0) } ?? source.noun(index)
    return ValueMismatch("expected \(ValueReader.choice(values)), got \(got)")
  }

  /// The same error for coders other than the bridge's.
  public static func unknownCase(of names: [String], in decoder: any Decoder) -> any Error {
    DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "expected \(choice(names))"))
  }

  func mismatch(_ expected: String) -> ValueMismatch {
    ValueMismatch("expected \(expected), got \(source.noun(index))")
  }

  /// The error for a value that is not of the expected type, such as "a string or bytes".
  public func isNot(_ expected: String) -> any Error { mismatch(expected) }

  static func choice<Raw>(_ values: [Raw]) -> String {
    let names = values.map { JavaScriptLiteral.rawValue($0) }
    guard names.count > 1, let last = names.last else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// The elements of an array, one after the other, while the reader of the array exists.
@safe @usableFromInline struct ElementReader: ~Copyable {
  private let source: Unmanaged<TapeSource>
  private var index: Int
  private let end: Int
  private var position = -1
  @usableFromInline let count: Int

  init(source: Unmanaged<TapeSource>, first: Int, of array: TapeNode) {
    unsafe self.source = source
    index = first
    end = Int(array.next)
    count = Int(array.count)
  }

  @usableFromInline
  mutating func next() -> ValueReader? {
    guard index < end else { return nil }
    position += 1
    let reader = unsafe ValueReader(source: source, index: index)
    unsafe index = source._withUnsafeGuaranteedRef { Int($0.tape.nodes[index].next) }
    return reader
  }

  /// An error in the last element, with its path extended by the element.
  @usableFromInline
  func located(_ error: any Error) -> any Error { ValueMismatch(error, in: PathKey(intValue: position)) ?? error }
}
