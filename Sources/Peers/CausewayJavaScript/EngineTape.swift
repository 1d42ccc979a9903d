import Causeway
import CausewayConcurrency
import JavaScriptEngine

/// The memory in which non-primitive values cross between one context and Swift, used on the JavaScript thread.
///
/// JavaScript writes to the input, and native code reads it during the call that passes it. Native code writes to the output,
/// and JavaScript reads it right after the return, or within the call that delivers messages; what these must not overwrite
/// lies before `free`. docs/tape.md describes the format.
final class EngineTape {
  private let realm: JSRealm
  private let limits: Limits
  private var memory: Memory?
  /// A realm that no page can reach, whose built-ins the client may therefore call by property.
  private var builtInRealm: JSRealm?

  /// The shapes that JavaScript asked for, by their numbers.
  ///
  /// Without dynamic exclusivity checks, for the reasons given at ``MethodNumbers``.
  @exclusivity(unchecked) private var shapes = [ObjectShape(most: EngineTape.mostShapes)]
  /// Slots of a value that takes more than the input has.
  private var taken: [UInt64] = []

  /// The first slot of the output that is free.
  private var free = 1
  /// The numbers under which JavaScript knows shapes of Swift's values.
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// Those shapes, retained so that no other gets the address of one.
  private var known: [ObjectShape] = []
  /// The numbers of the shapes of the value that was written last; unchecked for the same reasons.
  @exclusivity(unchecked) private var mapped: [Int] = []
  /// Those shapes, as long as they have these numbers.
  @exclusivity(unchecked) private var lastMapped: [ObjectShape] = []

  private static let mostShapes = 4096
  /// So many values cross as JSON before there is memory for them.
  ///
  /// Most programs have few, and only compiled code writes and reads slots faster than the engine does JSON. None in a debug
  /// build, so that its tests try the slots with every value.
  #if DEBUG
  static let few = 0
  #else
  static let few = 500
  #endif

  /// The maximum units of a text with several strings: a string that JavaScript keeps retains the whole text.
  private static let longestText = 4096

  /// A class, so that it is retained once where it is used, not part by part.
  private final class Memory {
    let input, output: SharedBytes
    /// The client's function that registers a shape: its number, its names.
    let define: JSHandle

    init(input: SharedBytes, output: SharedBytes, define: JSHandle) {
      self.input = input
      self.output = output
      self.define = define
    }
  }

  init(realm: JSRealm, limits: Limits) {
    self.realm = realm
    self.limits = limits
  }

  // MARK: The client's functions

  /// Implements `builtIns()`.
  func builtIns() -> JSLocal? {
    let other = JSRealm(machine: realm.machine)
    builtInRealm = other
    let script = "({ __proto__: null, charCodeAt: ''.charCodeAt, substring: ''.substring })"
    return try? other.evaluate(script, url: "causeway:built-ins")
  }

  /// Implements `share(input, output, define)`.
  func share(_ arguments: JSArguments) {
    guard let input = realm.share(arguments[0]), let output = realm.share(arguments[1]) else { return }
    memory = Memory(input: input, output: output, define: realm.keep(arguments[2]))
  }

  /// Implements `shape(from, key)`.
  func shape(_ arguments: JSArguments) -> JSLocal? {
    guard let from = Int(exactly: realm.number(arguments[0])), unsafe shapes.indices.contains(from),
      let key = realm.text(arguments[1]), key.utf16Count <= ObjectShape.longestName
    else { return nil }
    let name = key.string
    // A lone surrogate cannot be distinguished from its replacement character here.
    guard !name.unicodeScalars.contains("\u{FFFD}"), let shape = unsafe shapes[from].adding(name) else { return nil }
    unsafe shapes.append(shape)
    return unsafe realm.make(Double(shapes.count - 1))
  }

  /// Implements `spill(count, taken)`.
  func spill(_ arguments: JSArguments) {
    guard let memory, let count = Int(exactly: realm.number(arguments[0])) else { return }
    if realm.number(arguments[1]) == 0 { taken.removeAll() }
    if let slots = unsafe memory.input.slots(1, count) { unsafe taken.append(contentsOf: slots) }
  }

  /// Implements `patch(place, high, low)`.
  func patch(_ arguments: JSArguments) {
    guard let place = Int(exactly: realm.number(arguments[0])), taken.indices.contains(place),
      let high = UInt32(exactly: realm.number(arguments[1])), let low = UInt32(exactly: realm.number(arguments[2]))
    else { return }
    taken[place] = UInt64(high) << 32 | UInt64(low)
  }

  /// Gives the memory up.
  func close() {
    memory = nil
    builtInRealm = nil
  }

  // MARK: From JavaScript

  /// The value in the input.
  ///
  /// - Parameter text: the strings of the value; undefined when it has none.
  func value(text: JSLocal, attachments: [[UInt8]]) throws(BridgeError) -> EncodedValue {
    guard let memory, let head = unsafe memory.input.slots(0, 1) else { throw EngineTape.damaged }
    let count = unsafe Int(Int32(truncatingIfNeeded: head[0]))
    let before = unsafe Int(Int32(truncatingIfNeeded: head[0] >> 32))
    guard let slots = unsafe memory.input.slots(1, count) else { throw EngineTape.damaged }
    guard before != 0 else {
      return try encoded(try unsafe tape(UnsafeBufferPointer(slots), text), attachments)
    }
    guard taken.count == before else { throw EngineTape.damaged }
    unsafe taken.append(contentsOf: slots)
    let all = exchange(&taken, with: [])
    let value = try unsafe all.withUnsafeBufferPointer { (all) throws(BridgeError) -> ValueTape in
      try unsafe tape(all, text)
    }
    return try encoded(value, attachments)
  }

