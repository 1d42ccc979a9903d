/// Requests of single interface properties by name: the ioctl interface that precedes netlink.
///
/// Source: netdevice(7); `struct ifreq`, include/uapi/linux/if.h.
struct InterfaceRequests {
  /// The properties of one interface.
  struct Facts {
    let index: Int32
    let flags: UInt16
    let mtu: UInt32
    let hardwareType: UInt16
    let mac: [UInt8]
    let address: AddressMessage?
  }

  private let request: (UInt, [UInt8]) -> [UInt8]?

  /// `nil` if the system has no Internet sockets.
  init?() {
    guard let request = SystemCalls.interfaceRequests() else { return nil }
    self.request = request
  }

  /// The properties of the interface called `name`.
  ///
  /// `nil` if it has disappeared.
  func facts(of name: [UInt8]) -> Facts? {
    guard
      let index = ask(0x8933, name, { $0.int32(at: 0) }),  // SIOCGIFINDEX
      let flags = ask(0x8913, name, { $0.uint16(at: 0) }),  // SIOCGIFFLAGS
      let mtu = ask(0x8921, name, { $0.uint32(at: 0) })  // SIOCGIFMTU
    else { return nil }
    return Facts(
      index: index, flags: flags, mtu: mtu,
      // SIOCGIFHWADDR: a struct sockaddr whose family is the hardware type.
      hardwareType: ask(0x8927, name) { $0.uint16(at: 0) } ?? 0xffff,
      mac: ask(0x8927, name) { $0.octets(in: 2..<8) } ?? [],
      address: address(of: name, index))
  }

  private func address(of name: [UInt8], _ index: Int32) -> AddressMessage? {
    // SIOCGIFADDR and SIOCGIFNETMASK: a struct sockaddr_in each, with the address after family and port.
    guard
      let address = ask(0x8915, name, { $0.address(in: 4..<8) }),
      let mask = ask(0x891b, name, { $0.uint32(at: 4) })
    else { return nil }
    return AddressMessage(
      link: index, prefixLength: UInt8(mask.nonzeroBitCount), scope: address.isLoopback ? 254 : 0, flags: [],
      address: address)
  }

  /// The membership as the wireless extensions report it.
  ///
  /// `nil` if there is none. Source: include/uapi/linux/wireless.h.
  func association(of name: [UInt8], _ index: Int32, signal: Int32?) -> WirelessAssociation? {
    // SIOCGIWAP: a struct sockaddr. All zeros, all ones and all 0x44 mean "none".
    guard
      let bssid = ask(0x8b15, name, { $0.octets(in: 2..<8) }), let first = bssid.first,
      !([0, 0x44, 0xff].contains(first) && bssid.allSatisfy { $0 == first })
    else { return nil }
    return WirelessAssociation(
      interface: WirelessInterface(client: name, index: index),
      accessPoints: [AccessPointMessage(joined: bssid, frequencyMHz: frequency(of: name), signalDbm: signal)],
      stations: []
    ) { SystemCalls.wirelessExtensionsSSID(interface: name) }
  }

  /// SIOCGIWFREQ: a mantissa and a decimal exponent, in Hz.
  ///
  /// `nil` for a channel number, which drivers may report instead.
  private func frequency(of name: [UInt8]) -> UInt32? {
    guard
      let mantissa = ask(0x8b05, name, { $0.int32(at: 0) }), mantissa > 0,
      let exponent = ask(0x8b05, name, { $0.number(Int16.self, at: 4) }), (0...9).contains(exponent)
    else { return nil }
    let hertz = (0..<exponent).reduce(Int(mantissa)) { hertz, _ in hertz * 10 }
    return hertz >= 1_000_000 ? UInt32(exactly: hertz / 1_000_000) : nil
  }

  private func ask<Answer>(_ code: UInt, _ name: [UInt8], _ read: (NetlinkBytes) -> Answer?) -> Answer? {
    request(code, name).flatMap { read(NetlinkBytes($0.span)) }
  }
}
