/// A value that crosses the bridge: a primitive as it is, anything else as bridge JSON or as slots that convert to it.
///
/// Bridge JSON is JSON in which an object with exactly one key that begins with `$` stands for a value that JSON cannot
/// represent (`{"$date":0}`, `{"$bigint":"1"}`, …) and `{"$object":{…}}` for a plain object that only looks like one;
/// docs/wire.md has the table.
public enum Payload: Sendable {
  case undefined
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case encoded(EncodedValue)
}

/// A value that is not a primitive: bridge JSON, or slots, with the bytes that it refers to.
public struct EncodedValue: Sendable {
  /// The possible forms; those that are not text stay in this process.
  package enum Content: Sendable {
    case text([UInt8])
    /// From JavaScript.
    case tape(ValueTape)
    /// From Swift.
    case slots(SlotTape)
    /// A text with references, as a connection received it.
    case referencing(ReferencingText)
  }

  package private(set) var content: Content
  /// Whether the text may contain tagged objects; without them it is plain JSON.
  public var hasTags: Bool
  /// The bytes that `{"$bytes":[index,"View"]}` refers to; empty where bytes are in the text, in base64.
  public var attachments: [[UInt8]]

  /// A text with its attachments.
  public init(text: [UInt8], hasTags: Bool = true, attachments: [[UInt8]] = []) {
    content = .text(text)
    self.hasTags = hasTags
    self.attachments = attachments
  }

  /// A value from JavaScript.
  package init(_ tape: ValueTape, attachments: [[UInt8]] = []) {
    content = .tape(tape)
    hasTags = true
    self.attachments = attachments
  }

  /// The same text, whose references were received.
  package init(_ text: ReferencingText, attachments: [[UInt8]]) {
    content = .referencing(text)
    hasTags = true
    self.attachments = attachments
  }

  /// The references in the value; nil if it has none.
  package var references: ReferencingText? { if case .referencing(let text) = content { text } else { nil } }

  /// The functions and objects of this side in the value, which have no numbers yet.
  package var sentReferences: [any SentReference] { slots?.references ?? [] }

  /// Whether it has references that were received.
  @usableFromInline
  package var hasReferences: Bool { if case .referencing = content { true } else { false } }

  /// Whether it has references that this side sends.
  @usableFromInline
  package var hasSentReferences: Bool { if case .slots(let slots) = content { slots.hasReferences } else { false } }

  var slots: SlotTape? { if case .slots(let slots) = content { slots } else { nil } }

  /// The same value, whose references have numbers.
  package func numbered(_ numbers: [Int]) -> EncodedValue {
    guard case .slots(let slots) = content else { return self }
    var value = self
    value.content = .slots(slots.numbered(numbers))
    return value
  }

  /// A value of Swift.
  init(_ slots: SlotTape) {
    content = .slots(slots)
    hasTags = true
    attachments = slots.takeAttachments()
  }

  /// Bridge JSON, in UTF-8; created on each access for a value that is not text yet.
  public var text: [UInt8] {
    get { if case .text(let text) = content { text } else { inText.text } }
    set { content = .text(newValue) }
  }

  /// The same value in text.
  package var inText: EncodedValue {
    switch content {
    case .text: return self
    case .referencing(let text): return EncodedValue(text: text.tape.bytes, attachments: attachments)
    case .tape, .slots: break
    }
    let writer = JSONWriter(maximumDepth: .max)
    writer.write(.encoded(self))
    return writer.finish()
  }

  /// The text, if it is text without bytes beside it.
  var plainText: [UInt8]? {
    if case .text(let text) = content, attachments.isEmpty { text } else { nil }
  }

  /// The bytes that it holds.
  package var size: Int {
    let own =
      switch content {
      case .text(let text): text.count
      case .tape(let tape): tape.size
      case .slots(let slots): slots.size
      case .referencing(let text): text.tape.size
      }
    return attachments.reduce(own) { $0 + $1.count }
  }

  /// The value on a tape, where it can be read.
  func tape(limits: Limits) throws(BridgeError) -> ValueTape {
    switch content {
    case .text(let text): try ValueTape(text, limits: limits)
    case .tape(let tape): tape
    case .slots(let slots): try slots.tape(limits: limits)
    case .referencing(let text): text.tape
    }
  }
}

extension Payload {
  /// Whether it has functions or objects of this side that have no numbers yet.
  @inlinable @inline(__always)
  package var hasSentReferences: Bool { if case .encoded(let value) = self { value.hasSentReferences } else { false } }

  /// Whether it has references that were received.
  @inlinable @inline(__always)
  package var hasReferences: Bool { if case .encoded(let value) = self { value.hasReferences } else { false } }

  /// The references in the value; nil if it has none.
  package var references: ReferencingText? { if case .encoded(let value) = self { value.references } else { nil } }
}
