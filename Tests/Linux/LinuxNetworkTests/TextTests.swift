import Glibc
import TestSupport
import Testing

@testable import LinuxNetwork

@Suite struct `An IP address` {
  @Test func `has the C library's text form`() {
    var generator = SeededRandom()
    for _ in 0..<2000 {
      // Many zeros, so that runs of zeros occur.
      let groups = (0..<8).map { _ in
        Bool.random(using: &generator) ? UInt16(0) : UInt16.random(in: 0...0xffff, using: &generator)
      }
      let bytes = groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
      #expect(IPAddress(bytes)?.description == text(bytes, AF_INET6))
    }
  }

  @Test(arguments: [
    ("00000000000000000000000000000000", "::"), ("00000000000000000000000000000001", "::1"),
    ("20010db8000000000001000000000001", "2001:db8::1:0:0:1"),
    ("20010db8000100010001000100010000", "2001:db8:1:1:1:1:1:0"),
    ("00000000000000000000ffffc0000201", "::ffff:192.0.2.1"), ("fe800000000000000000000000000000", "fe80::"),
    ("c0000201", "192.0.2.1"), ("00000000", "0.0.0.0"),
  ])
  func `is formatted as in RFC 5952`(_ hex: String, _ text: String) {
    #expect(IPAddress(octets(hex))?.description == text)
  }

  @Test(arguments: [0, 1, 3, 5, 15, 17]) func `has four octets or sixteen`(_ count: Int) {
    #expect(IPAddress([UInt8](repeating: 1, count: count)) == nil)
  }

  private func text(_ bytes: [UInt8], _ family: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 64)
    inet_ntop(family, bytes, &buffer, 64)
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

@Suite struct `A name from the kernel` {
  @Test(arguments: [
    ("657468 30", "eth0"), ("fffe", "\\xff\\xfe"), ("61ff62", "a\\xffb"), ("c3bc80", "ü\\x80"),
    ("f09f9880f09f98", "😀\\xf0\\x9f\\x98"),
    ("782279", "x\"y"), ("c080", "\\xc0\\x80"), ("eda080", "\\xed\\xa0\\x80"), ("", ""), ("0a1b", "\n\u{1b}"),
  ])
  func `shows invalid text as numbers`(_ hex: String, _ text: String) {
    #expect(String(kernelText: octets(hex)) == text)
  }

  @Test func `of a device without a hardware address is missing`() {
    #expect(String(hardwareAddress: []) == nil)
    #expect(String(hardwareAddress: [0x02, 0, 0x5e, 0x10, 0, 0xff]) == "02:00:5e:10:00:ff")
  }
}

@Suite struct `A network's name` {
  @Test func `is text only if it is valid UTF-8 without a NUL`() {
    #expect(SSID(octets: Array("Café ☕".utf8))?.text == "Café ☕")
    #expect(SSID(octets: [0x41, 0])?.text == nil)
    #expect(SSID(octets: [0x41, 0])?.octets == [0x41, 0])
    #expect(SSID(octets: [0xff, 0xfe])?.text == nil)
    #expect(SSID(octets: [0x0a, 0x1b])?.text == "\n\u{1b}")
  }

  @Test func `has 1 to 32 octets that are not all zero`() {
    #expect(SSID(octets: []) == nil)
    #expect(SSID(octets: [0, 0, 0]) == nil)
    #expect(SSID(octets: [UInt8](repeating: 0x41, count: 32)) != nil)
    #expect(SSID(octets: [UInt8](repeating: 0x41, count: 33)) == nil)
  }
}

@Suite struct `A WiFi channel` {
  @Test(arguments: [
    (2412, 1, "2.4"), (2472, 13, "2.4"), (2484, 14, "2.4"), (5180, 36, "5"), (5825, 165, "5"), (5955, 1, "6"),
    (5935, 2, "6"), (7115, 233, "6"), (58320, 1, "60"), (60480, 2, "60"),
  ])
  func `follows from its frequency`(_ frequency: Int, _ number: Int, _ band: String) {
    #expect(WiFiChannel(frequencyMHz: frequency)?.number == number)
    #expect(WiFiChannel(frequencyMHz: frequency)?.band == band)
  }

