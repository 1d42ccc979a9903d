/// Values without the properties that identify a device or a place: names of WiFi networks and hardware addresses.
///
/// IPv6 addresses that contain a hardware address are removed as well. So is the hardware address in an interface name:
/// udev calls adapters at a USB port `enx02005e1000ff`.

extension NetworkStatus {
  /// Removes the properties that identify a device or a place.
  ///
  /// `reason` is a sentence for the user.
  public func withholdingIdentity(because reason: String) -> NetworkStatus {
    var status = self
    status.interfaces = interfaces.map { $0.withholdingIdentity(because: reason) }
    for connection in [\NetworkStatus.ipv4, \.ipv6] { status[keyPath: connection].withholdIdentity() }
    for (index, route) in defaultRoutes.enumerated() {
      status.defaultRoutes[index].gateway = route.gateway?.unlessHardwareAddress
      status.defaultRoutes[index].interface = route.interface.withoutHardwareAddress
      status.defaultRoutes[index].preferredSource = route.preferredSource?.unlessHardwareAddress
      status.defaultRoutes[index].from = route.from?.unlessHardwareAddress
    }
    status.dns.servers = dns.servers.withoutHardwareAddresses
    return status
  }
}

extension NameServiceStatus {
  /// Removes the properties that identify a device or a place.
  public func withholdingIdentity() -> NameServiceStatus {
    var status = self
    for index in links.indices {
      status.links[index].interface = links[index].interface?.withoutHardwareAddress
      status.links[index].servers = links[index].servers.withoutHardwareAddresses
    }
    return status
  }
}

extension [String] {
  /// The addresses of servers that contain no hardware address, with the names of their links without one.
  fileprivate var withoutHardwareAddresses: [String] {
    filter { !$0.holdsHardwareAddress }.map { server in
      server.split(separator: "%", omittingEmptySubsequences: false).map { String($0).withoutHardwareAddress }
        .joined(separator: "%")
    }
  }
}

extension IPConnection {
  fileprivate mutating func withholdIdentity() {
    interface = interface?.withoutHardwareAddress
    gateway = gateway?.unlessHardwareAddress
    source = source?.unlessHardwareAddress
    // Portals write hardware addresses into the URL, and their hosts name places.
    portal = nil
  }
}

extension NetworkInterface {
  /// Removes the properties that identify a device or a place.
  ///
  /// `reason` is a sentence for the user.
  public func withholdingIdentity(because reason: String) -> NetworkInterface {
    var interface = self
    interface.withheld = reason
    interface.name = name.withoutHardwareAddress
    interface.master = master?.withoutHardwareAddress
    interface.mac = nil
    interface.permanentMac = nil
    interface.alias = nil
    interface.link = link?.withoutHardwareAddress
    interface.alternativeNames = alternativeNames.map(\.withoutHardwareAddress)
    interface.tunnel?.local = tunnel?.local?.unlessHardwareAddress
    interface.tunnel?.remote = tunnel?.remote?.unlessHardwareAddress
    interface.addresses = addresses.filter { !$0.address.holdsHardwareAddress }.map { address in
      var address = address
      address.peer = address.peer?.unlessHardwareAddress
      address.label = address.label?.withoutHardwareAddress
      return address
    }
    interface.wifi?.ssid = nil
    interface.wifi?.ssidBytes = nil
    interface.wifi?.bssid = nil
    return interface
  }
}

extension WiFiStatus {
  /// Removes the properties that identify a device or a place.
  ///
  /// `reason` is a sentence for the user.
  public func withholdingIdentity(because reason: String) -> WiFiStatus {
    var status = self
    status.withheld = reason
    status.interface = interface.withoutHardwareAddress
    status.ssid = nil
    status.ssidBytes = nil
    status.bssid = nil
    status.mldAddress = nil
    for index in links.indices { status.links[index].bssid = nil }
    return status
  }
}

extension WiFiAccessPoint {
  /// Removes the properties that identify a device or a place.
  ///
  /// `reason` is a sentence for the user.
  public func withholdingIdentity(because reason: String) -> WiFiAccessPoint {
    var point = self
    point.withheld = reason
    point.interface = interface.withoutHardwareAddress
    point.ssid = nil
    point.ssidBytes = nil
    point.bssid = nil
    return point
  }
}

extension String {
  /// Whether this is an IPv6 address whose last half is a hardware address with `ff:fe` in its middle.
  ///
  /// Source: RFC 4291, appendix A. The compared groups are never zero, so no abbreviation hides them.
  var holdsHardwareAddress: Bool {
    let groups = prefix { $0 != "%" }.lowercased().split(separator: ":", omittingEmptySubsequences: false).suffix(3)
    guard groups.count == 3, let before = groups.first, let after = groups.dropFirst().first else { return false }
    return before.hasSuffix("ff") && after.count == 4 && after.hasPrefix("fe")
  }

  /// The address; `nil` if it contains a hardware address.
  fileprivate var unlessHardwareAddress: String? { holdsHardwareAddress ? nil : self }

  /// The interface's name, shortened to `enx…` if udev made it of a hardware address.
  ///
  /// Source: `ID_NET_NAME_MAC`, systemd.net-naming-scheme(7): two letters of the kind, an `x` and twelve digits.
  var withoutHardwareAddress: String {
    let digits = utf8.dropFirst(3)
    guard utf8.count == 15, utf8.dropFirst(2).first == UInt8(ascii: "x"), digits.allSatisfy(\.isHexadecimal) else {
      return self
    }
    return prefix(3) + "…"
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool { Unicode.Scalar(self).properties.isASCIIHexDigit }
}