  private func encoded(_ value: ValueTape, _ attachments: [[UInt8]]) throws(BridgeError) -> EncodedValue {
    let size = attachments.reduce(value.textSize) { $0 + $1.count }
    guard size <= limits.messageBytes else {
      throw .exhausted("messageBytes", maximum: limits.messageBytes, "A message of \(size) bytes")
    }
    return EncodedValue(value, attachments: attachments)
  }

  private func tape(_ slots: UnsafeBufferPointer<UInt64>, _ text: JSLocal) throws(BridgeError) -> ValueTape {
    guard !realm.isUndefined(text) else {
      return try unsafe SlotScanner.tape(
        slots, .utf16(UnsafeBufferPointer(start: nil, count: 0)), shapes: shapes, limits: limits)
    }
    return try unsafe realm.withUTF16(ofString: text) { (units) throws(BridgeError) in
      guard units.count <= limits.messageBytes else {
        throw .exhausted("messageBytes", maximum: limits.messageBytes, "A message of \(units.count) bytes")
      }
      return try unsafe SlotScanner.tape(slots, .utf16(units), shapes: shapes, limits: limits)
    }
  }

  private static var damaged: BridgeError { BridgeError(.internal, "The value's slots are damaged.") }

  // MARK: To JavaScript

  /// Begins a call: an answer that JavaScript did not take, because its script was stopped, is none of this one's.
  func begin() {
    guard let memory, let head = unsafe memory.output.slots(0, 1) else { return }
    unsafe head[0] = 0
  }

  /// Where a value is in the output, and its texts: a string, an array of strings, or undefined.
  struct Written {
    let start: Int
    let texts: JSLocal
  }

  /// Writes a value, which stays until `release`; nil when there is no room, or no memory yet.
  func write(_ value: SlotTape) -> Written? {
    guard let memory, value.count <= memory.output.slotCount - free, map(value) else { return nil }
    let start = free
    guard let texts = unsafe copy(value, to: memory.output.slots(start, value.count)!) else { return nil }
    free = start + value.count
    return Written(start: start, texts: texts)
  }

  /// Writes the answer that the native function is about to return; returns the function's return value.
  func answer(_ value: SlotTape) -> JSLocal? {
    let before = free
    guard let memory, let written = write(value), let head = unsafe memory.output.slots(0, 1) else { return nil }
    free = before
    unsafe head[0] = UInt64(written.start)
    return written.texts
  }

  /// The first free slot, for ``release(to:)``.
  var mark: Int { free }

  /// Frees the slots of the values that were written since.
  func release(to mark: Int) { free = mark }

  /// Finds the numbers of shapes; false if JavaScript cannot learn one.
  private func map(_ value: SlotTape) -> Bool {
    // A handler's answers mostly have the same shapes.
    if unsafe value.hasShapes(lastMapped) { return true }
    let shapes = value.shapes
    unsafe mapped.removeAll(keepingCapacity: true)
    unsafe lastMapped = []
    if known.count + shapes.count > EngineTape.mostShapes {
      // JavaScript forgets them too, so not while it has values to read that have the old numbers.
      guard free == 1 else { return false }
      known.removeAll()
      numbers.removeAll()
    }
    for shape in shapes {
      if let number = numbers[ObjectIdentifier(shape)] {
        unsafe mapped.append(number)
      } else {
        guard learn(shape) else { return false }
      }
    }
    unsafe lastMapped = shapes
    return true
  }

  private func learn(_ shape: ObjectShape) -> Bool {
    guard let memory, shape.names.count < JSLocals.capacity else { return false }
    let number = known.count
    var arguments = JSLocals()
    arguments.append(realm.make(Double(number)))
    for name in shape.names { arguments.append(realm.make(name)) }
    guard (try? realm.call(memory.define.local, with: arguments)) != nil else { return false }
    numbers[ObjectIdentifier(shape)] = number
    known.append(shape)
    unsafe mapped.append(number)
    return true
  }

  /// Copies the slots; returns the texts.
  private func copy(_ value: SlotTape, to output: UnsafeMutableBufferPointer<UInt64>) -> JSLocal? {
    unsafe value.copy(to: output, numbers: mapped)
    let breaks = value.pieces(of: EngineTape.longestText)
    return unsafe value.withContent { _, text in
      if text.isEmpty { return realm.undefined }
      guard !breaks.isEmpty else { return unsafe realm.make(utf8: text) }
      var texts: [JSHandle] = []
      var start = 0
      for end in breaks + [text.count] {
        texts.append(realm.keep(unsafe realm.make(utf8: UnsafeBufferPointer(rebasing: text[start..<end]))))
        start = end
      }
      return realm.makeArray(texts)
    }
  }
}
