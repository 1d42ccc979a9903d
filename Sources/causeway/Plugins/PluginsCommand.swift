import ArgumentParser
import Causeway

/// `causeway plugins`: what a program may call, and what it must be allowed.
struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins", abstract: "Show what a program may call, and the permission that each takes.")

  @OptionGroup var lending: LendingOptions

  func run() throws {
    let allowed = lending.permissions
    let rows = try lending.bridge().description.members.map { member -> [TextTable.Cell] in
      let isAllowed = allowed.allows(member.permission)
      return [
        .init(member.name), .init(member.kind.rawValue), .init(member.permission), .init(isAllowed ? "yes" : "no"),
        .init(member.summary),
      ]
    }
    let table = TextTable(heads: ["Name", "Kind", "Permission", "Allowed", ""], rows: rows)
    for line in table.lines(Style.standardOutput) { Terminal.show(line) }
  }
}
