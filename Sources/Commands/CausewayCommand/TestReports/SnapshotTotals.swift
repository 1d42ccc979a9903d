import StandardStreams

/// The numbers of snapshots that a run has changed, and the names of those that no test uses.
struct SnapshotTotals: Sendable {
  private(set) var written = 0
  private(set) var updated = 0
  private(set) var removed = 0
  /// The file and the name of each.
  private(set) var obsolete: [(file: String, name: String)] = []

  private static let longestList = 20

  /// Adds those of a file; repetitions of a file have the same snapshots.
  mutating func add(_ snapshots: TestEvent.Snapshots, of file: TestFileLabel) {
    guard file.repetition ?? 1 == 1 else { return }
    written += snapshots.written
    updated += snapshots.updated
    removed += snapshots.removed
    obsolete += snapshots.obsolete.map { (file.path, $0) }
  }

  /// Lines for people; none if nothing has changed.
  var lines: [String] {
    let counts = [(written, "written"), (updated, "updated"), (removed, "removed"), (obsolete.count, "obsolete")]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
    guard !parts.isEmpty else { return [] }
    var lines = ["Snapshots: \(parts.joined(separator: ", "))."]
    guard !obsolete.isEmpty else { return lines }
    lines.append(
      obsolete.count == 1
        ? "No test uses this snapshot; --update removes it:" : "No test uses these snapshots; --update removes them:")
    lines += obsolete.prefix(SnapshotTotals.longestList).map { "  \($0.file.printable): \($0.name.printable)" }
    if obsolete.count > SnapshotTotals.longestList {
      lines.append("  and \((obsolete.count - SnapshotTotals.longestList).grouped) more")
    }
    return lines
  }
}
