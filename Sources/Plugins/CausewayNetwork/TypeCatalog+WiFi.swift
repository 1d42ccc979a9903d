import Causeway
import LinuxNetwork

extension TypeCatalog {
  mutating func describe(_ type: WiFiStatus.Type) -> TypeDescription {
    define(type) { catalog in
      .object(
        "The WiFi network that this machine is a member of.",
        [.field("interface", .string, "The name of the WiFi interface.")] + .network(in: &catalog)
          + .radio(in: &catalog) + [
            .field(
              "signalPercent", .optional(catalog.describe(Int.self)),
              "The strength: 0 at -100 dBm or less, 100 at -50 dBm or more."),
            .field("txBitrate", .optional(.number), "Rate of the last frame sent, in Mbit/s."),
            .field("rxBitrate", .optional(.number), "Rate of the last frame received, in Mbit/s."),
            .security(in: &catalog),
            .field(
              "cipher", .optional(.string),
              "The cipher in use: ccmp, gcmp-256, …; null if the access point offers several."),
            .field(
              "keyManagement", .optional(.string),
              "The key management in use: psk, sae, …; null if it cannot be determined."),
            .field(
              "connectedSeconds", .optional(catalog.describe(Int.self)), "Seconds since the connection was established."
            ),
          ] + .link(in: &catalog) + [
            .field(
              "links", .list(catalog.describe(WiFiLink.self)),
              "The radio links of a multi-link connection (WiFi 7); empty for a single link."),
            .withheld,
          ])
    }
  }

  mutating func describe(_ type: WiFiAccessPoint.Type) -> TypeDescription {
    define(type) { catalog in
      .object(
        "An access point from the scan list.",
        [.field("interface", .string, "The name of the WiFi interface that found it.")] + .network(in: &catalog)
          + .radio(in: &catalog) + [
            .field(
              "signalPercent", .optional(catalog.describe(Int.self)),
              "The strength: 0 at -100 dBm or less, 100 at -50 dBm or more."),
            .security(in: &catalog),
            .field("joined", .boolean, "Whether this machine is a member."),
            .field(
              "ageMilliseconds", .optional(catalog.describe(Int.self)),
              "The time since the last received frame; null if the kernel does not report it."),
            .withheld,
          ])
    }
  }

  mutating func describe(_ type: WiFiMembership.Type) -> TypeDescription {
    define(type) { catalog in
      .object(
        "The WiFi network that an interface is a member of.",
        [
          .field("mode", .optional(.string), "station, access-point, ad-hoc, monitor, mesh, …; null if unknown."),
          .field("joined", .boolean, "Whether the interface has joined a network."),
        ] + .network(in: &catalog))
    }
  }

  mutating func describe(_ type: WiFiLink.Type) -> TypeDescription {
    define(type) { catalog in
      .object(
        "One radio link of a multi-link connection.",
        [
          .field("id", catalog.describe(Int.self), "The link's number within the connection: 0 to 14."), .bssid,
        ] + .radio(in: &catalog))
    }
  }

  mutating func describe(_ type: WiFiSecurity.Type) -> TypeDescription {
    define(type) { _ in
      .literals(
        "A security method of a WiFi network; a network in transition offers several.",
        [
          LiteralDescription("open", documentation: "No encryption and no authentication."),
          LiteralDescription("owe", documentation: "Encryption without authentication: Enhanced Open."),
          LiteralDescription("wep", documentation: "An obsolete method, whose key can be cracked in minutes."),
          LiteralDescription("wpa-personal"), LiteralDescription("wpa-enterprise"),
          LiteralDescription("wpa2-personal"), LiteralDescription("wpa2-enterprise"),
          LiteralDescription("wpa3-personal"), LiteralDescription("wpa3-enterprise"),
          LiteralDescription("unknown", documentation: "An unknown method."),
        ])
    }
  }
}

extension [FieldDescription] {
  /// The fields that name a network.
  fileprivate static func network(in catalog: inout TypeCatalog) -> [FieldDescription] {
    [
      .field("ssid", .optional(.string), "The network's name; null if it is unknown, or if its octets are not text."),
      .field(
        "ssidBytes", .optional(.bytes), "The network's name as octets."),
      .bssid,
    ]
  }

  /// The fields that describe the link to the access point; null for those that the driver does not report.
  fileprivate static func link(in catalog: inout TypeCatalog) -> [FieldDescription] {
    let integer = TypeDescription.optional(catalog.describe(Int.self))
    return [
      .field("averageSignalDbm", integer, "The mean strength over the last frames in dBm."),
      .field("widthMHz", integer, "The width of the channel: 20, 40, 80, 160 or 320."),
      .field("txMcs", integer, "The index of modulation and coding of the last frame sent."),
      .field("rxMcs", integer, "The index of modulation and coding of the last frame received."),
      .field("txStreams", integer, "The number of spatial streams of the last frame sent."),
      .field("rxStreams", integer, "The number of spatial streams of the last frame received."),
      .field("generation", integer, "The WiFi generation: 4 (802.11n) to 7 (802.11be)."),
      .field("txRetries", integer, "The number of retransmitted frames."),
      .field("txFailures", integer, "The number of frames that could not be sent."),
      .field("beaconLosses", integer, "How often the access point's beacons were lost."),
      .field("authorized", .optional(.boolean), "The access point lets packets pass."),
      .field("txPowerLimitDbm", .optional(.number), "The highest transmit power in dBm."),
      .field("powerSave", .optional(.boolean), "Whether the radio sleeps between beacons."),
      .field(
        "regulatoryDomain", .optional(.string),
        "The country whose rules the radio follows, such as DE; 00 for rules that apply everywhere."),
      .field(
        "mldAddress", .optional(.string), "The address of an access point with several links; null if withheld."),
    ]
  }

  /// The fields that describe the radio of an access point.
  fileprivate static func radio(in catalog: inout TypeCatalog) -> [FieldDescription] {
    let integer = TypeDescription.optional(catalog.describe(Int.self))
    return [
      .field("frequencyMHz", integer, "The centre of the primary channel."),
      .field("channel", integer, "The number of that channel within its band."),
      .field("band", .optional(.string), "2.4, 5, 6 or 60, in GHz."),
      .field("signalDbm", integer, "Strength of the last received frame in dBm: usually -90 (weak) to -30 (near)."),
    ]
  }
}

extension FieldDescription {
  fileprivate static let bssid = field(
    "bssid", .optional(.string), "The hardware address of the access point's radio, lower case.")

  fileprivate static func security(in catalog: inout TypeCatalog) -> FieldDescription {
    field(
      "security", .optional(.list(catalog.describe(WiFiSecurity.self))), "The security methods; null if unknown.")
  }
}
