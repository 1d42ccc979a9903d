import ArgumentParser
import Glibc
import LinuxNetwork

/// `causeway network`: what JavaScript gets from `bridge.plugins.network`, without JavaScript.
struct NetworkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "network",
    abstract: "Show this machine's network, as JavaScript sees it.",
    subcommands: [Status.self, Watch.self, WiFi.self],
    defaultSubcommand: Status.self)

  struct Format: ParsableArguments {
    @Flag(help: "Print JSON, as JavaScript gets it.")
    var json = false
  }

  /// `causeway network status`.
  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show interfaces, addresses, routes and name servers.")
    @OptionGroup var format: Format

    func run() async throws {
      try await NetworkCommand.answer {
        let status = try NetworkReader().status()
        try Terminal.show(format.json ? TerminalJSON.pretty(status) : StatusTable(status).text)
      }
    }
  }

  /// `causeway network watch`.
  struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show the status, then each change until Ctrl-C.")
    @OptionGroup var format: Format

    func run() async throws {
      try await NetworkCommand.answer {
        Output.standardOutput.endWithReader()
        var last: NetworkStatus?
        for try await status in NetworkReader().changes() {
          if format.json {
            try Terminal.show(TerminalJSON.line(status))
          } else if let last {
            let changes = StatusDifference(from: last, to: status).changes
            Terminal.show(DifferenceTable(changes: changes, time: DifferenceTable.clockTime).text)
          } else {
            Terminal.show(StatusTable(status).text + "\n\n" + DifferenceTable.heads())
          }
          last = status
        }
      }
    }
  }

  /// `causeway network wifi`.
  struct WiFi: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "wifi", abstract: "Show the WiFi network that this machine is a member of.")
    @OptionGroup var format: Format
    @Flag(help: "Show the access points that the kernel has seen, instead of the connection.")
    var scan = false
    @Flag(help: "Look for access points anew; needs CAP_NET_ADMIN.")
    var trigger = false

    func run() async throws {
      try await NetworkCommand.answer {
        if scan || trigger {
          let points = trigger ? try await NetworkReader().scan() : try NetworkReader().accessPoints()
          return try Terminal.show(format.json ? TerminalJSON.pretty(points) : ScanTable(points: points).text)
        }
        let status = try NetworkReader().wifiStatus()
        try Terminal.show(format.json ? TerminalJSON.pretty(status) : WiFiTable(status).text)
      }
    }
  }

  /// Does what was asked; what the kernel refuses ends with 1 and one line.
  private static func answer(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as NetworkError {
      Terminal.complain("causeway: \(error.description.printable)")
      throw ExitCode.failure
    }
  }

}
