import Testing

@testable import LinuxNetwork

@Suite struct `Without netlink` {
  /// The contents of /proc on a recorded machine, and netlink's properties of each interface.
  private func snapshots(_ machine: RecordedMachine) throws -> (proc: NetworkSnapshot, netlink: NetworkSnapshot) {
    let sections = try Fixture.text("\(machine.name)/proc-sys.txt").split(separator: "== ")
    func file(_ path: String) -> [UInt8] {
      let section = sections.first { $0.hasPrefix(path + "\n") }
      return Array((section ?? "").utf8.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
    }
    let files = ProcFiles(
      dev: file("/proc/net/dev"), route: file("/proc/net/route"), ipv6Route: file("/proc/net/ipv6_route"),
      ifInet6: file("/proc/net/if_inet6"), wireless: file("/proc/net/wireless"))
    let netlink = try machine.snapshot()
    let proc = NetworkSnapshot(
      files,
      describe: { name in
        netlink.links.first { $0.name == name }.map { link in
          InterfaceRequests.Facts(
            index: link.index, flags: UInt16(truncatingIfNeeded: link.flags.rawValue), mtu: link.mtu ?? 0,
            hardwareType: link.hardwareType, mac: link.mac, address: nil)
        }
      }
    ) { family in netlink.outgoing.first { $0.family == family }?.source }
    return (proc, netlink)
  }

  @Test(arguments: RecordedMachine.all)
  func `the common part of the status is the same`(_ machine: RecordedMachine) throws {
    let (proc, netlink) = try snapshots(machine)
    let (poor, rich) = (NetworkStatus(proc), NetworkStatus(netlink))
    #expect(poor.source == .proc)
    let routes = { (status: NetworkStatus) in
      status.defaultRoutes.map { "\($0.family) \($0.gateway ?? "-") \($0.interface) \($0.metric) \($0.table)" }
    }
    #expect(routes(poor) == routes(rich))
    #expect(poor.connected == rich.connected)
    #expect(poor.interfaces.map(\.name) == rich.interfaces.map(\.name))
    #expect(poor.interfaces.map(\.up) == rich.interfaces.map(\.up))
    #expect(poor.interfaces.map(\.mac) == rich.interfaces.map(\.mac))
    #expect(poor.interfaces.allSatisfy { $0.statistics != nil })
    let ipv6 = { (status: NetworkStatus) in
      Set(
        status.interfaces.flatMap { $0.addresses }.filter { $0.family == .ipv6 }.map {
          "\($0.address)/\($0.prefixLength) \($0.scope)"
        })
    }
    #expect(ipv6(poor) == ipv6(rich))
  }

  @Test func `this machine's status agrees with netlink in the properties that /proc has`() throws {
    let (poor, rich) = (NetworkStatus(.withoutNetlink()), try NetworkReader().status())
    #expect(poor.interfaces.map(\.name) == rich.interfaces.map(\.name))
    #expect(poor.interfaces.map(\.mtu) == rich.interfaces.map(\.mtu))
    #expect(poor.interfaces.map(\.mac) == rich.interfaces.map(\.mac))
    #expect(poor.interfaces.map(\.running) == rich.interfaces.map(\.running))
    #expect(poor.interfaces.map(\.kind) == rich.interfaces.map(\.kind))
    #expect(poor.connected == rich.connected && poor.connectionType == rich.connectionType)
  }

  @Test func `tables may contain any bytes`() {
    let noise = (0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 7919) }
    let words = (0..<4096).map {
      " \n:0fx"[" \n:0fx".index(" \n:0fx".startIndex, offsetBy: $0 &* 7919 % 6)].asciiValue ?? 0
    }
    for bytes in [noise, words] {
      let files = ProcFiles(dev: bytes, route: bytes, ipv6Route: bytes, ifInet6: bytes, wireless: bytes, pppoe: bytes)
      #expect(NetworkSnapshot(files, describe: { _ in nil }, source: { _ in nil }).links.isEmpty)
      _ = files.sessionDevices
    }
  }

  @Test(arguments: [(Int32.min, nil), (-21_474_837, nil), (-71, -7100)] as [(Int32, Int32?)])
  func `a signal out of range is nil`(_ dbm: Int32, _ millibel: Int32?) {
    #expect(AccessPointMessage(joined: [], frequencyMHz: nil, signalDbm: dbm).signalMillibel == millibel)
  }

  @Test func `interface names may contain all characters that the kernel allows`() {
    let dev = "header\nheader\nx\"y$(z): 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n  cut: 1 2\n"
    let files = ProcFiles(dev: Array(dev.utf8))
    #expect(files.interfaces.map { String(kernelText: $0.name) } == ["x\"y$(z)", "cut"])
    #expect(files.interfaces.first?.statistics?.sentBytes == 9)
    #expect(files.interfaces.last?.statistics == nil)
  }
}
