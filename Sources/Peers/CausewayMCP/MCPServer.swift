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
  /// The revisions of the protocol that it speaks, the newest first.
  public static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  let bridge: Bridge
  let permissions: Permissions
  let configuration: MCPConfiguration
  let runner: CodeRunner?

  /// A server without sessions.
  ///
  /// - Parameter permissions: the methods that are offered, and that code may use.
  public init(bridge: Bridge, permissions: Permissions, configuration: MCPConfiguration = MCPConfiguration()) {
    self.bridge = bridge
    self.permissions = permissions
    self.configuration = configuration
    runner = configuration.code.map {
      CodeRunner(process: $0, bridge: bridge, permissions: permissions, configuration: configuration)
    }
  }

  /// A session for one client; close it when the client is gone.
  ///
  /// Its tools are the methods that the bridge has now.
  public func session() -> MCPSession { MCPSession(self) }
}

/// The configuration of an ``MCPServer``; every property has a default.
public struct MCPConfiguration: Sendable {
  /// The name that the server gives itself.
  public var name = "causeway"
  /// The version that the server gives itself.
  public var version = "1.0.0"
  /// How long a call or a run of code may take; 60 seconds.
  public var timeout = Duration.seconds(60)
  /// The child that runs the code of `run_code`, with its limits; nil for a server without that tool.
  ///
  /// Its modules and its console are replaced.
  public var code: ProcessConfiguration?
  /// Runs of code at a time, of all sessions; 4.
  public var runs = 4
  /// Requests that a session answers at a time; 64.
  public var requests = 64
  /// Bytes of one message of a client; 4 MiB.
  ///
  /// The requests that a session answers at a time may have twice as many together.
  public var messageBytes = 4 << 20
  /// Bytes of the JSON of one result; 1 MiB.
  ///
  /// A larger one is refused: a model cannot read it.
  public var resultBytes = 1 << 20
  /// Bytes of console output that a run of code answers with; 64 KiB.
  ///
  /// The rest is counted and dropped.
  public var logBytes = 64 << 10

  /// The defaults, without `run_code`.
  public init() {}
}
