public import Causeway
public import LinuxNetwork

/// `network.*`: this machine's interfaces, addresses, routes and name servers.
///
/// | method | answer |
/// | --- | --- |
/// | `network.status` | `NetworkStatus`: interfaces, addresses, default routes, name servers |
/// | `network.interfaces` | the interfaces alone, optionally filtered by `{ name }` or `{ kind }` |
/// | `network.nameServers` | `NameServiceStatus`, from systemd-resolved or NetworkManager; with the trait Plugins |
/// | `network.getStatus` | `{ connected, connectionType }`, as Capacitor's Network plugin returns |
/// | `network.changes` | a stream of `NetworkStatus`: the current one, and one after each change |
///
/// Events: `network.changed` with a `NetworkStatus`, and `network.networkStatusChange`, the name of Capacitor's plugin,
/// with the result of `network.getStatus`.
///
/// Hardware addresses and names of WiFi networks are null without the permission `network.identity`.
public struct NetworkPlugin: BridgePlugin {
  private let reader: NetworkReader
  #if Plugins
  /// The services that know the name servers of single links.
  var services = NameServices()
  #endif

  /// Creates a plugin that uses this reader.
  public init(_ reader: NetworkReader = NetworkReader()) { self.reader = reader }

  /// The name `network`.
  public static var pluginName: String { "network" }
  /// The description for generated declarations.
  public static var pluginDocumentation: String { "This machine's interfaces, addresses, routes and name servers." }
  /// Nil: each member needs the permission with its own name.
  public static var pluginPermission: String? { nil }

  /// Registers the members with hand-written descriptions: this module is built without macros.
  public func register(in registrar: PluginRegistrar) {
    let reader = reader
    let status = MemberDeclaration(
      .method, "status",
      documentation: """
        The current status of this machine's network.

        Without the permission `network.identity` identifying properties are null.

        - Throws: `DEADLINE_EXCEEDED` or `DATA_LOSS` if the kernel's answer is late or malformed.
        """, result: { $0.describe(NetworkStatus.self) })
    if reader.probe == nil {
      // A read takes microseconds, less than a switch to another thread.
      registrar.methodInContext(status) { arguments, call in
        try arguments.answer(Identity.network.shown(try reader.status(), to: call.connection))
      }
    } else {
      registrar.asyncMethod(status) { arguments, call in
        try arguments.answer(Identity.network.shown(try await reader.gradedStatus(), to: call.connection))
      }
    }
    registrar.methodInContext(
      MemberDeclaration(
        .method, "interfaces", documentation: "The interfaces alone, optionally filtered.",
        parameters: { .value(FieldDescription("filter", .optional(InterfaceFilter.describe(in: &$0)))) },
        result: { .list($0.describe(NetworkInterface.self)) })
    ) { arguments, call in
      let filter = try InterfaceFilter(arguments)
      return try arguments.answer(
        try reader.interfaces().filter { filter.matches($0) }.map {
          Identity.network.shown($0, to: call.connection)
        })
    }
    #if Plugins
    registrar.asyncMethod(
      MemberDeclaration(
        .method, "nameServers",
        documentation: """
          The name servers of single links and split DNS, from systemd-resolved or NetworkManager.

          - Throws: `UNAVAILABLE` if the system's message bus or the service does not answer.
          """, result: { $0.describe(NameServiceStatus.self) })
    ) { [services] arguments, call in
      let names = try Dictionary(
        reader.interfaces().map { ($0.index, $0.name) }, uniquingKeysWith: { first, _ in first })
      return try arguments.answer(Identity.network.shown(try await services.status(names: names), to: call.connection))
    }
    #endif
    registrar.method(
      MemberDeclaration(
        .method, "getStatus",
        documentation: "The state and type of the connection, as Capacitor's Network plugin returns it.",
        result: { ConnectionStatus.describe(in: &$0) })
    ) { try $0.answer(ConnectionStatus(try reader.connectionType())) }
    registrar.stream(
      MemberDeclaration(
        .stream, "changes",
        documentation: """
          The current status, and the status after each change.

          - Throws: `UNAVAILABLE` after the first status if netlink is denied.
          """, result: { $0.describe(NetworkStatus.self) })
    ) { _, call in reader.changes().map { Identity.network.shown($0, to: call.connection) } }
    registrar.event(
      MemberDeclaration(
        .event, "changed", documentation: "The network changed.", result: { $0.describe(NetworkStatus.self) })
    ) { connection in reader.changes().dropFirst().map { Identity.network.shown($0, to: connection) } }
    registrar.event(
      MemberDeclaration(
        .event, "networkStatusChange",
        documentation: "The connection changed, as Capacitor's Network plugin reports it.",
        result: { ConnectionStatus.describe(in: &$0) })
    ) { _ in ConnectionChanges(statuses: reader.changes()) }
  }
}

/// A filter for interfaces: an omitted property matches all.
struct InterfaceFilter: Sendable {
  private static let names: MemberNames = ["name", "kind"]

  let name: String?
  let kind: String?

  init(_ arguments: PluginArguments) throws {
    let members = try arguments.options(InterfaceFilter.names)
    name = try members.member(0)
    kind = try members.member(1)
  }

  func matches(_ interface: NetworkInterface) -> Bool {
    (name == nil || interface.name == name) && (kind == nil || interface.kind == kind)
  }

  static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    catalog.define(self) { _ in
      .object(
        "A filter for interfaces: an omitted property matches all.",
        [
          FieldDescription("name", .optional(.string), documentation: "The name, such as eth0."),
          FieldDescription("kind", .optional(.string), documentation: "The kind, such as wifi."),
        ])
    }
  }
}
