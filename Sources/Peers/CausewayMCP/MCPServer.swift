public import Causeway
public import CausewayProcess

/// Offers the methods of a bridge as tools over the Model Context Protocol.
///
///     var configuration = MCPConfiguration()
///     configuration.code = ProcessConfiguration()      // the tool `run_code`
///     let server = MCPServer(bridge: bridge, permissions: ["orders.*"], configuration: configuration)
///     let session = server.session()
///     session.receive(message) { answer in if let answer { send(answer) } }
///
/// A tool is a method that the permissions allow. `run_code` runs TypeScript in a confined child, with the same
/// permissions. All methods may be called on any thread.
public final class MCPServer: Sendable {
  /// The supported revisions of the protocol, newest first.
  public static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  let bridge: Bridge
  let permissions: Permissions
  let configuration: MCPConfiguration
  let runner: CodeRunner?

  /// Creates a server without sessions.
  ///
  /// - Parameter permissions: the methods that are offered as tools, and that the code of `run_code` may call.
  public init(bridge: Bridge, permissions: Permissions, configuration: MCPConfiguration = MCPConfiguration()) {
    self.bridge = bridge
    self.permissions = permissions
    self.configuration = configuration
    runner = configuration.code.map {
      CodeRunner(process: $0, bridge: bridge, permissions: permissions, configuration: configuration)
    }
  }

  /// Creates a session for one client; close it when the client disconnects.
  ///
  /// Its tools are the methods that the bridge has now.
  public func session() -> MCPSession { MCPSession(self) }
}

/// The configuration of an ``MCPServer``; every property has a default.
public struct MCPConfiguration: Sendable {
  /// The name that the server reports to clients.
  public var name = "causeway"
  /// The version that the server reports to clients.
  public var version = "1.0.0"
  /// The time limit for a call or a run of code; 60 seconds.
  public var timeout = Duration.seconds(60)
  /// The child that runs the code of `run_code`, with its limits; nil for a server without that tool.
  ///
  /// Its modules and its console are replaced.
  public var code: ProcessConfiguration?
  /// The maximum number of concurrent runs of code in all sessions; 4.
  public var runs = 4
  /// The maximum number of concurrent requests of a session; 64.
  public var requests = 64
  /// The maximum size of a client's message in bytes; 4 MiB.
  ///
  /// The unanswered messages of a session may have twice as many bytes in total.
  public var messageBytes = 4 << 20
  /// The maximum size of a result's JSON in bytes; 1 MiB.
  ///
  /// A larger result is replaced by an error, because a model cannot read it.
  public var resultBytes = 1 << 20
  /// The maximum console output in the result of a run of code, in bytes; 64 KiB.
  ///
  /// The rest is counted and dropped.
  public var logBytes = 64 << 10

  /// Creates the default configuration, without `run_code`.
  public init() {}
}
