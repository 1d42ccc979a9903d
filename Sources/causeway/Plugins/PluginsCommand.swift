import ArgumentParser
import Causeway

/// `causeway plugins`: what a program may call, and what it must be allowed.
struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins", abstract: "Show what a program may call, and the permission that each takes.")

  func run() {
    let allowed = Permissions.network(and: [])
    let rows = Bridge.withShippedPlugins().description.members.map { member in
      [
        member.name, member.kind.rawValue, member.permission, allowed.allows(member.permission) ? "yes" : "no",
        member.summary,
      ]
    }
    let table = TextTable(heads: ["NAME", "KIND", "PERMISSION", "ALLOWED", ""], rows: rows)
    for line in table.lines(.standardOutput) { Terminal.show(line) }
  }
}
