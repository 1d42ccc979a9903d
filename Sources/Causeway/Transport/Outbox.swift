import DequeModule

/// Messages that wait until the other side has time for them.
///
/// Answers, items and requests are bounded by what was asked for. Events and progress are not: while a script keeps the
/// other side busy they would gather without end, so beyond `limit` the oldest of them gives way.
package struct Outbox {
  /// Events and progress that may wait.
  package let limit: Int
  private var messages: [Message?] = []
  private var passing: Deque<Int> = []
  private var gaps = 0

  package init(limit: Int) { self.limit = max(1, limit) }

  package var isEmpty: Bool { messages.count == gaps }
  /// The places that the list takes, gaps included.
  package var count: Int { messages.count }

  /// Adds a message and returns the one that gave way to it, if one did.
  package mutating func append(_ message: Message) -> Message? {
    switch message {
    case .event, .progress: passing.append(messages.count)
    case .call, .answer, .item, .credit, .cancel: break
    }
    messages.append(message)
    guard passing.count > limit else { return nil }
    let oldest = passing.removeFirst()
    defer {
      messages[oldest] = nil
      gaps += 1
      if gaps > limit { close() }
    }
    return messages[oldest]
  }

  /// Takes everything, in the order in which it came; nil stands where a message gave way.
  package mutating func removeAll() -> [Message?] {
    defer { self = Outbox(limit: limit) }
    return messages
  }

  /// Closes the gaps, or the list would grow although what it holds does not.
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
    gaps = 0
  }
}
