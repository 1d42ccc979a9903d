/// The ability of a link to pass packets: the states of RFC 2863, spelled as in /sys/class/net/*/operstate.
///
/// Source: `IF_OPER_*`, include/uapi/linux/if.h.
public struct OperationalState: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
  /// The name as it crosses to JavaScript.
  public let rawValue: String

  /// Makes a state from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The driver reports no state.
  ///
  /// Normal for loopback and for many tunnels.
  public static var unknown: OperationalState { OperationalState(rawValue: "unknown") }
  /// A part of the device is missing.
  public static var notPresent: OperationalState { OperationalState(rawValue: "notpresent") }
  /// No carrier, or disabled.
  public static var down: OperationalState { OperationalState(rawValue: "down") }
  /// The link below is down.
  public static var lowerLayerDown: OperationalState { OperationalState(rawValue: "lowerlayerdown") }
  /// Under test; passes no packets.
  public static var testing: OperationalState { OperationalState(rawValue: "testing") }
  /// Has a carrier, and waits for another event: a WiFi station that is not yet authenticated.
  public static var dormant: OperationalState { OperationalState(rawValue: "dormant") }
  /// Passes packets.
  public static var up: OperationalState { OperationalState(rawValue: "up") }

  /// The raw value.
  public var description: String { rawValue }

  init(kernelValue: UInt8?) {
    let states: [OperationalState] = [.unknown, .notPresent, .down, .lowerLayerDown, .testing, .dormant, .up]
    self = states.indices.contains(Int(kernelValue ?? 0)) ? states[Int(kernelValue ?? 0)] : .unknown
  }
}
