public import Causeway
public import LinuxNetwork

/// `wifi.*`: the WiFi network that this machine is a member of, and the access points in range.
///
/// | method | answer |
/// | --- | --- |
/// | `wifi.ssid` | the name of the network as a string; null when not on WiFi |
/// | `wifi.status` | `WiFiStatus`; null when not on WiFi |
/// | `wifi.scan` | access points, strongest first; `{ trigger: true }` runs a new scan first |
///
/// Names and hardware addresses are null without the permission `wifi.identity`. `wifi.ssid` returns only the name, and
/// needs only its own permission. Only a new scan needs a privilege of the process.
public struct WiFiPlugin: BridgePlugin {
  private let reader: NetworkReader

  /// Creates a plugin that uses this reader.
  public init(_ reader: NetworkReader = NetworkReader()) { self.reader = reader }

  /// The name `wifi`.
  public static var pluginName: String { "wifi" }
  /// The description for generated declarations.
  public static var pluginDocumentation: String { "The WiFi network that this machine is a member of." }
  /// Nil: each member needs the permission with its own name.
  public static var pluginPermission: String? { nil }

  /// Registers the members with hand-written descriptions: this module is built without macros.
  public func register(in registrar: PluginRegistrar) {
    let reader = reader
    let scans = ExclusiveCalls(
      limit: "scans", refusal: "This connection already has a scan in progress: wait for its end, or cancel it.")
    let filtered: @Sendable (inout TypeCatalog) -> MemberDescription.Parameters = {
      .value(FieldDescription("filter", .optional(WiFiFilter.describe(in: &$0))))
    }
    registrar.method(
      MemberDeclaration(
        .method, "ssid",
        documentation: "The name of the network as text; null when not on WiFi, or if its octets are not text.",
        parameters: filtered, result: { _ in .optional(.string) })
    ) { try $0.answer(reader.currentSSID(of: WiFiFilter($0).interface)?.text) }
    registrar.methodInContext(
      MemberDeclaration(
        .method, "status",
        documentation: """
          The connection to the access point; null when not on WiFi.

          Without the permission `wifi.identity` identifying properties are null.
          """, parameters: filtered, result: { .optional($0.describe(WiFiStatus.self)) })
    ) { arguments, call in
      let filter = try WiFiFilter(arguments)
      return try arguments.answer(
        try reader.wifiStatus(of: filter.interface).map { Identity.wifi.shown($0, to: call.connection) })
    }
    registrar.asyncMethod(
      MemberDeclaration(
        .method, "scan",
        documentation: """
          The access points in range, strongest first: from the kernel's scan list, or from a new scan.

          - Throws: `PERMISSION_DENIED` for a new scan without `CAP_NET_ADMIN`; `NOT_FOUND` if the interface does not exist;
            `FAILED_PRECONDITION` for a new scan on an interface that is down; `RESOURCE_EXHAUSTED` while another new scan
            of this connection is running.
          """, parameters: { .value(FieldDescription("request", .optional(ScanRequest.describe(in: &$0)))) },
        result: { .list($0.describe(WiFiAccessPoint.self)) })
    ) { arguments, call in
      let request = try ScanRequest(arguments)
      let points =
        request.trigger ?? false
        ? try await scans.run(call) { try await reader.scan(interface: request.interface) }
        : try reader.accessPoints(interface: request.interface)
      return try arguments.answer(points.map { Identity.wifi.shown($0, to: call.connection) })
    }
  }
}

/// A filter for the WiFi interface: without a name, the first usable interface.
struct WiFiFilter: Sendable {
  private static let names: MemberNames = ["interface"]

  let interface: String?

  init(_ arguments: PluginArguments) throws {
    interface = try arguments.options(WiFiFilter.names).member(0)
  }

  static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    catalog.define(self) { _ in .object("A filter for the WiFi interface.", [.interface]) }
  }
}

/// The options of a scan.
struct ScanRequest: Sendable {
  private static let names: MemberNames = ["interface", "trigger"]

  let interface: String?
  /// Whether to run a new scan, instead of returning the kernel's scan list.
  let trigger: Bool?

  init(_ arguments: PluginArguments) throws {
    let members = try arguments.options(ScanRequest.names)
    interface = try members.member(0)
    trigger = try members.member(1)
  }

  static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    catalog.define(self) { _ in
      .object(
        "The options of a scan.",
        [
          .interface,
          FieldDescription(
            "trigger", .optional(.boolean),
            documentation: "Whether to run a new scan, instead of returning the kernel's scan list."),
        ])
    }
  }
}

extension FieldDescription {
  fileprivate static let interface = FieldDescription(
    "interface", .optional(.string), documentation: "The name of the interface; the first usable one if omitted.")
}
