import ArgumentParser
import Glibc
import LinuxNetwork
import StandardStreams

/// `causeway network`: the results of `bridge.plugins.network`, without JavaScript.
struct NetworkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "network",
    abstract: "Show this machine's network.",
    subcommands: [Status.self, Watch.self, WiFi.self],
    defaultSubcommand: Status.self)

  struct Format: ParsableArguments {
    @Flag(help: "Print JSON, as JavaScript receives it.")
    var json = false
  }

  struct Probe: ParsableArguments {
    @Option(
      name: .customLong("probe"),
      help: ArgumentHelp(
        "Detect captive portals with a request to this http: URL, whose server answers with status 204.",
        valueName: "url"))
    var url: String?

    var reader: NetworkReader {
      get throws(NetworkError) {
        if let url { NetworkReader(probe: try ConnectivityProbe(url)) } else { NetworkReader() }
      }
    }
  }

  /// `causeway network status`.
  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show interfaces, addresses, routes and name servers.")
    @OptionGroup var format: Format
    @OptionGroup var probe: Probe

    func run() async throws {
      try await NetworkCommand.answer {
        let status = try await probe.reader.gradedStatus()
        try Terminal.printLine(format.json ? TerminalJSON.pretty(status) : StatusTable(status).text)
      }
    }
  }

  /// `causeway network watch`.
  struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show the status, then each change until Ctrl-C.")
    @OptionGroup var format: Format
    @OptionGroup var probe: Probe

    func run() async throws {
      try await NetworkCommand.answer {
        Output.standardOutput.endWithReader()
        var last: NetworkStatus?
        for try await status in try probe.reader.changes() {
          if format.json {
            try Terminal.printLine(TerminalJSON.line(status))
          } else if let last {
            let changes = StatusDifference(from: last, to: status).changes
            Terminal.printLine(DifferenceTable(changes: changes, time: DifferenceTable.clockTime).text)
          } else {
            Terminal.printLine(StatusTable(status).text + "\n\n" + DifferenceTable.headers())
          }
          last = status
        }
      }
    }
  }

  /// `causeway network wifi`.
  struct WiFi: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "wifi", abstract: "Show the WiFi network that this machine is connected to.")
    @OptionGroup var format: Format
    @Flag(help: "Show the access points in range, instead of the connection.")
    var scan = false
    @Flag(help: "Run a new scan for access points; needs CAP_NET_ADMIN.")
    var trigger = false

    func run() async throws {
      try await NetworkCommand.answer {
        if scan || trigger {
          let points =
            trigger
            ? try await ProgressLine().show("scanning for access points") { try await NetworkReader().scan() }
            : try NetworkReader().accessPoints()
          return try Terminal.printLine(format.json ? TerminalJSON.pretty(points) : ScanTable(points: points).text)
        }
        let status = try NetworkReader().wifiStatus()
        try Terminal.printLine(format.json ? TerminalJSON.pretty(status) : WiFiTable(status).text)
      }
    }
  }

  /// Runs a command; an error of the kernel is one line, with exit status 1.
  private static func answer(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as NetworkError {
      Terminal.reportError("causeway: \(error.description.printable)")
      throw ExitCode.failure
    }
  }

}
