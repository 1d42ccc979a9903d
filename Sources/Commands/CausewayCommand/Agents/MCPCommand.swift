import ArgumentParser
import Causeway
import CausewayMCP
import CausewayProcess
import CommandOptions
import FoundationEssentials
import StandardStreams

/// `causeway mcp`: offers methods to agents, as tools of the Model Context Protocol.
struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Offer methods to an agent, over the Model Context Protocol.",
    discussion: """
      An agent's host starts this command and talks to it over standard input and output. With --http it listens on this \
      machine instead, and each request needs a token: the one that it prints, or the one in the environment variable \
      CAUSEWAY_MCP_TOKEN. Each method that the permissions allow is a tool. The tool run_code runs TypeScript that calls \
      these methods, in a confined process. causeway plugins, with the same options, lists the methods.
      """)

  @OptionGroup var permissionOptions: PermissionOptions

  @Flag(inversion: .prefixedNo, help: "Offer run_code.")
  var code = true

  @Option(help: ArgumentHelp("How long a call or a run of code may take.", valueName: "seconds"))
  var timeout = 60.0

  @Option(help: ArgumentHelp("The memory limit of a run of code.", valueName: "MiB"))
  var memory = 256

  #if Plugins
  @Option(help: ArgumentHelp("Listen on http://127.0.0.1:PORT/mcp; 0 for a free port.", valueName: "port"))
  var http: UInt16?

  @Option(help: ArgumentHelp("Other sites whose pages may connect, such as https://app.example.", valueName: "list"))
  var allowOrigin: [String] = []
  #endif

  func validate() throws {
    guard timeout > 0, timeout <= 86_400 else {
      throw ValidationError("--timeout takes seconds, over 0 and at most 86400, such as 2.5.")
    }
    guard (64...1 << 20).contains(memory) else { throw ValidationError("--memory takes 64 to 1048576 MiB.") }
  }

  func run() async throws {
    let server: MCPServer
    let permissionOptions = try permissionOptions.resolved()
    do throws(BridgeError) {
      server = MCPServer(
        bridge: try permissionOptions.bridge(), permissions: permissionOptions.permissions,
        configuration: serverConfiguration)
    } catch {
      Terminal.reportError("causeway: \(error.message.printable)")
      throw WrongUsage.exitCode
    }
    #if Plugins
    if let http { return try await serve(server, on: Int(http)) }
    #endif
    await StandardStreamSession(server.session(), serverConfiguration).run()
  }

  private var serverConfiguration: MCPConfiguration {
    var configuration = MCPConfiguration()
    configuration.version = Version.text
    configuration.timeout = .seconds(timeout)
    guard code else { return configuration }
    var process = ProcessConfiguration()
    process.program = .file("/proc/self/exe", arguments: ["child"])
    process.name = "code"
    process.limits.memory = memory << 20
    process.limits.lifetime = .seconds(timeout + 5)
    configuration.code = process
    return configuration
  }

  #if Plugins
  private func serve(_ server: MCPServer, on port: Int) async throws {
    let interrupts = Interrupts()
    let origins = allowOrigin.listed
    let listener: MCPHTTPServer
    do {
      listener = try await MCPHTTPServer(
        server, port: port, token: ProcessInfo.processInfo.environment["CAUSEWAY_MCP_TOKEN"], origins: origins)
    } catch {
      Terminal.reportError("causeway: \(BridgeError(error).message.printable)")
      throw ExitCode.failure
    }
    Terminal.reportError(
      "causeway: Listening on http://127.0.0.1:\(listener.port)/mcp with the token \(listener.token.printable).")
    let serving = Task { try await listener.run() }
    _ = await interrupts.next()
    serving.cancel()
    _ = await serving.result
  }
  #endif
}
