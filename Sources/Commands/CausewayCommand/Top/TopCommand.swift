import ArgumentParser
import Causeway
import Glibc
import StandardStreams

#if NATS
import CausewayNATS
#endif

/// `causeway top`: shows the calls of a running program's bridge, or of all workers of a prefix.
struct TopCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Show the calls of a running program, or of a fleet.",
    discussion: """
      The program has to allow it, with causeway run --top or an ActivityServer. The output lists the open calls and \
      streams with their age, the time left until their deadline and the line of JavaScript that made them, then the \
      methods with their latencies. With --nats, the calls of all workers of a prefix are added up by method. A terminal \
      is refreshed until q or Ctrl-C; otherwise the state is printed once, unless --interval is given.
      """)

  @Flag(help: "Print JSON, one line for each refresh.")
  var json = false

  @Option(help: ArgumentHelp("The time between two refreshes.", valueName: "seconds"))
  var interval: Double?

  @Option(help: ArgumentHelp("Cancel the call or stream with this ID, and exit.", valueName: "id"))
  var cancel: String?

  @OptionGroup var nats: NATSServerOptions

  @Argument(help: ArgumentHelp("The program's process ID, or the path of its socket.", valueName: "pid-or-socket"))
  var target: String?

  func validate() throws {
    guard nats.isGiven != (target != nil) else {
      throw ValidationError("Pass the process ID or the socket of a program, or the servers of a fleet with --nats.")
    }
    if nats.isGiven, cancel != nil { throw ValidationError("--cancel needs a program, not a fleet.") }
    if let interval, !(interval >= 0.05 && interval <= 86_400) {
      throw ValidationError("--interval takes seconds, from 0.05 to 86400, such as 0.5.")
    }
  }

  func run() async throws {
    if let target { try await showProgram(target) } else { try await showFleet() }
  }

  private func showProgram(_ target: String) async throws {
    do {
      let client = try ActivityClient(to: target)
      defer { client.close() }
      if let cancel {
        guard try await client.cancel(cancel) else {
          throw BridgeError(.notFound, "There is no open call \(cancel).")
        }
      } else {
        let help = "q quits; causeway top --cancel ID cancels a call"
        try await show(client.read, help) { activity, rows in
          let table = ActivityTable(activity: activity, style: .standardOutput)
          return table.lines(rows: rows.map { max(2, $0 - ActivityTable.fixedLines(of: activity) - 1) })
        }
      }
    } catch let error as BridgeError {
      let message =
        switch error.code {
        case .deadlineExceeded: "The program does not answer."
        case .unavailable: "The program closed the connection: it has ended, or has eight viewers already."
        default: error.message
        }
      Terminal.reportError("causeway: \(message.printable)")
      throw ExitCode.failure
    }
  }

  /// Shows what `read` returns, on the screen or as text.
  ///
  /// - Parameter lines: the lines of a state, for a screen of so many rows or without a limit.
  private func show<State: Encodable>(
    _ read: @escaping () async throws -> State, _ help: String, _ lines: @escaping (State, Int?) -> [String]
  ) async throws {
    if Terminal.isOutputTerminal, !json {
      return try await TopScreen(interval: interval ?? 1, help: help, read: read) { lines($0, $1) }.run()
    }
    while true {
      let state = try await read()
      Terminal.printLine(json ? try TerminalJSON.line(state) : lines(state, nil).joined(separator: "\n"))
      guard let interval else { return }
      try await Task.sleep(for: .seconds(interval))
      if !json { Terminal.printLine("") }
    }
  }

  private func showFleet() async throws {
    try nats.require(for: "top --nats")
    #if NATS
    try await NATSServerOptions.reportingErrors {
      let client = try await nats.connect()
      var shown: (fleet: NATSFleet, time: ContinuousClock.Instant)?
      try await show({ try await NATSFleet.read(nats.prefix, on: client) }, "q quits") { fleet, rows in
        let now = ContinuousClock.now
        let earlier = shown.map { ($0.fleet, ($0.time.duration(to: now)) / .seconds(1)) }
        shown = (fleet, now)
        let table = FleetTable(fleet: fleet, earlier: earlier, style: .standardOutput)
        return table.lines(rows: rows.map { max(2, $0 - table.fixedLines) })
      }
    }
    #endif
  }
}
