/// Values without what identifies a device or a place: names of WiFi networks and hardware addresses.
///
/// IPv6 addresses that are made of a hardware address go with them, as they would give it away.

extension NetworkStatus {
  /// The same without what identifies a device or a place.
  ///
  /// `reason` is a sentence for the person who misses it.
  public func withholdingIdentity(because reason: String) -> NetworkStatus {
    var status = self
    status.interfaces = interfaces.map { $0.withholdingIdentity(because: reason) }
    for index in defaultRoutes.indices where defaultRoutes[index].gateway?.holdsHardwareAddress == true {
      status.defaultRoutes[index].gateway = nil
    }
    status.dns.servers = dns.servers.filter { !$0.holdsHardwareAddress }
    return status
  }
}

extension NetworkInterface {
  /// The same without what identifies a device or a place.
  ///
  /// `reason` is a sentence for the person who misses it.
  public func withholdingIdentity(because reason: String) -> NetworkInterface {
    var interface = self
    interface.withheld = reason
    interface.mac = nil
    interface.addresses = addresses.filter { !$0.address.holdsHardwareAddress }
    interface.wifi?.ssid = nil
    interface.wifi?.ssidBytes = nil
    interface.wifi?.bssid = nil
    return interface
  }
}

extension WiFiStatus {
  /// The same without what identifies a device or a place.
  ///
  /// `reason` is a sentence for the person who misses it.
  public func withholdingIdentity(because reason: String) -> WiFiStatus {
    var status = self
    status.withheld = reason
    status.ssid = nil
    status.ssidBytes = nil
    status.bssid = nil
    for index in links.indices { status.links[index].bssid = nil }
    return status
  }
}

extension WiFiAccessPoint {
  /// The same without what identifies a device or a place.
  ///
  /// `reason` is a sentence for the person who misses it.
  public func withholdingIdentity(because reason: String) -> WiFiAccessPoint {
    var point = self
    point.withheld = reason
    point.ssid = nil
    point.ssidBytes = nil
    point.bssid = nil
    return point
  }
}

extension String {
  /// An IPv6 address whose last half is a hardware address with `ff:fe` in its middle.
  ///
  /// Source: RFC 4291, appendix A. The groups in question are never zero, so no abbreviation hides them.
  var holdsHardwareAddress: Bool {
    let groups = prefix { $0 != "%" }.split(separator: ":", omittingEmptySubsequences: false).suffix(3)
    guard groups.count == 3, let before = groups.first, let after = groups.dropFirst().first else { return false }
    return before.hasSuffix("ff") && after.count == 4 && after.hasPrefix("fe")
  }
}
