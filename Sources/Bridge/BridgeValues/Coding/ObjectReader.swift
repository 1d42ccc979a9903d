/// The members of one object, found in a single pass.
///
/// If a name occurs twice, the last member counts, as in JavaScript.
public struct ObjectReader: ~Copyable {
  let source: TapeSource
  private let names: MemberNames
  /// Where the first members are; -1 for one that is missing.
  ///
  /// In place, as nearly all objects have no more.
  private var first = InlineArray<12, Int32>(repeating: -1)
  /// Where the others are.
  private var others: [Int32] = []
  /// Whether each member is to have read the functions in it.
  @usableFromInline let refusesUnread: Bool
  /// Whether the members are elements of an array, named in errors by their number.
  private let isList: Bool

  package init(source: TapeSource, object: Int, names: MemberNames, refusingOthers method: String? = nil) throws {
    if source.tape.nodes[object].kind == .record {
      self.init(source: source, record: object, names: names)
      if let method, let other = source.tape.firstMember(ofRecord: object, notIn: names) {
        throw ObjectReader.surplus(other, of: method, names)
      }
      return
    }
    self.init(source: source, names: names)
    let end = Int(source.tape.nodes[object].next)
    var index = object + 1
    var expected = 0
    while index < end {
      if let position = names.position(of: source.tape.nodes[index], in: source.tape, expected: expected) {
        note(index + 1, at: position)
        expected = position + 1
      } else if let method {
        throw ObjectReader.surplus(source.tape.string(source.tape.nodes[index]), of: method, names)
      }
      index = Int(source.tape.nodes[index + 1].next)
    }
  }

  /// The members of an object whose names are a shape's: which is which is known of the shape.
  init(source: TapeSource, record object: Int, names: MemberNames) {
    self.init(source: source, names: names)
    source.tape.withPlan(ofRecord: object, for: names) { plan in
      var index = object + 1
      for position in plan.positions {
        if position >= 0 { note(index, at: Int(position)) }
        index = Int(source.tape.nodes[index].next)
      }
    }
  }

  private init(source: TapeSource, names: MemberNames, isList: Bool = false) {
    self.source = source
    self.names = names
    self.isList = isList
    refusesUnread = source.refusesUnread
    let more = names.names.count - first.count
    if more > 0 { others = Array(repeating: -1, count: more) }
  }

  /// The elements of an array as members.
  package init(source: TapeSource, array: Int, names: MemberNames, method: String) throws {
    self.init(source: source, names: names, isList: true)
    let node = source.tape.nodes[array]
    guard Int(node.count) <= names.names.count else {
      throw ValueMismatch("\(method) takes at most \(names.names.count) arguments, got \(node.count)")
    }
    var index = array + 1
    for position in 0..<Int(node.count) {
      note(index, at: position)
      index = Int(source.tape.nodes[index].next)
    }
  }

  @inline(__always)
  private mutating func note(_ index: Int, at position: Int) {
    let index = Int32(truncatingIfNeeded: index)
    if position < first.count { first[position] = index } else { others[position - first.count] = index }
  }

  // MARK: Members

  /// The member at a position.
  public func member(_ position: Int, as type: Double.Type = Double.self) throws -> Double {
    guard let index = index(position), let value = source.double(index) else {
      throw mismatch(position, "a number")
    }
    return value
  }

  /// The member at a position.
  public func member(_ position: Int, as type: Int.Type = Int.self) throws -> Int {
    guard let index = index(position), let value = source.integer(index, as: Int.self) else {
      throw mismatch(position, Int.expected)
    }
    return value
  }

  /// The member at a position.
  public func member(_ position: Int, as type: String.Type = String.self) throws -> String {
    guard let index = index(position), let value = source.string(index) else {
      throw mismatch(position, "a string")
    }
    return value
  }

  /// The member at a position.
  public func member(_ position: Int, as type: Bool.Type = Bool.self) throws -> Bool {
    guard let index = index(position), let value = source.bool(index) else {
      throw mismatch(position, "a boolean")
    }
    return value
  }

