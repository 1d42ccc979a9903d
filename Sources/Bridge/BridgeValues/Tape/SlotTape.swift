package import FoundationEssentials

/// A value in slots, with the texts of its strings one after the other: how values reach JavaScript in the same process.
///
/// It is written once, in the order of the value, and then read.
///
/// `@unchecked Sendable`: nothing of it changes once it was written.
@safe package final class SlotTape: @unchecked Sendable {
  private struct State: ~Copyable {
    var slots = GrowingMemory<UInt64>(capacity: 32)
    var count = 0
    var text = TextBuffer(capacity: 128)
    var isASCII = true
    var attachments: [[UInt8]] = []
    var references: [any SentReference] = []
    var shapes: [ObjectShape] = []
    /// The places of shapes among them, once there are many.
    var places: [ObjectIdentifier: Int] = [:]
    /// How deep the value that is being written lies, and whether one lay too deep.
    var depth = 0
    var isTooDeep = false
  }

  /// Unchecked: each slot that is appended would be preceded by a check for exclusive access at run time, which costs more
  /// than the slot.
  ///
  /// No access of the state calls anything that could reach this tape, so none overlaps another.
  @exclusivity(unchecked) private var state = State()
  private let maximumDepth: Int
  /// The tape into which this separately written container is inserted; nil for an independent tape.
  private let owner: SlotTape?
  /// The root of shapes whose names are found out while the program runs.
  ///
  /// Retained here, so that steps need not retain. Most tapes have only names that are constants, and need none.
  var dynamic: Unmanaged<ObjectShape> {
    if let root = unsafe root { return unsafe .passUnretained(root) }
    let root = owner.map { unsafe $0.dynamic.takeUnretainedValue() } ?? ObjectShape.dynamic
    unsafe self.root = root
    return unsafe .passUnretained(root)
  }
  @exclusivity(unchecked) private var root: ObjectShape?

  package init(maximumDepth: Int = Limits().depth) {
    self.maximumDepth = maximumDepth
    owner = nil
  }

  private init(in owner: SlotTape, maximumDepth: Int) {
    self.maximumDepth = maximumDepth
    self.owner = owner
  }

  /// The number of slots.
  package var count: Int { unsafe state.count }
  /// Whether all of the texts are.
  package var isASCII: Bool { unsafe state.isASCII }
  var isTooDeep: Bool { unsafe state.isTooDeep }
  package var shapes: [ObjectShape] { unsafe state.shapes }

  /// Whether the tape has these shapes, in this order.
  package func hasShapes(_ shapes: [ObjectShape]) -> Bool {
    guard unsafe state.shapes.count == shapes.count else { return false }
    for index in shapes.indices where unsafe state.shapes[index] !== shapes[index] { return false }
    return true
  }

  /// Moves the bytes of the value out of this tape, so that they can become an `ArrayBuffer` without a copy.
  func takeAttachments() -> [[UInt8]] { unsafe exchange(&state.attachments, with: []) }

  /// Bytes of memory, without those of the attachments.
  var size: Int { unsafe state.count * 8 + state.text.count }

  /// Bytes of a message as JSON would count them: those of texts and two for each other value.
  var messageSize: Int { unsafe state.attachments.reduce(state.count * 2 + state.text.count) { $0 + $1.count } }

  /// The slots and the texts.
  package func withContent<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt64>, UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeBufferPointer(start: state.slots.start, count: state.count), state.text.bytes)
  }

  // MARK: Slots

  @inline(__always)
  private func append(_ slot: UInt64) {
    unsafe state.slots.reserve(1, after: state.count)
    unsafe state.slots.start[state.count] = slot
    unsafe state.count += 1
  }

  @inline(__always)
  private func append(_ tag: SlotTag, _ content: Int = 0) { append(.slot(tag, content)) }

  // MARK: Scalars

  func writeNull() { append(.null) }
  func writeUndefined() { append(.undefined) }
  package func write(_ value: Bool) { append(value ? .true : .false) }

  package func write(_ value: Double) {
    // Not Int32(exactly:), which takes five times as long.
    if value.magnitude <= Double(Int32.max), case let integer = Int32(value),
      value.bitPattern == Double(integer).bitPattern
    {
      append(.integer, Int(integer))
    } else if value.isNaN {
      append(.nan)
    } else {
      append(value.bitPattern)
    }
  }

  /// Writes an integer: a number if a JavaScript number represents it exactly, otherwise a BigInt.
  package func write<Integer: FixedWidthInteger>(integer value: Integer) {
    if let small = Int32(exactly: value) { return append(.integer, Int(small)) }
    if let exact = Int64(exactly: value), exact.magnitude <= 1 << 53 { return append(Double(exact).bitPattern) }
    write(bigInt: String(value))
  }

  package func write(bigInt digits: String) {
    append(.bigInt)
    write(digits)
  }

  package func write(_ value: String) {
    if unsafe value.utf8.withContiguousStorageIfAvailable({ unsafe write(text: $0) }) != nil { return }
    var value = value
    value.withUTF8 { unsafe write(text: $0) }
  }

  /// Writes a string.
  @inline(__always)
  private func write(text utf8: UnsafeBufferPointer<UInt8>) {
    if unsafe SlotTape.isASCII(utf8) {
      append(.text, utf8.count)
    } else {
      unsafe state.isASCII = false
      append(.wideText, unsafe SlotTape.utf16Count(utf8))
      append(UInt64(utf8.count))
    }
    unsafe state.text.append(utf8)
  }

  /// Writes a value that is bridge JSON already.
  package func write(json: [UInt8]) {
    unsafe json.withUnsafeBufferPointer { json in
      let isASCII = unsafe SlotTape.isASCII(json)
      if !isASCII { unsafe state.isASCII = false }
      append(.jsonText, unsafe isASCII ? json.count : SlotTape.utf16Count(json))
      append(UInt64(json.count))
      unsafe state.text.append(json)
    }
  }

  @inline(__always)
  private static func isASCII(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    var bits: UInt64 = 0
    while index + 8 <= utf8.count {
      unsafe bits |= UnsafeRawPointer(utf8.baseAddress!).loadUnaligned(fromByteOffset: index, as: UInt64.self)
      index += 8
    }
    while index < utf8.count {
      unsafe bits |= UInt64(utf8[index])
      index += 1
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }

  private static func utf16Count(_ utf8: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    for index in utf8.indices {
      let byte = unsafe utf8[index]
      // Each character's first byte, and once more for one that takes two units.
      count += (byte & 0xC0 == 0x80 ? 0 : 1) + (byte >= 0xF0 ? 1 : 0)
    }
    return count
  }

  package func write(_ date: Date) {
    append(.date)
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    // Beyond this no JavaScript date is valid.
    if milliseconds.magnitude <= 8.64e15 { write(milliseconds == 0 ? 0 : milliseconds) } else { writeNull() }
  }

  package func write(_ value: BridgeBytes) {
    append(.bytes)
    append(.array, 2)
    write(integer: attach(value.data))
    write(value.view)
  }

  private func attach(_ bytes: [UInt8]) -> Int {
    if let owner { return owner.attach(bytes) }
    unsafe state.attachments.append(bytes)
    return unsafe state.attachments.count - 1
  }

  /// Writes a function or an object of this side.
  ///
  /// Until a connection numbers it, its index among the value's references is written.
  ///
  /// - Parameter names: the names of an object's type and of its methods; none for a function.
  package func write(_ reference: any SentReference, names: [String] = []) {
    append(.reference)
    if !names.isEmpty { append(.array, names.count + 1) }
    append(.integer, refer(to: reference))
    for name in names { write(name) }
  }

  private func refer(to reference: any SentReference) -> Int {
    if let owner { return owner.refer(to: reference) }
    unsafe state.references.append(reference)
    return unsafe state.references.count - 1
  }

  /// The references that were written and have no numbers yet.
  package var references: [any SentReference] { unsafe state.references }
  @inline(__always)
  var hasReferences: Bool { unsafe !state.references.isEmpty }

  /// A copy that has the numbers of its references.
  package func numbered(_ numbers: [Int]) -> SlotTape {
    let copy = SlotTape(maximumDepth: maximumDepth)
    unsafe withContent { slots, text in
      unsafe copy.state.slots.reserve(slots.count, after: 0)
      for index in slots.indices { unsafe copy.state.slots.start[index] = slots[index] }
      for index in slots.indices where unsafe slots[index].slotTag == .reference {
        let place = unsafe slots[index + 1].slotTag == .array ? index + 2 : index + 1
        unsafe copy.state.slots.start[place] = Double(numbers[slots[place].slotContent]).bitPattern
      }
      unsafe copy.state.count = slots.count
      unsafe copy.state.text.append(text)
    }
    unsafe copy.state.isASCII = state.isASCII
    unsafe copy.state.shapes = state.shapes
    unsafe copy.state.places = state.places
    return copy
  }

  // MARK: Containers

  /// Enters a container; false when it lies too deep, which ends up as an error of the whole value.
  func descend() -> Bool {
    unsafe state.depth += 1
    if unsafe state.depth > maximumDepth { unsafe state.isTooDeep = true }
    return unsafe !state.isTooDeep
  }

  func ascend() { unsafe state.depth -= 1 }

  /// Begins an array of this many elements.
  func beginArray(_ count: Int) { append(.array, count) }

  func begin(_ tag: SlotTag) { append(tag) }

  /// Begins a container whose content is said when it ends; returns its place.
  func beginContainer() -> Int {
    append(0)
    return unsafe state.count - 1
  }

  /// Ends an array that began at a place.
  func endArray(at place: Int, count: Int) { unsafe state.slots.start[place] = .slot(.array, count) }

  /// Ends an object that began at a place, and whose names are all beside its values.
  func endObjectOfNames(at place: Int) { unsafe endObject(at: place, dynamic, isExtended: true) }

  /// Ends an object that began at a place.
  func endObject(at place: Int, _ shape: Unmanaged<ObjectShape>, isExtended: Bool = false) {
    if isExtended { append(.end) }
    unsafe state.slots.start[place] = .slot(isExtended ? .extended : .object, index(of: shape))
  }

  /// The number of a shape on this tape.
  @inline(__always)
  private func index(of shape: Unmanaged<ObjectShape>) -> Int {
    if let owner { return unsafe owner.index(of: shape) }
    let last = unsafe state.shapes.count - 1
    if last >= 0 {
      let isLast = unsafe shape._withUnsafeGuaranteedRef { unsafe $0 === state.shapes[last] }
      if isLast { return last }
    }
    return unsafe findIndex(of: shape.takeUnretainedValue())
  }

  private func findIndex(of shape: ObjectShape) -> Int {
    let few = 8
    let count = unsafe state.shapes.count
    if count <= few {
      if let index = unsafe state.shapes.firstIndex(where: { $0 === shape }) { return index }
      unsafe state.shapes.append(shape)
      if count == few {
        for (index, shape) in unsafe state.shapes.enumerated() { unsafe state.places[ObjectIdentifier(shape)] = index }
      }
      return count
    }
    if let index = unsafe state.places[ObjectIdentifier(shape)] { return index }
    unsafe state.shapes.append(shape)
    unsafe state.places[ObjectIdentifier(shape)] = count
    return count
  }

  // MARK: Containers that are written later

  /// Where something that is written apart is put.
  struct Place {
    let slot: Int
    let text: Int
  }

  var place: Place { unsafe Place(slot: state.count, text: state.text.count) }

  /// A tape for a container that is put into this one later.
  func makeSibling() -> SlotTape {
    if unsafe state.depth >= maximumDepth { unsafe state.isTooDeep = true }
    return unsafe SlotTape(in: owner ?? self, maximumDepth: maximumDepth - state.depth - 1)
  }

  /// Inserts containers that were written apart at their places, which ascend.
  func insert(_ parts: [(place: Place, tape: SlotTape)]) {
    // The tapes own the memory.
    defer { extendLifetime(parts) }
    unsafe state.count = state.slots.insert(
      parts.map { (place, part) in unsafe part.withContent { slots, _ in unsafe (place.slot, slots) } },
      among: state.count)
    unsafe state.text.insert(
      parts.map { (place, part) in unsafe part.withContent { _, text in unsafe (place.text, text) } })
    for (_, part) in parts {
      unsafe state.isASCII = state.isASCII && part.isASCII
      unsafe state.isTooDeep = state.isTooDeep || part.isTooDeep
    }
  }
}
