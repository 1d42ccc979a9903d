/// The connection by one IP version: how a packet to a public address leaves.
///
/// Source: the kernel's route lookup, `RTM_GETROUTE`.
public struct IPConnection: Sendable, Hashable {
  /// Such a packet has a route, a usable source address and a device that carries it.
  ///
  /// As for ``NetworkStatus/connected``, no packet is sent to find this out.
  public let reachable: Bool

  /// How far packets get.
  ///
  /// `full` and `captive` only for a reader with a ``ConnectivityProbe``.
  public let grade: Grade

  /// The name of the outgoing interface.
  ///
  /// `nil` if not reachable.
  public internal(set) var interface: String?

  /// The next router.
  ///
  /// `nil` if not reachable, and if the destinations are on the link itself.
  public internal(set) var gateway: String?

  /// The source address that the kernel chooses.
  ///
  /// `nil` if not reachable.
  public internal(set) var source: String?

  /// The page on which the network requires a person to sign in.
  ///
  /// An `http:` or `https:` URL of at most 2,048 printable ASCII characters, chosen by the network. `nil` if the grade is
  /// not `captive`, and if the network names none.
  public internal(set) var portal: String?

  /// How far packets of one IP version get.
  ///
  /// An open set, in ascending order.
  public struct Grade: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name as it crosses to JavaScript.
    public let rawValue: String

    /// Makes a grade from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not beyond this machine.
    public static var none: Grade { Grade(rawValue: "none") }
    /// To neighbours: an interface with a carrier has a usable address.
    public static var local: Grade { Grade(rawValue: "local") }
    /// To a public address, as far as the kernel knows.
    public static var routed: Grade { Grade(rawValue: "routed") }
    /// To the network's own servers, which answer in place of others until a person signs in.
    public static var captive: Grade { Grade(rawValue: "captive") }
    /// To the server of the probe, which has answered.
    public static var full: Grade { Grade(rawValue: "full") }

    /// The raw value.
    public var description: String { rawValue }
  }
}

extension IPConnection: Codable {
  /// Encodes every property: one that does not apply is `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(reachable, forKey: .reachable)
    try container.encode(grade, forKey: .grade)
    try container.encode(interface, forKey: .interface)
    try container.encode(gateway, forKey: .gateway)
    try container.encode(source, forKey: .source)
    try container.encode(portal, forKey: .portal)
  }
}
