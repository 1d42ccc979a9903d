import DequeModule

/// The queue of messages for a busy side.
///
/// The number of answers, items and requests is limited by their callers, and their bytes are bounded: a message over
/// the limit is refused, and its call fails. Events and progress have no such limit and would accumulate while a script
/// keeps the other side busy. So beyond `limit`, or if their bytes are needed, the oldest of them is dropped.
package struct Outbox {
  /// The number of events and progress reports that may wait.
  package let limit: Int
  /// Bytes of messages that may wait.
  private let byteLimit: Int
  /// Bytes of the messages that wait.
  package private(set) var bytes = 0
  /// How many of these are of events and progress.
  private var passingBytes = 0
  private var messages: [Message?] = []
  /// Where the first message is that has not been taken.
  private var head = 0
  /// Where events and progress are.
  private var passing: Deque<Int> = []
  private var gaps = 0

  /// - Parameters:
  ///   - limit: the number of events and progress reports that may wait.
  ///   - bytes: the bytes of messages that may wait.
  package init(limit: Int, bytes: Int = .max) {
    self.limit = max(1, limit)
    byteLimit = bytes
  }

  package var isEmpty: Bool { count == gaps }
  /// The length of the list, including gaps.
  package var count: Int { messages.count - head }

  /// Adds a message; returns the events and progress reports that were dropped, which may include the message itself.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` if there is no room for a message that cannot be dropped.
  package mutating func add(_ message: Message) throws(BridgeError) -> [Message] {
    var dropped: [Message] = []
    let weight = message.weight
    if weight > byteLimit - bytes, !message.isShort {
      guard weight <= byteLimit - (bytes - passingBytes) else {
        if message.isPassing { return [message] }
        throw Outbox.refusal(of: weight, limit: byteLimit)
      }
      while weight > byteLimit - bytes, let oldest = dropOldest() { dropped.append(oldest) }
    }
    if let oldest = append(message, weight) { dropped.append(oldest) }
    return dropped
  }

  /// Why a message that holds so many bytes has no room.
  static func refusal(of weight: Int, limit: Int) -> BridgeError {
    .exhausted("bytesInFlight", maximum: limit, "A queued message of \(weight) bytes")
  }

  /// Adds a message regardless of its size; returns the message that was dropped for it, if any.
  package mutating func append(_ message: Message) -> Message? { append(message, message.weight) }

  private mutating func append(_ message: Message, _ weight: Int) -> Message? {
    bytes += weight
    if message.isPassing {
      passing.append(messages.count)
      passingBytes += weight
    }
    messages.append(message)
    return passing.count > limit ? dropOldest() : nil
  }

  /// Takes the oldest event or report of progress out.
  private mutating func dropOldest() -> Message? {
    guard let place = passing.popFirst(), let oldest = messages[place] else { return nil }
    messages[place] = nil
    let weight = oldest.weight
    bytes -= weight
    passingBytes -= weight
    gaps += 1
    if gaps > limit { close() }
    return oldest
  }

  /// Takes all messages in order; none of them is nil.
  ///
  /// Optional, so that who delivers them can let go of each without a copy.
  package mutating func removeAll() -> [Message?] {
    defer { self = Outbox(limit: limit, bytes: byteLimit) }
    if gaps > 0 { return messages[head...].filter { $0 != nil } }
    return head == 0 ? messages : Array(messages[head...])
  }

  /// Takes the first message; nil if none waits.
  package mutating func popFirst() -> Message? {
    while head < messages.count {
      let message = messages[head].take()
      head += 1
      guard let message else {
        gaps -= 1
        continue
      }
      let weight = message.weight
      bytes -= weight
      if message.isPassing {
        passing.removeFirst()
        passingBytes -= weight
      }
      if head > 64, head > messages.count / 2 { close() }
      return message
    }
    // Frees the memory of a flood.
    messages.removeAll(keepingCapacity: messages.count <= 1024)
    head = 0
    return nil
  }

  /// Removes the gaps, because the list would otherwise grow although its content does not.
  private mutating func close() {
    var moved: [Int] = []
    moved.reserveCapacity(messages.count)
    var count = 0
    for message in messages {
      moved.append(count)
      if message != nil { count += 1 }
    }
    messages.removeAll { $0 == nil }
    for index in passing.indices { passing[index] = moved[passing[index]] }
    head = 0
    gaps = 0
  }
}

extension Message {
  /// Whether no caller waits for it.
  var isPassing: Bool {
    switch self {
    case .event, .progress: true
    case .call, .answer, .item, .credit, .cancel: false
    }
  }

  /// Whether it ends or grants something and holds next to nothing: it is never refused.
  var isShort: Bool {
    switch self {
    case .answer(_, .failure(let error)): error.weight <= 1024
    case .credit, .cancel: true
    case .call, .answer, .item, .progress, .event: false
    }
  }
}
