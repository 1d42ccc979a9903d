import Causeway

/// The differences between two recordings, without ids and times.
public struct RecordingDifference: Error, Sendable, CustomStringConvertible {
  /// The differences, each with the message before it: `-` for messages only in the golden recording, `+` for new ones,
  /// `~` with the paths of changed values.
  public let description: String
}

extension Recording {
  /// Checks that the recording has the same messages as a golden recording, in the same order.
  ///
  /// Ids, times, deadlines and stacks are ignored; so is the order of names in an object, and of the members of a map or a set.
  ///
  /// - Throws: ``RecordingDifference``.
  public func requireSame(as golden: Recording) throws(RecordingDifference) {
    let (old, new) = (golden.lines, lines)
    let difference = new.difference(from: old)
    if difference.isEmpty { return }
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var report: [String] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      let (left, right) = (i, j)
      while removed.contains(i) { i += 1 }
      while inserted.contains(j) { j += 1 }
      if i == left, j == right {
        (i, j) = (i + 1, j + 1)
        continue
      }
      if left > 0, removed.contains(left - 1) == false { report.append("  " + old[left - 1].text) }
      report += RecordedContent.changes(from: Array(old[left..<i]), to: Array(new[right..<j]))
    }
    let count =
      "\(removed.count) of \(old.count) messages are missing or changed, \(inserted.count) of \(new.count) are new"
    throw RecordingDifference(description: ([count + ":"] + report).joined(separator: "\n"))
  }

  private var lines: [RecordedContent] {
    struct Key: Hashable {
      let isSent: Bool
      let id: CallID
    }
    var names: [Key: String] = [:]
    var counts: [String: Int] = [:]
    return entries.map { entry in
      func name(_ id: CallID, asksOwn: Bool) -> String {
        names[Key(isSent: entry.isSent == asksOwn, id: id)] ?? "an earlier call"
      }
      func content(_ what: String, _ value: BridgeValue = .undefined) -> RecordedContent {
        RecordedContent(head: (entry.isSent ? "> " : "< ") + what, value: value)
      }
      func value(_ payload: Payload) -> BridgeValue { (try? payload.value()) ?? .undefined }
      switch entry.message {
      case .call(let request):
        let count = (counts["\(entry.isSent) \(request.method)"] ?? 0) + 1
        counts["\(entry.isSent) \(request.method)"] = count
        let name = count == 1 ? request.method : "\(request.method) #\(count)"
        names[Key(isSent: entry.isSent, id: request.id)] = name
        return content("call \(name)", value(request.params))
      case .answer(let id, .success(let payload)): return content("answer \(name(id, asksOwn: false))", value(payload))
      case .answer(let id, .failure(let error)):
        let failure: BridgeValue = [
          "code": .string(error.code.rawValue), "message": .string(error.message), "data": error.data ?? .undefined,
        ]
        return content("error \(name(id, asksOwn: false))", failure)
      case .progress(let id, let payload): return content("progress \(name(id, asksOwn: false))", value(payload))
      case .item(let id, let payload): return content("item \(name(id, asksOwn: false))", value(payload))
      case .credit(let id, let count):
        return content("credit \(name(id, asksOwn: true))", .number(Double(count)))
      case .cancel(let id, _): return content("cancel \(name(id, asksOwn: true))")
      case .event(let event, let payload): return content("event \(event)", value(payload))
      }
    }
  }
}

extension BridgeValue {
  /// The same value in one order: a dictionary or a set of Swift's has another one in each process.
  fileprivate var sorted: BridgeValue {
    switch self {
    case .object(let object):
      var sorted = BridgeObject()
      for name in object.keys.sorted() { sorted[name] = object[name]?.sorted }
      return .object(sorted)
    case .array(let elements): return .array(elements.map(\.sorted))
    case .map(let pairs):
      return .map(BridgeValue.ordered(pairs.map { BridgePair($0.key.sorted, $0.value.sorted) }, by: \.key))
    case .set(let elements): return .set(BridgeValue.ordered(elements.map(\.sorted), by: \.self))
    default: return self
    }
  }

  private static func ordered<Element>(_ elements: [Element], by key: KeyPath<Element, BridgeValue>) -> [Element] {
    elements.map { (text: $0[keyPath: key].wireText, element: $0) }.sorted { $0.text < $1.text }.map(\.element)
  }
}

/// The content of a message, without its id and its time.
struct RecordedContent: Equatable {
  let head: String
  /// As it was recorded.
  private let value: BridgeValue
  private let sorted: BridgeValue

  init(head: String, value: BridgeValue) {
    self.head = head
    self.value = value
    sorted = value.sorted
  }

  var text: String { value == .undefined ? head : "\(head) \(RecordedContent.short(value))" }

  static func == (one: RecordedContent, other: RecordedContent) -> Bool {
    one.head == other.head && one.sorted == other.sorted
  }

  /// The report of one run of changes: messages with the same header are reported as changed.
  static func changes(from old: [RecordedContent], to new: [RecordedContent]) -> [String] {
    var new = new
    var report: [String] = []
    for content in old {
      if let index = new.firstIndex(where: { $0.head == content.head }) {
        report.append("~ " + content.head)
        report += differences(content.sorted, new[index].sorted, "").prefix(8).map { "    " + $0 }
        new.remove(at: index)
      } else {
        report.append("- " + content.text)
      }
    }
    return report + new.map { "+ " + $0.text }
  }

  /// The paths at which two values differ, with the values.
  private static func differences(_ old: BridgeValue, _ new: BridgeValue, _ path: String) -> [String] {
    if old == new { return [] }
    switch (old, new) {
    case (.object(let left), .object(let right)):
      let names = left.keys + right.keys.filter { left[$0] == nil }
      return names.flatMap { name in
        differences(left[name] ?? .undefined, right[name] ?? .undefined, path.isEmpty ? name : "\(path).\(name)")
      }
    case (.array(let left), .array(let right)):
      return (0..<max(left.count, right.count)).flatMap { index in
        differences(
          index < left.count ? left[index] : .undefined, index < right.count ? right[index] : .undefined,
          "\(path)[\(index)]")
      }
    case (.undefined, _): return ["\(named(path)) is new: \(short(new))"]
    case (_, .undefined): return ["\(named(path)) is missing: it was \(short(old))"]
    default: return ["\(named(path)) was \(short(old)), is \(short(new))"]
    }
  }

  private static func named(_ path: String) -> String { path.isEmpty ? "the value" : path }

  private static func short(_ value: BridgeValue) -> String {
    let text = value.wireText
    return text.count <= 160 ? text : text.prefix(157) + "..."
  }
}
