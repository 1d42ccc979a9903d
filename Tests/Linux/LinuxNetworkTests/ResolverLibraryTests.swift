import Foundation
import Glibc
import TestSupport
import Testing

@testable import LinuxNetwork

/// Our reading of /etc/resolv.conf, compared with the C library's.
@Suite(.timeLimit(.minutes(5))) struct `In a new namespace, the resolver's file` {
  @Test(.enabled(if: Namespace.work == .nameservers, "runs only in its namespace"))
  func `nameservers`() throws {
    let scratch = try Scratch()
    let file = try scratch.write("resolv.conf", "")
    let mount = Process()
    mount.executableURL = URL(filePath: "/usr/bin/mount")
    mount.arguments = ["--bind", file, "/etc/resolv.conf"]
    try mount.run(forAtMost: 10)
    mount.waitUntilExit()
    try #require(mount.terminationStatus == 0)
    for variable in ["LOCALDOMAIN", "RES_OPTIONS"] { unsetenv(variable) }
    var generator = SeededRandom()
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...4, using: &generator)).map { _ in line(&generator) }.joined(separator: "\n")
      try Data(text.utf8).write(to: URL(filePath: file))
      let configuration = ResolverFiles(configurationFile: file, upstreamFile: "").configuration
      let library = try #require(LibraryResolver())
      let servers = configuration.servers.prefix(3).map { String($0.prefix { $0 != "%" }) }
      #expect(servers == library.servers, Comment(rawValue: text.debugDescription))
      #expect(Array(configuration.search.prefix(6)) == library.search, Comment(rawValue: text.debugDescription))
      #expect(configuration.ndots == library.ndots, Comment(rawValue: text.debugDescription))
    }
  }

  private func line(_ generator: inout SeededRandom) -> String {
    let keywords = ["nameserver", "nameserver", "search", "domain", "options", "#nameserver", ";", "nameserverx", ""]
    let values = [
      "192.0.2.1", "127.1", "0x7f000001", "010.1.1.1", "1.2.3.4.5", "192.0.2.1:53", "192.0.2.1#53", "2001:db8::1",
      "2001:DB8:0:0::1", "fe80::1%lo", "fe80::1%none", "::ffff:192.0.2.1", "::192.0.2.1", "[::1]", "a.example", "", "1",
      "192.0.2.9x", "b.example c.example", "256.0.0.1", "ndots:3", "edns0 ndots:99", "ndots:-1", "ndots:x", "ndots:2x",
      "timeout:1", "ndots: 5", "xndots:4 ndots:0",
    ]
    func pick(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "" }
    return pick(["", "", "", " ", "\t"]) + pick(keywords) + pick([" ", " ", "\t", "  ", ""]) + pick(values)
      + pick(["", "", " ", "\r", " # note", "\tx", "\0y"])
  }
}

/// The configuration that `res_ninit` reads.
private struct LibraryResolver {
  let servers: [String]
  let search: [String]
  let ndots: Int

  /// Source: `struct __res_state`, bits/types/res_state.h, on a 64-bit machine.
  init?() {
    typealias Initialize = @convention(c) (UnsafeMutableRawPointer) -> Int32
    guard let symbol = dlsym(nil, "__res_ninit") ?? dlsym(nil, "res_ninit") else { return nil }
    let state = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 8)
    state.initializeMemory(as: UInt8.self, repeating: 0, count: 1024)
    defer { state.deallocate() }
    guard unsafeBitCast(symbol, to: Initialize.self)(state) == 0 else { return nil }
    servers = (0..<Int(state.load(fromByteOffset: 16, as: Int32.self))).map { index in
      let server = state + 20 + 16 * index
      let isIPv4 = server.load(as: sa_family_t.self) == sa_family_t(AF_INET)
      let long = state.load(fromByteOffset: 536 + 8 * index, as: UnsafeRawPointer?.self)
      let octets =
        isIPv4
        ? (0..<4).map { server.load(fromByteOffset: 4 + $0, as: UInt8.self) }
        : long.map { long in (0..<16).map { long.load(fromByteOffset: 8 + $0, as: UInt8.self) } } ?? []
      return IPAddress(octets)?.description ?? "none"
    }
    ndots = Int(state.load(fromByteOffset: 392, as: UInt8.self) & 15)
    var search: [String] = []
    while search.count < 6, let name = state.load(fromByteOffset: 72 + 8 * search.count, as: UnsafePointer<CChar>?.self)
    {
      search.append(String(cString: name))
    }
    self.search = search
  }
}
