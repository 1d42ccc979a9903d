import ArgumentParser
import Causeway
import CausewayChild
import Foundation

@main struct CausewayBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "causeway-bench", abstract: "Compares Causeway with plain C over the same engine.",
    subcommands: [Compare.self, Profile.self, Memory.self], defaultSubcommand: Compare.self)

  /// Serves, if this process is the child of a measurement.
  static func main() async {
    await JavaScriptChild.serveIfRequested()
    await main(nil)
  }
}

struct Compare: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Measures, and prints a table with ratios, ours / C.")

  @Flag(help: "One short round of each, as a functional check.") var quick = false
  @Option(help: "The number of paired rounds of each measurement; the median is printed.") var rounds = 5
  @Option(help: "Only measurements whose name contains this.") var filter: String?
  @Option(help: "Also write the rows as JSON.") var json: String?
  @Option(help: "Also measure other bridges with the scripts in this folder.") var peers: String?

  func validate() throws {
    if rounds < 1 { throw ValidationError("--rounds is a number above 0.") }
  }

  func run() async throws {
    let session = Session(quick: quick, rounds: rounds, filter: filter)
    let depths = [1, 16, 256, 4096]
    await session.numbers(depths: depths)
    await session.flatness()
    await session.objects(depths: depths)
    #if Macros
    await session.plugins()
    await session.exportedClasses()
    #endif
    await session.handlersInJavaScript(depths: depths)
    await session.streams()
    await session.events()
    await session.synchronousCalls()
    await session.apple()
    await session.runtimes()
    await session.starts()
    await session.processes()
    await session.floors()
    await session.pools()
    await session.memory(calls: quick ? 20_000 : 1_000_000)
    if let peers { await session.peers(in: URL(fileURLWithPath: peers)) }
    if let json { try Data(Table.json(session.rows).utf8).write(to: URL(fileURLWithPath: json)) }
    if session.failures > 0 { throw ExitCode.failure }
  }
}

struct Profile: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs one loop of one side and nothing else, for perf or callgrind.")

  @Option(
    help: """
      A method of the driver's: number, async, later, concurrent, sample, records, bytes; number.within in C; handler, \
      which Swift calls, and items, which it takes.
      """)
  var method = "number"
  @Option(help: "The kind of value, as driver.js has them: number, struct, 1 KB, 1,000 rows.") var kind = "number"
  @Option(help: "Calls in flight.") var depth = 1
  @Option(help: "Calls in all.") var count = 1_000_000
  @Flag(help: "The host in plain C instead of ours.") var plain = false

  func run() async throws {
    let loop = "bench.run('\(method)', '\(kind)', \(depth), \(count))"
    if plain { return print(try PlainHost().run(loop), "ns") }
    let ours = try await OurHost()
    let time =
      switch method {
      case "handler": try await ours.awaitHandler(inFlight: depth, count: count)
      case "items": try await ours.takeItems(count: count, window: depth)
      default: try await ours.run(loop)
      }
    print(time, "ns")
    await ours.close()
  }
}
