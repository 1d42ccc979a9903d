/// Whether a link can pass packets, as RFC 2863 names the states and as /sys/class/net/*/operstate spells them.
///
/// Source: `IF_OPER_*`, include/uapi/linux/if.h.
public struct OperationalState: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
  /// The name as it crosses to JavaScript.
  public let rawValue: String

  /// Makes a state from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The driver does not say.
  ///
  /// Normal for loopback and for many tunnels.
  public static var unknown: OperationalState { OperationalState(rawValue: "unknown") }
  /// A part of the device is missing.
  public static var notPresent: OperationalState { OperationalState(rawValue: "notpresent") }
  /// No carrier, or switched off.
  public static var down: OperationalState { OperationalState(rawValue: "down") }
  /// The link below is down.
  public static var lowerLayerDown: OperationalState { OperationalState(rawValue: "lowerlayerdown") }
  /// In a test; passes no packets.
  public static var testing: OperationalState { OperationalState(rawValue: "testing") }
  /// Has a carrier, and waits for something else: a WiFi station that is not yet authenticated.
  public static var dormant: OperationalState { OperationalState(rawValue: "dormant") }
  /// Passes packets.
  public static var up: OperationalState { OperationalState(rawValue: "up") }

  /// The name itself.
  public var description: String { rawValue }

  init(kernelValue: UInt8?) {
    let states: [OperationalState] = [.unknown, .notPresent, .down, .lowerLayerDown, .testing, .dormant, .up]
    self = states.indices.contains(Int(kernelValue ?? 0)) ? states[Int(kernelValue ?? 0)] : .unknown
  }
}
