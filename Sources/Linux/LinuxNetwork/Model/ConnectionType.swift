/// The kind of device that carries this machine's traffic to other networks.
///
/// An open set, spelled as Capacitor and the W3C's Network Information API spell it.
public struct ConnectionType: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
  /// The name as it crosses to JavaScript.
  public let rawValue: String

  /// Makes a type from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A radio of the IEEE 802.11 family.
  public static var wifi: ConnectionType { ConnectionType(rawValue: "wifi") }
  /// A cable, or a virtual device that behaves like one.
  public static var ethernet: ConnectionType { ConnectionType(rawValue: "ethernet") }
  /// A mobile modem.
  public static var cellular: ConnectionType { ConnectionType(rawValue: "cellular") }
  /// A personal area network over Bluetooth.
  public static var bluetooth: ConnectionType { ConnectionType(rawValue: "bluetooth") }
  /// A tunnel; ``NetworkStatus/underlyingConnectionType`` is the kind of device that it runs over.
  public static var vpn: ConnectionType { ConnectionType(rawValue: "vpn") }
  /// Not connected.
  public static var none: ConnectionType { ConnectionType(rawValue: "none") }
  /// Connected by a device of an unknown kind.
  public static var unknown: ConnectionType { ConnectionType(rawValue: "unknown") }

  /// The raw value.
  public var description: String { rawValue }
}