  /// The member at a position; the type determines the value of a missing one.
  @inlinable
  public func member<Value: CrossingValue>(_ position: Int, as type: Value.Type = Value.self) throws -> Value {
    defer { extendLifetime(self) }
    guard let reader = reader(position) else {
      if let value = Value.missing { return value }
      throw missing(position)
    }
    let value: Value
    do { value = try Value(reading: reader) } catch { throw located(error, at: position) }
    if refusesUnread { try requireRead(position) }
    return value
  }

  @usableFromInline
  func requireRead(_ position: Int) throws { if let index = index(position) { try source.requireRead(at: index) } }

  /// The member at a position, by its type's `Codable` conformance.
  @_disfavoredOverload
  public func member<Value: Decodable>(_ position: Int, as type: Value.Type = Value.self) throws -> Value {
    guard let index = index(position) else {
      if let optional = type as? any OptionalValue.Type, let value = optional.nothing as? Value { return value }
      throw missing(position)
    }
    let value = try within(position) { try source.decode(type, at: index, root: index) }
    if refusesUnread { try requireRead(position) }
    return value
  }

  /// The member at a position, or the default for a missing one.
  @inlinable
  public func member<Value: CrossingValue>(
    _ position: Int, as type: Value.Type = Value.self, default value: @autoclosure () -> Value
  ) throws -> Value {
    isMissing(position) ? value() : try member(position, as: type)
  }

  /// The member at a position, or the default for a missing one.
  @_disfavoredOverload
  public func member<Value: Decodable>(
    _ position: Int, as type: Value.Type = Value.self, default value: @autoclosure () -> Value
  ) throws -> Value {
    isMissing(position) ? value() : try member(position, as: type)
  }

  /// The error for a member that has none of its allowed values.
  public func unknownCase(_ position: Int, of names: [String]) -> any Error {
    guard let index = index(position) else { return missing(position) }
    defer { extendLifetime(source) }
    let error = unsafe ValueReader(source: .passUnretained(source), index: index).unknownCase(of: names)
    return ValueMismatch(error, in: key(position)) ?? error
  }

  /// The value of a member, while this reader exists; nil when it is not there.
  @usableFromInline
  func reader(_ position: Int) -> ValueReader? {
    guard let index = index(position) else { return nil }
    return unsafe ValueReader(source: .passUnretained(source), index: index)
  }

  /// An error in a member, with its path extended by the member.
  @usableFromInline
  func located(_ error: any Error, at position: Int) -> any Error { ValueMismatch(error, in: key(position)) ?? error }

  /// Whether a member is not there, or is `undefined`.
  @usableFromInline
  func isMissing(_ position: Int) -> Bool {
    guard let index = index(position) else { return true }
    if case .tagged("$undefined", _) = source.resolve(index) { return true }
    return false
  }

  private func index(_ position: Int) -> Int? {
    let index = position < first.count ? first[position] : others[position - first.count]
    return index < 0 ? nil : Int(index)
  }

  private func key(_ position: Int) -> PathKey { isList ? PathKey(intValue: position) : names[position] }

  func within<Value>(_ position: Int, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw located(error, at: position) }
  }

  @usableFromInline
  func missing(_ position: Int) -> any Error { ValueMismatch("is missing", path: [key(position)]) }

  private func mismatch(_ position: Int, _ expected: String) -> any Error {
    guard let index = index(position) else { return missing(position) }
    return ValueMismatch("expected \(expected), got \(source.noun(index))", path: [key(position)])
  }

  private static func surplus(_ name: String, of method: String, _ names: MemberNames) -> ValueMismatch {
    let known = names.names.map(\.description)
    let near = Suggestion.nearest(to: name, among: known)
    let hint =
      near.map { ": did you mean \($0)?" } ?? (known.isEmpty ? "" : "; it takes \(known.joined(separator: ", "))")
    return ValueMismatch(
      "\(method) has no such parameter\(hint)", path: [PathKey(stringValue: String(name.prefix(64)))])
  }
}

extension MemberNames {
  fileprivate subscript(position: Int) -> PathKey { PathKey(stringValue: names[position].description) }
}

/// What an optional type without a conformance of ours says of itself.
private protocol OptionalValue { static var nothing: Any { get } }
extension Optional: OptionalValue { fileprivate static var nothing: Any { Self.none as Any } }
