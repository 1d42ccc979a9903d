import JavaScriptInspector
import StandardStreams

/// The classes that take most of a heap, as lines of text.
struct HeapTable {
  let summary: HeapSummary
  /// An earlier summary to compare with; nil for none.
  var earlier: HeapSummary?
  let style: Style

  /// Classes that are listed.
  private static let most = 20

  private struct Row {
    let name: String
    let new: HeapSummary.Entry
    let old: HeapSummary.Entry

    var growth: Int { new.size - old.size }
  }

  var lines: [String] {
    let none = HeapSummary.Entry.none
    let names = Set(summary.classes.keys).union(earlier.map { Set($0.classes.keys) } ?? [])
    var rows = names.sorted().map { name in
      Row(name: name, new: summary.classes[name] ?? none, old: earlier?.classes[name] ?? none)
    }
    if earlier == nil {
      rows.sort { $0.new.retained > $1.new.retained }
    } else {
      // The classes that have grown most; unchanged classes are omitted.
      rows = rows.filter { $0.new != $0.old }.sorted { $0.growth > $1.growth }
    }
    let total = Row(name: "All values", new: summary.total, old: earlier?.total ?? none)
    let headers = earlier == nil ? ["COUNT", "SIZE", "RETAINED"] : ["COUNT", "", "SIZE", "", "RETAINED", ""]
    return TextTable(headers: headers + ["CLASS"], rows: (rows.prefix(HeapTable.most) + [total]).map(cells))
      .lines(style)
  }

  private func cells(_ row: Row) -> [TextTable.Cell] {
    cells(row.new.count, row.old.count) { "\($0)" } + cells(row.new.size, row.old.size, \.bytes)
      + cells(row.new.retained, row.old.retained, \.bytes) + [TextTable.Cell(row.name.printable)]
  }

  /// A number and, beside an earlier one, the change.
  private func cells(_ new: Int, _ old: Int, _ text: (Int) -> String) -> [TextTable.Cell] {
    guard earlier != nil else { return [TextTable.Cell(text(new))] }
    let change = new == old ? "" : (new > old ? "+" : "-") + text(abs(new - old))
    return [TextTable.Cell(text(new)), TextTable.Cell(change, new > old ? .warning : .good)]
  }
}

extension Int {
  /// As bytes, KiB or MiB.
  fileprivate var bytes: String {
    if self < 10_000 { return "\(self) B" }
    return self < 10_000_000 ? "\(self / 1024) KiB" : "\(self >> 20) MiB"
  }
}
