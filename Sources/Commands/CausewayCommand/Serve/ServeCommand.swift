import ArgumentParser
import Causeway
import CommandOptions

/// `causeway serve`: offers a program's handlers to callers on other machines.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Offer a program's handlers to other machines, over NATS.",
    discussion: """
      The methods that the program's top level registers with bridge.handle are offered as PREFIX.METHOD, until Ctrl-C. \
      Programs that serve the same prefix share the calls. causeway call calls the methods.
      """)

  @OptionGroup var nats: NATSServerOptions

  @Option(help: ArgumentHelp("The queue group whose members share the calls.", valueName: "name"))
  var queue = "workers"

  @Option(
    help: ArgumentHelp("The methods that callers may use, such as orders.*; all by default.", valueName: "list"))
  var offer: [String] = []

  @OptionGroup var permissionOptions: PermissionOptions
  @OptionGroup var modules: ModuleOptions

  @Flag(help: "Replace the program when one of its files changes; the old program finishes its calls in flight.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "How long a handler may compute without a pause before the program is restarted.", valueName: "seconds"))
  var limit = 30.0

  @Argument(help: ArgumentHelp("The program.", valueName: "file"))
  var file: String

  func validate() throws {
    guard limit > 0, limit <= 1e9 else {
      throw ValidationError("--limit takes seconds, over 0 and at most 1000000000, such as 2.5.")
    }
  }

  func run() async throws {
    try nats.require(for: "serve")
    #if NATS
    let offered = offer.listed
    let service = ProgramService(
      file: file, permissionOptions: try modules.resolve(permissionOptions, for: .file(file)), modules: modules,
      isWatched: watch,
      evaluationLimit: .seconds(limit))
    try await NATSServerOptions.reportingErrors {
      try await service.serve(
        on: nats.connect(), as: nats.prefix, queue: queue, permissions: offered.isEmpty ? .all : Permissions(offered))
    }
    #endif
  }
}
