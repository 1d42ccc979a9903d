/// The name of a WiFi network: 1 to 32 arbitrary octets.
///
/// Often UTF-8, but not necessarily. The owner of the access point chooses it: do not trust it.
public struct SSID: Sendable, Hashable {
  /// The octets as they were broadcast.
  public let octets: [UInt8]

  static let maximumLength = 32

  /// The name as text.
  ///
  /// `nil` if the octets are not valid UTF-8, or contain a NUL.
  public var text: String? {
    octets.contains(0) ? nil : String(validating: octets, as: UTF8.self)
  }

  /// Makes a name of 1 to 32 octets.
  ///
  /// `nil` for any other length, and for octets that are all zero, which hidden networks broadcast.
  public init?(octets: [UInt8]) {
    guard !octets.isEmpty, octets.count <= Self.maximumLength, octets.contains(where: { $0 != 0 }) else { return nil }
    self.octets = octets
  }
}
