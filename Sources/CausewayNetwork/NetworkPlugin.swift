public import Causeway
public import LinuxNetwork

/// `network.*`: this machine's interfaces, addresses, routes and name servers.
///
/// | method | answer |
/// | --- | --- |
/// | `network.status` | `NetworkStatus`: interfaces, addresses, default routes, name servers |
/// | `network.interfaces` | the interfaces alone; `{ name }` or `{ kind }` leaves those |
/// | `network.getStatus` | `{ connected, connectionType }`, as Capacitor's Network plugin answers |
/// | `network.changes` | a stream of `NetworkStatus`: now, and after each real change |
///
/// Two events: `network.changed` with a `NetworkStatus`, and `network.networkStatusChange` with what
/// `network.getStatus` answers, as Capacitor's plugin calls it.
///
/// Hardware addresses and names of WiFi networks are null without the permission `network.identity`.
public struct NetworkPlugin: BridgePlugin {
  private let reader: NetworkReader

  /// A plugin that asks this reader.
  public init(_ reader: NetworkReader = NetworkReader()) { self.reader = reader }

  /// `network`.
  public static var pluginName: String { "network" }
  /// For declarations.
  public static var pluginDocumentation: String { "This machine's interfaces, addresses, routes and name servers." }
  /// Nil: each member needs one by its own name.
  public static var pluginPermission: String? { nil }

  /// Registers the members, described by hand: this module is built without macros.
  public func register(in registrar: PluginRegistrar) {
    let reader = reader
    // A reading takes microseconds, less than it would take to move it to another thread.
    registrar.methodInContext(
      MemberDeclaration(
        .method, "status",
        documentation: """
          Everything about this machine's network, at this moment.

          Without the permission `network.identity` what locates a person is null.

          - Throws: `DEADLINE_EXCEEDED` or `DATA_LOSS` when the kernel breaks its own rules.
          """, result: { $0.describe(NetworkStatus.self) })
    ) { arguments, call in
      try arguments.answer(Identity.network.shown(try reader.status(), to: call.connection))
    }
    registrar.methodInContext(
      MemberDeclaration(
        .method, "interfaces", documentation: "The interfaces alone, all or those that the filter admits.",
        parameters: { .value(FieldDescription("filter", .optional(InterfaceFilter.describe(in: &$0)))) },
        result: { .list($0.describe(NetworkInterface.self)) })
    ) { arguments, call in
      let filter = try arguments.value(InterfaceFilter?.self)
      return try arguments.answer(
        try reader.interfaces().filter { filter?.admits($0) ?? true }.map {
          Identity.network.shown($0, to: call.connection)
        })
    }
    registrar.method(
      MemberDeclaration(
        .method, "getStatus",
        documentation: "Whether and how this machine is connected, as Capacitor's Network answers.",
        result: { ConnectionStatus.describe(in: &$0) })
    ) { try $0.answer(ConnectionStatus(try reader.connectionType())) }
    registrar.stream(
      MemberDeclaration(
        .stream, "changes",
        documentation: """
          The status now, and again after each real change.

          - Throws: `UNAVAILABLE` after the first status where netlink is denied.
          """, result: { $0.describe(NetworkStatus.self) })
    ) { _, call in reader.changes().map { Identity.network.shown($0, to: call.connection) } }
    registrar.event(
      MemberDeclaration(
        .event, "changed", documentation: "The network changed.", result: { $0.describe(NetworkStatus.self) })
    ) { connection in reader.changes().dropFirst().map { Identity.network.shown($0, to: connection) } }
    registrar.event(
      MemberDeclaration(
        .event, "networkStatusChange", documentation: "The connection changed, as Capacitor's Network tells it.",
        result: { ConnectionStatus.describe(in: &$0) })
    ) { _ in ConnectionChanges(statuses: reader.changes()) }
  }
}

/// Which interfaces are wanted: all that are left out may be anything.
struct InterfaceFilter: Decodable, Sendable {
  let name: String?
  let kind: String?

  func admits(_ interface: NetworkInterface) -> Bool {
    (name == nil || interface.name == name) && (kind == nil || interface.kind == kind)
  }

  static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    catalog.define(self) { _ in
      .object(
        "Which interfaces are wanted: what is left out may be anything.",
        [
          FieldDescription("name", .optional(.string), documentation: "Such as eth0."),
          FieldDescription("kind", .optional(.string), documentation: "Such as wifi."),
        ])
    }
  }
}
