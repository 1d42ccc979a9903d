import Causeway
import StandardStreams

/// The activity of a bridge as lines of text.
struct ActivityTable {
  let activity: BridgeActivity
  let style: Style

  /// All lines.
  ///
  /// - Parameter rows: lists at most so many calls and methods altogether; nil for all.
  func lines(rows: Int? = nil) -> [String] {
    // Methods get what calls leave, but at least half.
    let half = (rows ?? .max) / 2
    let shownCalls = min(activity.calls.count, rows.map { max(half, $0 - activity.methods.count) } ?? .max)
    let shownMethods = min(activity.methods.count, rows.map { $0 - shownCalls } ?? .max)
    var lines = [summary]
    lines += section("connections", connections, of: activity.connections.count)
    lines += section("calls", calls(shownCalls), of: openCalls)
    lines += section("methods", methods(shownMethods), of: activity.methods.count)
    return lines
  }

  /// How many lines there are apart from calls and methods.
  static func fixedLines(of activity: BridgeActivity) -> Int { 1 + min(activity.connections.count, most) + 3 * 3 }

  /// Connections that are listed.
  private static let most = 5

  private var openCalls: Int {
    activity.connections.reduce(0) { $0 + $1.statistics.running + $1.statistics.pending }
  }

  private var summary: String {
    let dropped = activity.connections.reduce(0) { $0 + $1.statistics.dropped }
    let streams = activity.calls.count { $0.stream != nil }
    return style.strong("\(openCalls) \(openCalls == 1 ? "call" : "calls") in flight")
      + style.faint(", \(streams) of them streams; \(dropped) \(dropped == 1 ? "event" : "events") dropped")
  }

  private func section(_ title: String, _ table: TextTable, of count: Int) -> [String] {
    guard !table.rows.isEmpty else { return ["", style.strong("No \(title)")] }
    let more = count - table.rows.count
    let title = style.strong(title.prefix(1).uppercased() + title.dropFirst())
    return ["", more > 0 ? title + style.faint(" (and \(more) more)") : title] + table.lines(style)
  }

  private var connections: TextTable {
    TextTable(
      headers: ["#", "NAME", "CALLS", "IN", "OUT", "LATE", "DROPPED", "BYTES", "EVENTS"],
      rows: activity.connections.prefix(ActivityTable.most).map { connection -> [TextTable.Cell] in
        let statistics = connection.statistics
        return [
          .init("\(connection.number)"), .init(connection.name.shortened(to: 24)), .init("\(statistics.calls)"),
          .init("\(statistics.running)"), .init("\(statistics.pending)"), .init("\(statistics.late)"),
          .init("\(statistics.dropped)", statistics.dropped > 0 ? .warning : .plain),
          .init("\(statistics.bytesInFlight)"),
          .init(connection.subscriptions.joined(separator: " ").shortened(to: 60)),
        ]
      })
  }

  private func calls(_ most: Int) -> TextTable {
    TextTable(
      headers: ["ID", "METHOD", "AGE", "LEFT", "CREDIT", "WAITING", "LINE"],
      rows: activity.calls.prefix(most).map { call -> [TextTable.Cell] in
        let age = call.age.map(ActivityTable.time) ?? "-"
        let left = call.timeRemaining.map(ActivityTable.time) ?? "-"
        let isLate = call.timeRemaining.map { $0 < 1 } ?? false
        let credit = call.stream.map { String($0.credit) } ?? "-"
        let waiting = call.stream.map { String($0.waiting) } ?? "-"
        let line = call.location?.printable ?? (call.isOutgoing ? "(Swift)" : "-")
        return [
          .init(call.id), .init(call.method.shortened(to: 32)), .init(age), .init(left, isLate ? .warning : .plain),
          .init(credit), .init(waiting), .init(line, .faint),
        ]
      })
  }

  private func methods(_ most: Int) -> TextTable {
    TextTable(
      headers: ["METHOD", "", "CALLS", "P50", "P99", "LONGEST", "FAILURES"],
      rows: activity.methods.prefix(max(0, most)).map { method -> [TextTable.Cell] in
        let failures = method.failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
          .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        return [
          .init(method.name.shortened(to: 32)), .init(method.isOutgoing ? "out" : "in", .faint),
          .init("\(method.calls)"), .init(ActivityTable.time(method.p50)), .init(ActivityTable.time(method.p99)),
          .init(ActivityTable.time(method.longest)),
          .init(failures.shortened(to: 60), .bad),
        ]
      })
  }

  /// A time in two or three digits: `12µs`, `3.4ms`, `250ms`, `2.5s`, `14s`, `3m20s`, `5h02m`.
  static func time(_ seconds: Double) -> String {
    let seconds = min(max(0, seconds), 3.6e8)
    let whole = Int(seconds.rounded())
    func digits(_ value: Double) -> String {
      let tenths = Int((value * 10).rounded())
      return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
    }
    func two(_ value: Int) -> String { (value < 10 ? "0" : "") + "\(value)" }
    switch seconds {
    case ..<0.000_999_5: return "\(Int((seconds * 1e6).rounded()))µs"
    case ..<0.999_5: return digits(seconds * 1000) + "ms"
    case ..<59.5: return digits(seconds) + "s"
    case ..<3599.5: return "\(whole / 60)m\(two(whole % 60))s"
    default: return "\(whole / 3600)h\(two(whole / 60 % 60))m"
    }
  }
}
