import FoundationEssentials

/// A value on a tape with its attachments: the one source of the decoder of `Codable` types and of the readers of macros.
///
/// `TapeDecoder`, `ValueReader` and `ObjectReader` are positions on it; this type reads single values for all of them.
package final class TapeSource {
  package let tape: ValueTape
  package let attachments: [[UInt8]]
  /// The functions and objects in the value; nil if it has none, as nearly all have.
  private let crossing: Crossing?
  /// The results of earlier lookups; nil before the first one.
  private var known: Known?
  private static let fewMembers = 64
  /// The member of a record that was found last: reading members in order needs no search.
  private var last = (record: -1, ordinal: 0, value: 0)

  package init(_ value: EncodedValue, limits: Limits) throws(BridgeError) {
    tape = try value.tape(limits: limits)
    attachments = value.attachments
    crossing = value.hasReferences || value.hasSentReferences ? Crossing(value) : nil
  }

  private final class Crossing {
    /// Those that were received.
    let references: ReferencingText?
    /// The value that was not sent yet, if they are this side's.
    let sent: SlotTape?
    var rootOfUnread: String?

    init(_ value: EncodedValue) {
      references = value.references
      sent = value.hasSentReferences ? value.slots : nil
    }
  }

  /// What takes a walk to find, of large values and for paths.
  final class Known {
    /// The positions of the members of large objects, once one of them was looked up.
    fileprivate var places: [Int: [MemberName: Int]] = [:]
    /// The last position in each container for which a path was built: of an element or a member's name, and its number.
    var walked: [Int: (place: Int, number: Int)] = [:]
    /// The member of each object that the last path led through: a long name is converted to a string once.
    var names: [Int: (place: Int, name: String)] = [:]
    /// The tags of objects with many members: finding one takes a walk along all members.
    fileprivate var repeatedTags: [Int: (name: String, content: Int)?] = [:]
  }

  var lookups: Known {
    if let known { return known }
    let made = Known()
    known = made
    return made
  }

  /// The value's name, if each member is to have read the functions in it before it is used: those of a plugin's method are not
  /// decoded as a whole.
  package var rootOfUnread: String? {
    get { crossing?.rootOfUnread }
    set { crossing?.rootOfUnread = newValue }
  }

  /// Whether it has such a name.
  var refusesUnread: Bool { crossing != nil && rootOfUnread != nil }

  /// The index of a member's value; nil if the object has no member of that name.
  ///
  /// An object is walked along for each name, unless it has so many members that this would take the square of their number.
  func member(_ name: String, of object: Int) -> Int? {
    let node = tape.nodes[object]
    if node.kind == .record { return member(name, ofRecord: object) }
    guard node.count > TapeSource.fewMembers else { return tape.member(name, of: object) }
    let lookups = lookups
    if let known = lookups.places[object] { return known[MemberName(name)] }
    var found: [MemberName: Int] = [:]
    var members = tape.members(of: object)
    while let (name, value) = members.next() { found[MemberName(name)] = value }
    lookups.places[object] = found
    return found[MemberName(name)]
  }

  private func member(_ name: String, ofRecord object: Int) -> Int? {
    let next = last.record == object ? last.ordinal + 1 : 0
    let ordinal = tape.ordinal(of: name, ofRecord: object, expected: next)
    guard let ordinal else { return nil }
    let value =
      if ordinal != next { tape.value(ordinal, ofRecord: object) } else if next == 0 { object + 1 } else {
        Int(tape.nodes[last.value].next)
      }
    last = (object, ordinal, value)
    return value
  }

  /// A node without its tag.
  package enum Resolved {
    case plain(TapeNode, index: Int)
    case tagged(String, index: Int)
  }

  /// Resolves the escape `{"$object":{…}}`; returns a tag with the index of its content.
  @inline(__always)
  package func resolve(_ index: Int) -> Resolved {
    let tag = tape.nodes[index].count > TapeSource.fewMembers ? repeatedTag(at: index) : tape.tag(at: index)
    guard let tag else { return .plain(tape.nodes[index], index: index) }
    return resolve(index, tag.name, tag.content)
  }

  @inline(never)
  private func repeatedTag(at index: Int) -> (name: String, content: Int)? {
    guard tape.nodes[index].kind == .object else { return nil }
    let lookups = lookups
    if let known = lookups.repeatedTags[index] { return known }
    let tag = tape.tag(at: index)
    lookups.repeatedTags[index] = .some(tag)
    return tag
  }

  private func resolve(_ index: Int, _ tag: String, _ inner: Int) -> Resolved {
    switch tag {
    case "$object" where tape.nodes[inner].isObject: return .plain(tape.nodes[inner], index: inner)
    case "$undefined" where tape.nodes[inner].kind == .true: return .tagged(tag, index: inner)
    case "$number", "$bigint", "$date", "$map", "$set", "$error", "$bytes":
      return .tagged(tag, index: inner)
    case ReferencingText.tag
    where tape.nodes[index].kind == .tag || crossing?.references?.isReference(at: index) == true:
      return .tagged(tag, index: inner)
    default: return .plain(tape.nodes[index], index: index)  // Not one of ours: an object like any other.
    }
  }

  func isNil(_ index: Int) -> Bool {
    switch resolve(index) {
    case .plain(let node, _): node.kind == .null
    case .tagged(let tag, _): tag == "$undefined"
    }
  }

  /// The description of a value in an error message.
  package func noun(_ index: Int) -> String {
    switch resolve(index) {
    case .plain(let node, _):
      switch node.kind {
      case .null: "null"
      case .true, .false: "a boolean"
      case .number, .double: "the number \(tape.numberText(node).prefix(24))"
      case .string: "a string"
      case .array: "an array"
      case .object, .record: "an object"
      case .tag: "a value"
      }
    case .tagged(let tag, let inner):
      switch tag {
      case "$undefined": "undefined"
      case "$number": "the number \(tape.string(tape.nodes[inner]).prefix(12))"
      case "$bigint": "a BigInt"
      case "$date": "a Date"
      case "$map": "a Map"
      case "$set": "a Set"
      case "$error": "an Error"
      case ReferencingText.tag: crossing?.references?.noun(at: index) ?? "a function"
      default: "bytes"
      }
    }
  }

  // MARK: Single values; nil when the value is something else

  func bool(_ index: Int) -> Bool? {
    switch tape.nodes[index].kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  package func string(_ index: Int) -> String? {
    let node = tape.nodes[index]
    return node.kind == .string ? tape.string(node) : nil
  }

  /// The text of a string that may be a keyword of the format; nil if it is longer than any keyword.
  ///
  /// In Swift, comparing strings takes time quadratic in the number of combining characters.
  package func word(_ index: Int) -> String? {
    let node = tape.nodes[index]
    // Each character can be an escape.
    return node.end - node.start <= 6 * 20 ? string(index) : nil
  }

  @inline(__always)
  func double(_ index: Int) -> Double? {
    let node = tape.nodes[index]
    switch node.kind {
    case .double: return node.double
    case .number: return tape.number(node)
    default: return taggedDouble(index)
    }
  }

  @inline(never)
  private func taggedDouble(_ index: Int) -> Double? {
    guard case .tagged("$number", let inner) = resolve(index), let text = word(inner) else { return nil }
    switch text {
    case "NaN": return .nan
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    case "-0": return -0.0
    default: return nil
    }
  }

  /// An integer, exactly: a number without a fraction, or a BigInt.
  ///
  /// Nil if it is out of range.
  package func integer<Integer: FixedWidthInteger>(_ index: Int, as type: Integer.Type) -> Integer? {
    let node = tape.nodes[index]
    if node.kind == .double {
      let double = node.double
      // Not Integer(exactly:) of the number itself, which takes five times as long.
      guard double.magnitude <= 0x1p53 else { return Integer(exactly: double) }
      let integer = Int64(double)
      return Double(integer) == double ? Integer(exactly: integer) : nil
    }
    switch resolve(index) {
    case .plain(let node, _):
      guard node.kind == .number || node.kind == .double else { return nil }
      if let small = tape.smallInteger(node) { return Integer(exactly: small) }
      if node.kind == .number, let exact = Integer(tape.numberText(node)) { return exact }
      return Integer(exactly: tape.number(node))
    case .tagged("$bigint", let inner): return string(inner).flatMap { Integer($0) }
    default:
      return double(index).flatMap { Integer(exactly: $0) }
    }
  }

  func date(_ index: Int) -> Date? {
    guard case .tagged("$date", let inner) = resolve(index) else { return nil }
    let node = tape.nodes[inner]
    if node.kind == .null { return Date(timeIntervalSince1970: .nan) }
    guard node.kind == .number || node.kind == .double else { return nil }
    return Date(timeIntervalSince1970: tape.number(node) / 1000)
  }

  func bigInt(_ index: Int) -> String? {
    guard case .tagged("$bigint", let inner) = resolve(index), let text = string(inner) else { return nil }
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    return !digits.isEmpty && digits.allSatisfy { (48...57).contains($0) } ? text : nil
  }

  func bytes(_ index: Int) -> BridgeBytes? {
    guard case .tagged("$bytes", let inner) = resolve(index) else { return nil }
    let pair = tape.nodes[inner]
    guard pair.kind == .array, pair.count == 2, let view = word(inner + 2), BridgeBytes.views.contains(view) else {
      return nil
    }
    if let text = string(inner + 1) {
      return Data(base64Encoded: text).map { BridgeBytes([UInt8]($0), view: view) }
    }
    guard let position = integer(inner + 1, as: Int.self), attachments.indices.contains(position) else { return nil }
    return BridgeBytes(attachments[position], view: view)
  }

  /// The function that the value stands for.
  func reference(_ index: Int) -> (any ReceivedReference)? {
    guard let crossing else { return nil }
    if let references = crossing.references { return references.read(at: index) }
    return sentReference(index).flatMap { crossing.sent?.references[$0] } as? any ReceivedReference
  }

  /// Throws for a function in a value that its reader did not take.
  func requireRead(at index: Int) throws(BridgeError) {
    guard let root = rootOfUnread, let references = crossing?.references else { return }
    try references.requireRead(index..<Int(tape.nodes[index].next), root: root)
  }

  /// The place of a function or an object of this side among the value's; nil if the value is none.
  func sentReference(_ index: Int) -> Int? {
    guard let sent = crossing?.sent, tape.nodes[index].kind == .tag,
      tape.nodes[index].count == TapeTag.reference.rawValue
    else {
      return nil
    }
    let number = tape.nodes[index + 1].kind == .array ? index + 2 : index + 1
    return integer(number, as: Int.self).flatMap { sent.references.indices.contains($0) ? $0 : nil }
  }

  // MARK: Any value

  /// The value at an index, whatever it is.
  ///
  /// Depth is bounded by the scan.
  func value(_ index: Int) -> BridgeValue {
    let node = tape.nodes[index]
    switch node.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .number, .double: return .number(tape.number(node))
    case .string: return .string(tape.string(node))
    case .array: return .array(values(index))
    case .record: return .object(object(index))
    case .object, .tag: break
    }
    switch resolve(index) {
    case .plain(_, let index): return .object(object(index))
    case .tagged(let tag, let inner):
      switch tag {
      case "$undefined": return .undefined
      case "$number": if let number = double(index) { return .number(number) }
      case "$bigint": if let digits = bigInt(index) { return .bigInt(digits) }
      case "$date": if let date = date(index) { return .date(date) }
      case "$bytes": if let bytes = bytes(index) { return .bytes(bytes) }
      case "$set": if tape.nodes[inner].kind == .array { return .set(values(inner)) }
      case "$map": if let pairs = pairs(inner) { return .map(pairs) }
      case "$error": if tape.nodes[inner].isObject { return .error(BridgeError(object(inner))) }
      case ReferencingText.tag: return .object([tag: value(inner)])
      default: break
      }
      // An invalid slot tag is ignored and its content is the value; an invalid JSON tag is an ordinary object.
      if node.kind == .tag { return value(inner) }
      return .object(object(index))
    }
  }

  private func values(_ array: Int) -> [BridgeValue] {
    var values: [BridgeValue] = []
    values.reserveCapacity(Int(tape.nodes[array].count))
    forEach(of: array) { values.append(value($0)) }
    return values
  }

  private func pairs(_ array: Int) -> [BridgePair]? {
    guard tape.nodes[array].kind == .array else { return nil }
    var pairs: [BridgePair] = []
    var arePairs = true
    forEach(of: array) { entry in
      let node = tape.nodes[entry]
      arePairs = arePairs && node.kind == .array && node.count == 2
      if arePairs { pairs.append(BridgePair(value(entry + 1), value(Int(tape.nodes[entry + 1].next)))) }
    }
    return arePairs ? pairs : nil
  }

  /// The indices of the elements of an array.
  package func elements(_ array: Int) -> [Int] {
    var indices: [Int] = []
    indices.reserveCapacity(Int(tape.nodes[array].count))
    forEach(of: array) { indices.append($0) }
    return indices
  }

  /// Walks along the elements of an array.
  @inline(__always)
  func forEach(of array: Int, _ body: (Int) -> Void) {
    let end = Int(tape.nodes[array].next)
    var index = array + 1
    while index < end {
      body(index)
      index = Int(tape.nodes[index].next)
    }
  }

  func object(_ object: Int) -> BridgeObject {
    let node = tape.nodes[object]
    if node.kind == .record {
      var value = object + 1
      return BridgeObject(names: tape.shape(ofRecord: object).names) {
        defer { value = Int(tape.nodes[value].next) }
        return self.value(value)
      }
    }
    var members = tape.members(of: object)
    var result = BridgeObject(capacity: Int(node.count))
    while let (name, value) = members.next() { result.set(name, self.value(value)) }
    return result
  }
}
