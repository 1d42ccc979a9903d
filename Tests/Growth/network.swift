@testable import LinuxNetwork

@main struct NetworkGrowth {
  static func main() {
    for family in messages + wireless + statuses + texts { family.measure() }
  }

  // MARK: Bytes

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number) { Array($0) }
  }

  private static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: -value.count & 3)
    return bytes(UInt16(value.count + 4)) + bytes(type) + value + padding
  }

  private static func message(_ type: UInt16, _ payload: [UInt8], length: Int? = nil) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: -payload.count & 3)
    return bytes(UInt32(length ?? payload.count + 16)) + bytes(type) + bytes(UInt16(0)) + bytes(UInt64(0)) + payload
      + padding
  }

  private static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    Array(repeatElement(bytes, count: count).joined())
  }

  private static func each(_ count: Int, _ bytes: (Int) -> [UInt8]) -> [UInt8] {
    Array((0..<count).map(bytes).joined())
  }

  private static func link(_ index: Int, _ flags: UInt32 = 0x10041, kind: String = "", _ more: [UInt8] = []) -> [UInt8]
  {
    message(
      16,
      bytes(UInt32(1 << 16)) + bytes(Int32(index)) + bytes(flags) + bytes(UInt32(0))
        + attribute(3, Array("eth\(index)\0".utf8)) + attribute(4, bytes(UInt32(1500))) + attribute(16, [6])
        + attribute(18, attribute(1, Array(kind.utf8))) + more)
  }

  private static func address(_ index: Int, of link: Int) -> [UInt8] {
    message(20, [2, 24, 0, 0] + bytes(Int32(link)) + attribute(2, [10] + bytes(UInt32(index).byteSwapped).dropFirst()))
  }

  private static func route(_ attributes: [UInt8]) -> [UInt8] {
    message(24, [2, 0, 0, 0, 254, 3, 0, 1] + bytes(UInt32(0)) + attributes)
  }

  private static func hop(_ number: Int) -> [UInt8] {
    bytes(UInt16(16)) + [0, 0] + bytes(Int32(number)) + attribute(5, bytes(UInt32(number).byteSwapped))
  }

  // MARK: Messages

  /// What an answer of the kernel holds.
  private static func read(_ bytes: [UInt8]) -> NetworkSnapshot {
    var snapshot = NetworkSnapshot()
    var nexthops: [NexthopMessage] = []
    var reply = NetlinkReply(to: "reading", sequence: 0, port: 0, isDump: true)
    let bytes = NetlinkBytes(bytes.span)
    do throws(NetworkError) {
      try reply.consume(bytes, from: 0) { message, bytes in
        if let link = LinkMessage(message, bytes) { snapshot.links.append(link) }
        if let address = AddressMessage(message, bytes) { snapshot.addresses.append(address) }
        if let route = RouteMessage(message, bytes) { snapshot.routes.append(route) }
        if let nexthop = NexthopMessage(message, bytes) { nexthops.append(nexthop) }
        use(GenericFamily(message, bytes))
        use(AccessPointMessage(message, bytes))
        use(StationMessage(message, bytes))
        use(WireGuardMessage(message, bytes, for: AddressFamily.ipv4.publicAddress))
      }
    } catch {
      use(error.description)
    }
    let objects = Nexthops(nexthops)
    for index in snapshot.routes.indices { snapshot.routes[index].resolve(objects) }
    return snapshot
  }

  private static func netlink(_ name: String, _ count: Int, _ make: @escaping (Int) -> [UInt8]) -> Family {
    Family("netlink", name, count) { count in
      let bytes = make(count)
      return { use(read(bytes)) }
    }
  }

  private static var messages: [Family] {
    [
      netlink("links", 100) { each($0) { link($0 + 1) } },
      netlink("messages without a payload", 500) { repeated(message(99, []), $0) },
      netlink("messages without a length", 500) { message(3, []) + repeated(message(16, [], length: 0), $0) },
      netlink("lengths of zero", 500) { repeated(message(16, [], length: 0), $0) },
      netlink("attributes without a value", 500) { link(1, repeated(attribute(99, []), $0)) },
      netlink("attributes in attributes", 50) { count in
        link(1, repeated((0..<10).reduce([]) { value, _ in attribute(18, value) }, count))
      },
      netlink("attributes without a length", 500) { link(1, [UInt8](repeating: 0, count: $0 * 4)) },
      netlink("names of a link", 500) { link(1, attribute(52, repeated(attribute(53, Array("a\0".utf8)), $0))) },
      netlink("data of a link's kind", 300) { count in
        let kind = attribute(1, Array(repeating: UInt8(ascii: "a"), count: count * 8))
        return link(1, attribute(18, kind + repeated(attribute(2, []), count)))
      },
      netlink("one long name", 4000) { link(1, attribute(20, [UInt8](repeating: 0xff, count: $0))) },
      netlink("addresses", 200) { each($0) { address($0, of: 1) } },
      netlink("routes", 200) { each($0) { route(attribute(4, bytes(Int32($0)))) } },
      netlink("hops of a route", 300) { route(attribute(9, each($0, hop))) },
      netlink("routes of nexthops", 200) { count in
        each(count) { route(attribute(30, bytes(UInt32($0)))) }
          + each(count) {
            message(104, bytes(UInt64(2)) + attribute(1, bytes(UInt32($0))) + attribute(5, bytes(Int32($0))))
          }
      },
      netlink("members of a nexthop", 200) { count in
        route(attribute(30, bytes(UInt32(count))))
          + message(
            104,
            bytes(UInt64(2)) + attribute(1, bytes(UInt32(count))) + attribute(2, each(count) { bytes(UInt64($0)) }))
          + each(count) {
            message(104, bytes(UInt64(2)) + attribute(1, bytes(UInt32($0))) + attribute(5, bytes(Int32($0))))
          }
      },
      netlink("groups of a family", 150) { count in
        let groups = each(count) {
          attribute(1, attribute(1, Array("group\($0)\0".utf8)) + attribute(2, bytes(UInt32($0))))
        }
        return message(16, bytes(UInt32(0)) + attribute(1, bytes(UInt16(20))) + attribute(7, groups))
      },
      netlink("peers of a tunnel", 150) { count in
        let peer = attribute(0, attribute(4, bytes(UInt16(2)) + [UInt8](repeating: 7, count: 14)) + attribute(9, []))
        return message(99, bytes(UInt32(0)) + attribute(8, repeated(peer, count)))
      },
      netlink("networks of a peer", 150) { count in
        let network = attribute(0, attribute(2, [0, 0, 0, 0]) + attribute(3, [0]))
        return message(99, bytes(UInt32(0)) + attribute(8, attribute(0, attribute(9, repeated(network, count)))))
      },
      Family("netlink", "events", 500) { count in
        let bytes = repeated(message(16, []), count)
        return {
          let bytes = NetlinkBytes(bytes.span)
          use((ChangeFilter.isRelevant(route: bytes), ScanEnd(bytes, interface: 3)))
        }
      },
    ]
  }

  // MARK: WiFi

  /// An access point with broadcast elements.
  private static func point(_ elements: [UInt8], at number: Int = 1) -> [UInt8] {
    let point = attribute(1, [2, 0, 0] + bytes(UInt32(number).byteSwapped).dropFirst()) + attribute(6, elements)
    return message(99, [34, 0, 0, 0] + attribute(47, point))
  }

  private static func element(_ id: UInt8, _ value: [UInt8]) -> [UInt8] { [id, UInt8(value.count)] + value }

  /// A list of so many suites of ciphers.
  private static func security(_ suites: Int, of vendor: Int) -> [UInt8] {
    let suite = { (number: Int) in
      [UInt8(truncatingIfNeeded: vendor >> 8), UInt8(truncatingIfNeeded: vendor), 9, UInt8(number)]
    }
    return element(48, [1, 0, 0, 15, 172, 4] + bytes(UInt16(suites)) + each(suites, suite))
  }

  private static func list(_ bytes: [UInt8]) -> [AccessPointMessage] {
    var points: [AccessPointMessage] = []
    let bytes = NetlinkBytes(bytes.span)
    var messages = NetlinkMessages()
    while let message = try! messages.next(in: bytes) {
      if let point = AccessPointMessage(message, bytes) { points.append(point) }
    }
    return points
  }

  private static var wireless: [Family] {
    [
      netlink("elements without a value", 2000) { point(repeated(element(7, []), $0)) },
      netlink("elements of a vendor", 500) { point(repeated(element(221, [0, 0x50, 0xf2, 17, 1]), $0)) },
      netlink("suites of security", 25) { point(each($0) { security(50, of: $0) }) },
      netlink("rates of a station", 100) { count in
        let rate = attribute(8, repeated(attribute(2, [7]), 8))
        return message(99, [19, 0, 0, 0] + attribute(6, [2, 0, 0, 0, 0, 1]) + attribute(21, repeated(rate, count)))
      },
      Family("netlink", "access points", 100) { count in
        let bytes = each(count) { point(element(0, $0 % 2 == 0 ? [] : Array("a\($0)".utf8)), at: $0) }
        return { use(list(bytes).map { WiFiAccessPoint($0, interface: []) }.withoutHiddenDuplicates) }
      },
    ]
  }

  // MARK: Statuses

  private static func status(
    _ name: String, _ count: Int, _ make: @escaping (Int) -> [UInt8],
    change: @escaping (inout NetworkSnapshot) -> Void = { _ in }
  ) -> Family {
    Family("network status", name, count) { count in
      var snapshot = read(make(count))
      change(&snapshot)
      return {
        let status = NetworkStatus(snapshot)
        use(ObservableStatus(status).differs(from: ObservableStatus(status)))
      }
    }
  }

  /// Packets to a public address take the first route.
  private static func followFirst(_ snapshot: inout NetworkSnapshot) {
    var way = OutgoingRoute(snapshot.routes[0])
    way.entry = snapshot.routes[0]
    snapshot.outgoing = [way]
  }

  private static var statuses: [Family] {
    let preferred = attribute(7, [10, 0, 0, 1])
    return [
      status("links", 100) { each($0) { link($0 + 1) } },
      status("links without a carrier", 100) { count in
        each(count) { link($0 + 1, 0, kind: "veth") } + each(count) { address($0, of: $0 + 1) }
      },
      status("addresses of a link", 200) { link(1) + each($0) { address($0, of: 1) } },
      status("default routes", 100) { link(1) + repeated(route(attribute(4, bytes(Int32(1)))), $0) },
      status("hops of the default route", 200) { count in
        link(1) + route(attribute(9, each(count, hop)) + preferred)
      } change: {
        followFirst(&$0)
      },
      status("ports of a bridge", 100) { count in
        link(1, kind: "bridge") + each(count) { link($0 + 2, attribute(10, bytes(Int32(1)))) }
          + route(attribute(4, bytes(Int32(1))) + preferred)
      } change: {
        followFirst(&$0)
      },
      status("bridges in a bridge", 100) { count in
        each(count) { link($0 + 1, kind: "bridge", attribute(10, bytes(Int32(1)))) }
          + route(attribute(4, bytes(Int32(1))) + preferred)
      } change: {
        followFirst(&$0)
      },
      status("tunnels in a bridge", 100) { count in
        link(1, kind: "bridge") + each(count) { link($0 + 2, kind: "gretap", attribute(10, bytes(Int32(1)))) }
          + route(attribute(4, bytes(Int32(1))) + preferred)
      } change: {
        followFirst(&$0)
      },
      status("sessions", 100) { count in
        each(count) { link($0 + 1, kind: "ppp") } + route(attribute(4, bytes(Int32(1))) + preferred)
      } change: {
        $0.sessionDevices = Set($0.links.map(\.name))
        followFirst(&$0)
      },
    ]
  }

  private static func link(_ index: Int, _ more: [UInt8]) -> [UInt8] { link(index, kind: "", more) }

  // MARK: Texts

  private static func resolver(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("resolver's files", name, count, text: text) { use(DNSConfiguration(resolvConf: $0)) }
  }

  private static func proc(_ name: String, _ count: Int, _ files: @escaping (Int) -> ProcFiles) -> Family {
    Family("tables of /proc", name, count) { count in
      let files = files(count)
      return {
        use((files.interfaces, files.wirelessSignals, files.sessionDevices, files.ipv6Addresses))
        use(files.routes([Array("eth0".utf8): 1]))
      }
    }
  }

  private static func lines(_ count: Int, _ line: String) -> [UInt8] {
    Array((line + "\n").utf8).withUnsafeBufferPointer { line in Array(repeatElement(Array(line), count: count).joined())
    }
  }

  private static func probe(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("probe's answers", name, count, text: text) { use(ProbeAnswer.parse($0, hasEnded: true)) }
  }

  private static func text(_ times: Int, _ text: String) -> String { String(repeating: text, count: times) }

  private static var texts: [Family] {
    [
      resolver("servers", 200) { text($0, "nameserver 192.0.2.1\n") },
      resolver("domains", 500) { "search" + text($0, " a.example") },
      resolver("searches", 200) { text($0, "search a.example b.example\n") },
      resolver("options", 300) { "options" + text($0, " ndots:") },
      resolver("blanks", 4000) { text($0, " \t") },
      resolver("a zone", 4000) { "nameserver fe80::1%" + text($0, "a") },
      resolver("a server of many digits", 4000) { "nameserver " + text($0, "1.") },
      resolver("octets of zero", 4000) { text($0, "\0\n") },
      proc("interfaces", 100) { ProcFiles(dev: lines($0 + 2, "eth0: " + text(16, " 1"))) },
      proc("columns of an interface", 1000) { ProcFiles(dev: lines(2, "") + lines(3, "eth0:" + text($0, " 1"))) },
      proc("routes", 100) {
        ProcFiles(
          route: lines($0, "eth0 00000000 0100000A 0003 0 0 100 00000000"),
          ipv6Route: lines($0, "\(text(32, "0")) 00 \(text(32, "0")) 00 \(text(32, "0")) 1 1 0 1 eth0"))
      },
      proc("addresses", 100) { ProcFiles(ifInet6: lines($0, "fe800000000000000000000000000001 02 40 20 80 eth0")) },
      proc("wireless interfaces", 100) { ProcFiles(wireless: lines($0 + 2, "wlan0: 0000 54. -56. -256")) },
      proc("sessions", 200) { ProcFiles(pppoe: lines($0 + 1, "00000001 02:00:5e:10:00:ff eth0")) },
      proc("digits", 4000) { ProcFiles(wireless: lines(2, "") + lines(1, "") + lines(1, "w: 0 0 " + text($0, "1"))) },
      probe("fields", 300) { "HTTP/1.1 200 OK\r\n" + text($0, "A: b\r\n") + "\r\n" },
      probe("interim answers", 200) { text($0, "HTTP/1.1 100 Continue\r\n\r\n") + "HTTP/1.1 204 No\r\n\r\n" },
      probe("chunks", 500) {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + text($0, "1\r\na\r\n") + "0\r\n"
      },
      probe("digits of a chunk", 4000) {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + text($0, "0") + "1\r\na"
      },
      probe("blanks", 4000) { "HTTP/1.1 200 OK\r\nA:" + text($0, " ") + "b\r\n\r\n" },
      probe("a head without an end", 4000) { "HTTP/1.1 200 OK\r\n" + text($0, "\r") },
      probe("an address", 4000) { "HTTP/1.1 302 Found\r\nLocation: http://" + text($0, "a") + "\r\n\r\n" },
      Family("kernel's texts", "octets that are no text", 1000) { count in
        let octets = [UInt8](repeating: 0xff, count: count)
        return { use(String(kernelText: octets)) }
      },
      Family("kernel's texts", "letters and octets", 1000) { count in
        let octets = repeated([0xc3, 0xa9, 0xf0, 0x9f], count)
        return { use(String(kernelText: octets)) }
      },
    ]
  }
}