  @Test(arguments: [0, 2400, 5930, 8000, -1]) func `outside the bands has no number`(_ frequency: Int) {
    #expect(WiFiChannel(frequencyMHz: frequency) == nil)
  }
}

@Suite struct `resolv.conf` {
  @Test(arguments: [
    ("nameserver 192.0.2.1\nnameserver 2001:db8::1\n", ["192.0.2.1", "2001:db8::1"], []),
    ("# nameserver 1.1.1.1\n; nameserver 2.2.2.2\nnameserver\t3.3.3.3  \n", ["3.3.3.3"], []),
    ("nameserver fe80::1%eth0\nsearch a.example b.example\n", ["fe80::1%eth0"], ["a.example", "b.example"]),
    (" nameserver 192.0.2.1\n\tsearch a.example\n", [], []),
    ("nameserver 192.0.2.1\r\nnameserver 192.0.2.2 \r\n", ["192.0.2.2"], []),
    (
      "nameserver 192.0.2.1:53\nnameserver 192.0.2.2#53\nnameserver [::1]\nnameserver 192.0.2.3 # own", ["192.0.2.3"],
      []
    ),
    (
      "nameserver 127.1\nnameserver 0x7f000001\nnameserver 2001:DB8:0:0::1\n",
      ["127.0.0.1", "127.0.0.1", "2001:db8::1"], []
    ),
    ("nameserver 192.0.2.1\0junk\nnameserver\0 192.0.2.2\n", ["192.0.2.1"], []),
    ("domain a.example b.example\nsearch\nsearch \n", [], ["a.example"]),
    ("search a.example\nsearch b.example c.example\n", [], ["b.example", "c.example"]),
    ("search old\ndomain new.example\nnameserver 9.9.9.9", ["9.9.9.9"], ["new.example"]),
    ("nameserver\nsearch\noptions edns0\n", [], []), ("", [], []), ("nameserver 127.0.0.53 # stub", ["127.0.0.53"], []),
  ])
  func `is read as the C library reads it`(_ text: String, _ servers: [String], _ search: [String]) {
    let configuration = DNSConfiguration(resolvConf: Array(text.utf8))
    #expect(configuration.servers == servers && configuration.search == search)
  }

  @Test(
    arguments: [
      ("options ndots:3 edns0\noptions\ttimeout:1", 3, ["ndots:3", "edns0", "timeout:1"]), ("", 1, []),
      ("options ndots:3\noptions ndots:x", 0, ["ndots:3", "ndots:x"]), ("options ndots:99", 15, ["ndots:99"]),
      ("options ndots:99999999999999999999", 15, ["ndots:99999999999999999999"]), ("options ndots:", 0, ["ndots:"]),
      ("options ndots: 5", 5, ["ndots:", "5"]), ("options ndots:-1 ", 15, ["ndots:-1"]), ("optionsx ndots:2", 1, []),
    ] as [(String, Int, [String])])
  func `has options, as the C library reads them`(_ text: String, _ ndots: Int, _ options: [String]) {
    let configuration = DNSConfiguration(resolvConf: Array(text.utf8))
    #expect(configuration.ndots == ndots && configuration.options == options)
  }

  @Test func `may contain any bytes`() {
    let bytes = (0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 7919) }
    #expect(DNSConfiguration(resolvConf: bytes).servers.isEmpty)
  }

  @Test func `that names only the local stub is detected`() {
    #expect(DNSConfiguration(servers: ["127.0.0.53"], search: []).namesOnlyLocalStub)
    #expect(!DNSConfiguration(servers: ["127.0.0.53", "192.0.2.1"], search: []).namesOnlyLocalStub)
  }
}

@Suite struct `The resolver's files` {
  @Test func `give the upstream servers if they name only the local stub`() throws {
    let scratch = try Scratch()
    var files = ResolverFiles()
    files.configurationFile = try scratch.write("stub.conf", "nameserver 127.0.0.53\nsearch a.example\n")
    files.upstreamFile = scratch.path("upstream.conf")
    #expect(files.configuration.servers == ["127.0.0.53"])
    _ = try scratch.write("upstream.conf", "nameserver 192.0.2.53\nnameserver fe80::1%eth0\n")
    #expect(files.configuration.servers == ["192.0.2.53", "fe80::1%eth0"])
  }

  @Test func `may be missing, a directory, or absurdly large`() throws {
    let scratch = try Scratch()
    var files = ResolverFiles()
    files.configurationFile = scratch.path("missing")
    #expect(files.configuration.servers == ["127.0.0.1"])
    files.configurationFile = scratch.path("")
    #expect(files.configuration.servers == ["127.0.0.1"])
    let lines = (0..<100_000).map { "nameserver 192.0.2.\($0 % 250)\n" }.joined() + "search example.org\n"
    files.configurationFile = try scratch.write("large", lines)
    let servers = files.configuration.servers
    #expect(servers.count == 1000 && files.configuration.search == ["example.org"])
    #expect(servers == (0..<servers.count).map { "192.0.2.\($0 % 250)" })
  }

  @Test func `are watched at their paths and at every symbolic link`() throws {
    let scratch = try Scratch()
    try scratch.link("etc.conf", to: "run/stub.conf")
    try scratch.link("run", to: scratch.path("real"))
    let entries = WatchedEntry.entries(opening: Array(scratch.path("etc.conf").utf8))
    let shown = entries.map { "\(String(kernelText: $0.directory)) \(String(kernelText: $0.name))" }
    #expect(shown == ["\(scratch.path("")) etc.conf", "\(scratch.path(""))/run stub.conf"])
    try scratch.link("loop", to: "loop")
    #expect(WatchedEntry.entries(opening: Array(scratch.path("loop").utf8)).count == 40)
  }
}
