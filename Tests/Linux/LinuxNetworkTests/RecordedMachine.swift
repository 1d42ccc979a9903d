import Foundation

@testable import LinuxNetwork

/// A machine with recorded kernel answers, and the output of other tools at the same time.
struct RecordedMachine: CustomStringConvertible {
  let name: String
  /// Whether the recordings are converted to the other byte order.
  var isSwapped = false

  var description: String { name }

  static let all = [
    "k6.1-open-tricky", "k6.1-wpa2-uid1000", "k6.1-binary-ssid", "k6.1-hidden-empty", "k6.1-not-connected",
    "k6.1-station-down", "k6.1-kernel-sme", "k6.1-no-wifi",
  ].map { RecordedMachine(name: $0) }

  static let station: Int32 = 3

  /// The snapshot that a reader takes on this machine.
  func snapshot() throws -> NetworkSnapshot {
    var snapshot = NetworkSnapshot()
    snapshot.links = try fixture("rt-getlink-dump-full").replay(LinkMessage.init).records
    snapshot.addresses = try fixture("rt-getaddr-dump").replay(AddressMessage.init).records
    for family in ["4", "6"] {
      snapshot.routes += try fixture("rt-getroute\(family)-dump").replay(RouteMessage.init).records
    }
    if let look = try? fixture("rt-getroute-lookup").replay(RouteMessage.init).records.first {
      snapshot.outgoing = [OutgoingRoute(look)]
    }
    let wireless = try wirelessInterfaces()
    snapshot.wirelessLinks = Set(wireless.map(\.index))
    snapshot.wirelessInterfaces = Dictionary(uniqueKeysWithValues: wireless.map { ($0.index, $0) })
    snapshot.associations[Self.station] = try association()
    return snapshot
  }

  /// The association that a reader finds on this machine.
  ///
  /// `nil` if it is not a member of a network.
  func association(wirelessExtensions: [UInt8] = []) throws -> WirelessAssociation? {
    guard let interface = try wirelessInterfaces().first(where: { $0.index == Self.station }) else { return nil }
    let points = try fixture("nl80211-get-scan-sta").replay(AccessPointMessage.init).records
    let stations = try fixture("nl80211-get-station-sta").replay(StationMessage.init).records
    var association = WirelessAssociation(
      interface: interface, accessPoints: points, stations: stations,
      wirelessExtensions: { wirelessExtensions })
    if association != nil {
      association?.settings.country = try fixture("nl80211-get-reg").replay(RadioSettings.country).records.first ?? []
    }
    return association
  }

  func wirelessInterfaces() throws -> [WirelessInterface] {
    guard (try? fixture("ctrl-getfamily-nl80211").replay(GenericFamily.init)) != nil else { return [] }
    return try fixture("nl80211-get-interface-dump").replay(WirelessInterface.init).records
  }

  func fixture(_ file: String) throws -> Fixture {
    let fixture = try Fixture("\(name)/\(file)")
    return isSwapped ? fixture.swapped : fixture
  }

  /// The result of the wireless extensions: another path through the kernel.
  ///
  /// They append a NUL.
  func ssidByWirelessExtensions() throws -> [UInt8]? {
    let lines = try Fixture.text("\(name)/wext.txt").split(separator: "\n")
    guard let line = lines.first, line.contains(" 0 ok "), let hex = line.split(separator: ": ").last else {
      return nil
    }
    return octets(hex).dropLast()
  }

  /// The value in a line of `iw dev wlan1 link`, or of another command about the station.
  func iw(_ key: String, in command: String = "link") throws -> String? {
    let section = try Fixture.text("\(name)/iw.txt").split(separator: "$ ").first {
      $0.hasPrefix("iw dev wlan1 \(command)")
    }
    let line = section?.split(separator: "\n").first { $0.contains(key) }
    return line?.split(separator: key).last.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The output of `ip -j`: the array after the line of the command.
  func ip<Answer: Decodable>(_ command: String, as _: [Answer].Type) throws -> [Answer] {
    let lines = try Fixture.text("\(name)/ip-j.txt").split(separator: "\n")
    guard let index = lines.firstIndex(of: "$ ip -j \(command)") else { return [] }
    return try JSONDecoder().decode([Answer].self, from: Data(lines[index + 1].utf8))
  }
}
