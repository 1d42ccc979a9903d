import FoundationEssentials
import JavaScriptModules
import JavaScriptRuntime
import JavaScriptSyntax

/// Snapshots that become arguments of calls in the source of a test file.
struct InlineSnapshots {
  private struct Snapshot: Decodable {
    let line: Int
    let column: Int
    let text: String
    /// Whether the call has a snapshot, which is replaced.
    let isReplaced: Bool
  }

  private struct Edit {
    let range: Range<Int>
    let text: String
  }

  private static let matchers: Set<String> = ["toMatchInlineSnapshot", "toThrowErrorMatchingInlineSnapshot"]

  private let snapshots: [Snapshot]

  /// - Parameter json: a list of objects with `line`, `column`, `text` and `isReplaced`.
  init(json: String) throws(TestSnapshotError) {
    guard let snapshots = try? JSONDecoder().decode([Snapshot].self, from: Data(json.utf8)) else {
      throw TestSnapshotError("The list of inline snapshots is not valid.")
    }
    self.snapshots = snapshots
  }

  /// The source with the snapshots in it.
  func edited(_ source: String, path: String) throws(TestSnapshotError) -> String {
    var bytes = Array(source.utf8)
    let calls = ProgramText.methodCalls(of: InlineSnapshots.matchers, in: bytes, path: path)
    var edits: [Int: Edit] = [:]
    for snapshot in snapshots {
      guard let call = call(of: snapshot, in: calls) else {
        throw TestSnapshotError(
          "Line \(snapshot.line) has no call of toMatchInlineSnapshot: call it in the test file itself, by its name.")
      }
      let literal = InlineSnapshots.literal(snapshot.text, indentation: InlineSnapshots.indentation(bytes, call.end))
      let edit =
        if let range = call.literal { Edit(range: range, text: literal) } else {
          Edit(range: call.end..<call.end, text: (call.hasArguments ? ", " : "") + literal)
        }
      if let other = edits.updateValue(edit, forKey: call.end), other.text != edit.text {
        throw TestSnapshotError("Line \(snapshot.line): the same call has more than one snapshot.")
      }
    }
    for edit in edits.values.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The call on the line of a snapshot; without one the next call.
  ///
  /// Columns may be larger than those in the source, because imported names are rewritten, but their order is the same.
  private func call(of snapshot: Snapshot, in calls: [MethodCall]) -> MethodCall? {
    let fitting = calls.filter { ($0.literal != nil) == snapshot.isReplaced }
    let onLine = fitting.filter { $0.position.line == snapshot.line }
    let others = snapshots.filter { $0.line == snapshot.line && $0.isReplaced == snapshot.isReplaced }
    let columns = Set(others.map(\.column)).sorted()
    if columns.count == onLine.count, let index = columns.firstIndex(of: snapshot.column) { return onLine[index] }
    return onLine.last { $0.position.column <= snapshot.column } ?? onLine.first
      ?? fitting.first { $0.position.line > snapshot.line }
  }

  /// The blank space at the beginning of the line of an offset.
  private static func indentation(_ bytes: [UInt8], _ offset: Int) -> String {
    let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let blank = bytes[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return String(decoding: blank, as: UTF8.self)
  }

  /// A template literal, whose lines are indented by one step more than the line of the call.
  private static func literal(_ text: String, indentation: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("`", with: "\\`").replacing("${", with: "\\${")
    var lines = escaped.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count > 2, lines.first == "", lines.last == "" else { return "`\(escaped)`" }
    let step = indentation.contains("\t") ? "\t" : "  "
    for index in lines.indices.dropFirst().dropLast() where !lines[index].isEmpty {
      lines[index] = indentation + step + lines[index]
    }
    lines[lines.count - 1] = indentation
    return "`\(lines.joined(separator: "\n"))`"
  }
}
