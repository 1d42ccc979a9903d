import Causeway
import DequeModule

/// Maps the messages on a simulated link to their calls: an answer has only an id, but the rules use method names.
struct CallTracker {
  typealias Direction = FaultRule.Direction

  /// The properties of one message that decide its delivery.
  struct MessageInfo: Equatable {
    var direction: Direction
    var kind: FaultRule.Kind
    /// The kind of the message within its call.
    var label: String
    /// The method or the event.
    var method: String
    /// The number of the call among those of its method, or of the event among those of its name; from 1.
    var number: Int
    /// The number of the message among those with this label in its call; from 1.
    var part: Int
    /// The deadline of the call; nil if it has none.
    var deadline: Duration?
    var bytes: Int
    /// Whether it must not be overtaken or duplicated.
    var isOrdered: Bool
  }

  private struct Entry {
    let method: String
    let number: Int
    let deadline: Duration?
    let isStream: Bool
    var parts: [String: Int] = [:]
    /// The arrival of the call's last message, in each direction.
    var lastDue: [Direction: Duration] = [:]
  }

  private struct Key: Hashable {
    let origin: Direction
    let id: CallID
  }

  /// The maximum number of calls; the oldest are evicted, since calls without an answer would stay for ever.
  private static let capacity = 16_384
  private var entries: [Key: Entry] = [:]
  private var order: Deque<Key> = []
  private var numbers: [String: Int] = [:]
  private var eventsDue: [String: Duration] = [:]

  /// Records a message that was sent at `now`.
  mutating func record(_ message: Message, _ direction: Direction, at now: Duration) -> MessageInfo {
    switch message {
    case .call(let request):
      let deadline: Duration? =
        switch request.timeout {
        case .after(let duration): now + duration
        case .standard: now + .seconds(30)
        case .never: nil
        }
      let key = Key(origin: direction, id: request.id)
      if entries.updateValue(
        Entry(
          method: request.method, number: count("call \(direction) \(request.method)"), deadline: deadline,
          isStream: request.credit != nil), forKey: key) == nil
      {
        order.append(key)
        if order.count > CallTracker.capacity { entries[order.removeFirst()] = nil }
      }
      return info(key, .calls, "call", direction, CallTracker.size(request.params) + request.method.utf8.count)
    case .cancel(let id, _): return info(Key(origin: direction, id: id), .calls, "cancel", direction, 0)
    case .credit(let id, _):
      return info(Key(origin: direction, id: id), .calls, "credit", direction, 0, isOrdered: true)
    case .answer(let id, let answer):
      let bytes = if case .success(let payload) = answer { CallTracker.size(payload) } else { 100 }
      return info(Key(origin: direction.opposite, id: id), .answers, "answer", direction, bytes)
    case .progress(let id, let payload):
      return info(Key(origin: direction.opposite, id: id), .answers, "progress", direction, CallTracker.size(payload))
    case .item(let id, let payload):
      return info(
        Key(origin: direction.opposite, id: id), .items, "item", direction, CallTracker.size(payload), isOrdered: true)
    case .event(let name, let payload):
      return MessageInfo(
        direction: direction, kind: .events, label: "event", method: name, number: count("event \(direction) \(name)"),
        part: 1, deadline: nil, bytes: CallTracker.size(payload) + name.utf8.count, isOrdered: true)
    }
  }

  /// Delays a message until the earlier messages of its call (or of its event's name) have arrived.
  mutating func queue(_ message: Message, _ direction: Direction, due: Duration) -> Duration {
    if case .event(let name, _) = message {
      let due = max(due, eventsDue["\(direction) \(name)"] ?? .zero)
      eventsDue["\(direction) \(name)"] = due
      return due
    }
    guard let key = key(of: message, direction), let last = entries[key]?.lastDue[direction] else {
      if let key = key(of: message, direction) { entries[key]?.lastDue[direction] = due }
      return due
    }
    entries[key]?.lastDue[direction] = max(due, last)
    return max(due, last)
  }

  private func key(of message: Message, _ direction: Direction) -> Key? {
    switch message {
    case .call(let request): Key(origin: direction, id: request.id)
    case .cancel(let id, _), .credit(let id, _): Key(origin: direction, id: id)
    case .answer(let id, _), .progress(let id, _), .item(let id, _): Key(origin: direction.opposite, id: id)
    case .event: nil
    }
  }

  private mutating func info(
    _ key: Key, _ kind: FaultRule.Kind, _ label: String, _ direction: Direction, _ bytes: Int, isOrdered: Bool = false
  ) -> MessageInfo {
    entries[key]?.parts[label, default: 0] += 1
    let entry = entries[key]
    return MessageInfo(
      direction: direction, kind: kind, label: label, method: entry?.method ?? "", number: entry?.number ?? 0,
      part: entry?.parts[label] ?? 1, deadline: entry?.deadline, bytes: bytes + 40,
      isOrdered: isOrdered || entry?.isStream == true)
  }

  private mutating func count(_ name: String) -> Int {
    numbers[name, default: 0] += 1
    return numbers[name] ?? 1
  }

  /// The approximate size of a value on a wire, in bytes.
  private static func size(_ payload: Payload) -> Int {
    switch payload {
    case .undefined, .null, .bool: 4
    case .number: 8
    case .string(let string): string.utf8.count + 2
    case .encoded(let encoded): encoded.inText.size
    }
  }
}

extension FaultRule.Direction {
  var opposite: Self { self == .sent ? .received : .sent }
}
