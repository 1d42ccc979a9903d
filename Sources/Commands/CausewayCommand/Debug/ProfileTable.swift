import FoundationEssentials
import JavaScriptInspector
import StandardStreams

/// The functions that took most time, as lines of text.
struct ProfileTable {
  let profile: CPUProfile
  let style: Style

  /// Functions that are listed.
  private static let most = 12

  var lines: [String] {
    let (entries, sum) = profile.entries
    guard sum > .zero else { return [style.strong("No JavaScript ran while samples were taken.")] }
    let folder = FileManager.default.currentDirectoryPath + "/"
    return TextTable(
      headers: ["SELF", "", "TOTAL", "", "FUNCTION", "WHERE"],
      rows: entries.prefix(ProfileTable.most).map { entry -> [TextTable.Cell] in
        let path = entry.url.hasPrefix("file://") ? String(entry.url.dropFirst(7)) : entry.url
        let place = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
        return [
          .init(entry.own.milliseconds), .init(entry.own.percent(of: sum), .faint), .init(entry.total.milliseconds),
          .init(entry.total.percent(of: sum), .faint), .init(entry.name.shortened(to: 40)),
          .init(location(of: entry, place), .faint),
        ]
      }
    ).lines(style) + handlerLines
  }

  private func location(of entry: CPUProfile.Entry, _ path: String) -> String {
    if entry.url == CPUProfile.handlerURL { return "(Swift)" }
    return entry.line > 0 ? "\(path.printable):\(entry.line)" : "(native)"
  }

  /// The handlers of Swift, with the time that they took on the JavaScript thread, and that of later answers.
  private var handlerLines: [String] {
    let handlers = profile.handlerCalls.sorted { ($1.value.order, $0.key) < ($0.value.order, $1.key) }
    if handlers.isEmpty { return [] }
    return [""]
      + TextTable(
        headers: ["CALLS", "TIME", "EACH", "WAITED", "SWIFT HANDLER"],
        rows: handlers.prefix(ProfileTable.most).map { name, calls -> [TextTable.Cell] in
          [
            .init("\(calls.count)"), .init(Duration.nanoseconds(calls.nanoseconds).milliseconds),
            .init("\(calls.nanoseconds / 1000 / Int64(max(1, calls.count))) µs", .faint),
            .init(calls.waited > 0 ? Duration.microseconds(calls.waited).milliseconds : "-"),
            .init(name.printable.shortened(to: 60)),
          ]
        }
      ).lines(style)
  }
}

extension CPUProfile.HandlerCalls {
  /// Handlers with more time come first.
  fileprivate var order: Int64 { nanoseconds + waited * 1000 }
}

extension Duration {
  fileprivate var milliseconds: String { "\(Int(self / .milliseconds(1))) ms" }

  fileprivate func percent(of sum: Duration) -> String { "\(Int(self / sum * 100)) %" }
}
