#if NATS
import CausewayNATS
import StandardStreams

/// The calls of a prefix's workers, as lines of text.
struct FleetTable {
  let fleet: NATSFleet
  /// An earlier look, and the seconds since: rates are known then.
  let earlier: (fleet: NATSFleet, seconds: Double)?
  let style: Style

  /// Workers that are listed.
  private static let most = 20

  /// - Parameter rows: lists at most so many methods; nil for all.
  func lines(rows: Int? = nil) -> [String] {
    let count = fleet.workers.count
    let head = style.strong("\(count) \(count == 1 ? "worker" : "workers") of \(fleet.prefix.printable)")
    var lines = [head + style.faint(", \(calls(fleet.methods)) calls\(rate(fleet, earlier?.fleet))")]
    guard count > 0 else { return lines }
    lines += ["", style.strong("Workers")] + workers.lines(style)
    let shown = fleet.methods.prefix(rows ?? .max)
    lines += ["", style.strong("Methods")] + methods(Array(shown)).lines(style)
    if shown.count < fleet.methods.count { lines.append(style.faint("and \(fleet.methods.count - shown.count) more")) }
    return lines
  }

  /// How many lines there are apart from methods.
  var fixedLines: Int { 8 + min(fleet.workers.count, FleetTable.most) }

  private var workers: TextTable {
    TextTable(
      headers: ["ID", "VERSION", "SINCE", "CALLS", "ERRORS"],
      rows: fleet.workers.prefix(FleetTable.most).map { worker in
        let errors = worker.methods.reduce(0) { $0 + $1.errors }
        return [
          .init(worker.id.shortened(to: 28)), .init(worker.version.shortened(to: 16)),
          .init(worker.started.shortened(to: 24)), .init(calls(worker.methods)),
          .init(FleetTable.number(errors), errors > 0 ? .warning : .plain),
        ]
      })
  }

  private func methods(_ methods: [NATSFleet.Method]) -> TextTable {
    TextTable(
      headers: ["METHOD", "CALLS", "", "AVERAGE", "ERRORS", "LAST ERROR"],
      rows: methods.map { method in
        let before = earlier?.fleet.methods.first { $0.name == method.name }
        let average = method.calls > 0 ? ActivityTable.time(method.processingTime / method.calls) : "-"
        return [
          .init(method.name.shortened(to: 32)), .init(FleetTable.number(method.calls)),
          .init(perSecond(method.calls, before?.calls), .faint), .init(average),
          .init(FleetTable.number(method.errors), method.errors > 0 ? .warning : .plain),
          .init(method.lastError.shortened(to: 60), .bad),
        ]
      })
  }

  private func calls(_ methods: [NATSFleet.Method]) -> String {
    FleetTable.number(methods.reduce(0) { $0 + $1.calls })
  }

  private func rate(_ now: NATSFleet, _ before: NATSFleet?) -> String {
    func sum(_ fleet: NATSFleet) -> Double { fleet.methods.reduce(0) { $0 + $1.calls } }
    let rate = perSecond(sum(now), before.map(sum))
    return rate.isEmpty ? "" : ", \(rate)"
  }

  /// Calls a second since the earlier look; empty without one.
  ///
  /// A worker that has gone takes its calls with it.
  private func perSecond(_ calls: Double, _ before: Double?) -> String {
    guard let before, let seconds = earlier?.seconds, seconds > 0 else { return "" }
    return "\(FleetTable.number(max(0, (calls - before) / seconds)))/s"
  }

  private static func number(_ value: Double) -> String { String(Int64(min(max(0, value.rounded()), 9e18))) }
}
#endif
