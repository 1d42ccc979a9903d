/// A security method of a WiFi network.
///
/// An open set. Networks in transition offer several at once.
public struct WiFiSecurity: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
  /// The name as it crosses to JavaScript.
  public let rawValue: String

  /// Makes a method from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// No encryption and no authentication.
  public static var open: WiFiSecurity { WiFiSecurity(rawValue: "open") }
  /// Encryption without authentication: Enhanced Open.
  public static var owe: WiFiSecurity { WiFiSecurity(rawValue: "owe") }
  /// An obsolete method, whose key can be cracked in minutes.
  public static var wep: WiFiSecurity { WiFiSecurity(rawValue: "wep") }
  /// The first WPA, with a password.
  public static var wpaPersonal: WiFiSecurity { WiFiSecurity(rawValue: "wpa-personal") }
  /// The first WPA, with an account for each user.
  public static var wpaEnterprise: WiFiSecurity { WiFiSecurity(rawValue: "wpa-enterprise") }
  /// WPA2 with a password.
  public static var wpa2Personal: WiFiSecurity { WiFiSecurity(rawValue: "wpa2-personal") }
  /// WPA2 with an account for each user.
  public static var wpa2Enterprise: WiFiSecurity { WiFiSecurity(rawValue: "wpa2-enterprise") }
  /// WPA3 with a password that cannot be guessed offline (SAE).
  public static var wpa3Personal: WiFiSecurity { WiFiSecurity(rawValue: "wpa3-personal") }
  /// WPA3 with an account for each user.
  public static var wpa3Enterprise: WiFiSecurity { WiFiSecurity(rawValue: "wpa3-enterprise") }
  /// An unknown method.
  public static var unknown: WiFiSecurity { WiFiSecurity(rawValue: "unknown") }

  /// The raw value.
  public var description: String { rawValue }
}
