import FoundationEssentials
import JavaScriptInspector

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
          .init(entry.line > 0 ? "\(place.printable):\(entry.line)" : "(native)", .faint),
        ]
      }
    ).lines(style)
  }
}

extension Duration {
  fileprivate var milliseconds: String { "\(Int(self / .milliseconds(1))) ms" }

  fileprivate func percent(of sum: Duration) -> String { "\(Int(self / sum * 100)) %" }
}
