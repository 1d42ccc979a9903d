public import Causeway
public import LinuxNetwork

/// `wifi.*`: the WiFi network that this machine is a member of, and those in reach.
///
/// | method | answer |
/// | --- | --- |
/// | `wifi.ssid` | the name of the network as a string; null when not on WiFi |
/// | `wifi.status` | `WiFiStatus`; null when not on WiFi |
/// | `wifi.scan` | access points, strongest first; `{ trigger: true }` asks for a new scan first |
///
/// Names and hardware addresses are null without the permission `wifi.identity`; `wifi.ssid`, which answers nothing else,
/// needs none but its own. Only a new scan needs a privilege of the process.
public struct WiFiPlugin: BridgePlugin {
  private let reader: NetworkReader

  /// A plugin that asks this reader.
  public init(_ reader: NetworkReader = NetworkReader()) { self.reader = reader }

  /// `wifi`.
  public static var pluginName: String { "wifi" }
  /// For declarations.
  public static var pluginDocumentation: String { "The WiFi network that this machine is a member of." }
  /// Nil: each member needs one by its own name.
  public static var pluginPermission: String? { nil }

  /// Registers the members, described by hand: this module is built without macros.
  public func register(in registrar: PluginRegistrar) {
    let reader = reader
    let scans = ExclusiveCalls.scans()
    let filtered: @Sendable (inout TypeCatalog) -> MemberDescription.Parameters = {
      .value(FieldDescription("filter", .optional(WiFiFilter.describe(in: &$0))))
    }
    registrar.method(
      MemberDeclaration(
        .method, "ssid",
        documentation: "The name of the network as text; null when not on WiFi, or when its octets are no text.",
        parameters: filtered, result: { _ in .optional(.string) })
    ) { try $0.answer(reader.currentSSID(of: $0.value(WiFiFilter?.self)?.interface)?.text) }
    registrar.methodInContext(
      MemberDeclaration(
        .method, "status",
        documentation: """
          The connection to the access point; null when not on WiFi.

          Without the permission `wifi.identity` what locates a person is null.
          """, parameters: filtered, result: { .optional($0.describe(WiFiStatus.self)) })
    ) { arguments, call in
      let filter = try arguments.value(WiFiFilter?.self)
      return try arguments.answer(
        try reader.wifiStatus(of: filter?.interface).map { Identity.wifi.shown($0, to: call.connection) })
    }
    registrar.asyncMethod(
      MemberDeclaration(
        .method, "scan",
        documentation: """
          The access points in reach, strongest first: those that the kernel remembers, or heard anew.

          - Throws: `PERMISSION_DENIED` for a new scan without `CAP_NET_ADMIN`; `NOT_FOUND` when there is no such interface;
            `FAILED_PRECONDITION` for a new scan on an interface that is down; `RESOURCE_EXHAUSTED` while another new scan
            of this connection is under way.
          """, parameters: { .value(FieldDescription("request", .optional(ScanRequest.describe(in: &$0)))) },
        result: { .list($0.describe(WiFiAccessPoint.self)) })
    ) { arguments, call in
      let request = try arguments.value(ScanRequest?.self)
      let points =
        request?.trigger ?? false
        ? try await scans.run(call) { try await reader.scan(interface: request?.interface) }
        : try reader.accessPoints(interface: request?.interface)
      return try arguments.answer(points.map { Identity.wifi.shown($0, to: call.connection) })
    }
  }
}

/// Which WiFi interface is meant: the first that fits if none is named.
struct WiFiFilter: Decodable, Sendable {
  let interface: String?

  static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    catalog.define(self) { _ in .object("Which WiFi interface is meant.", [.interface]) }
  }
}

/// What kind of scan is wanted.
struct ScanRequest: Decodable, Sendable {
  let interface: String?
  /// Ask for a new scan, instead of taking what the kernel remembers.
  let trigger: Bool?

  static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    catalog.define(self) { _ in
      .object(
        "What kind of scan is wanted.",
        [
          .interface,
          FieldDescription(
            "trigger", .optional(.boolean),
            documentation: "Ask for a new scan, instead of taking what the kernel remembers."),
        ])
    }
  }
}

extension FieldDescription {
  fileprivate static let interface = FieldDescription(
    "interface", .optional(.string), documentation: "Its name; the first that fits if none is given.")
}
