import ArgumentParser
import Causeway

/// `causeway plugins`: the methods that a program may call, with their permissions.
struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins", abstract: "Show the methods that a program may call, with their permissions.")

  @OptionGroup var permissionOptions: PermissionOptions

  func run() throws {
    let permissionOptions = try permissionOptions.resolved()
    let allowed = permissionOptions.permissions
    let rows = try permissionOptions.bridge().description.members.map { member -> [TextTable.Cell] in
      let isAllowed = allowed.allows(member.permission)
      return [
        .init(member.name), .init(member.kind.rawValue), .init(member.permission), .init(isAllowed ? "yes" : "no"),
        .init(member.summary),
      ]
    }
    let table = TextTable(headers: ["Name", "Kind", "Permission", "Allowed", ""], rows: rows)
    for line in table.lines(Style.standardOutput) { Terminal.printLine(line) }
  }
}
