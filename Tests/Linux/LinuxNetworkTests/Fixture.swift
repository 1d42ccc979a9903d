import Foundation
import TestSupport

@testable import LinuxNetwork

/// A recorded request and answer of the kernel.
///
/// Tests/Fixtures/netlink/README.md describes the file format.
struct Fixture: CustomStringConvertible {
  let description: String
  private(set) var sent: [[UInt8]] = []
  private(set) var received: [[UInt8]] = []
  private(set) var port: UInt32 = 0
  /// Whether the answers come from a machine with the other byte order.
  private var isForeign = false

  /// Reads a fixture by its path, such as `k6.1-no-wifi/rt-getlink-dump`.
  init(_ name: String) throws {
    description = name
    for line in try Self.text("\(name).nl").split(separator: "\n") {
      if line.hasPrefix("> ") { sent.append(octets(line.dropFirst(2))) }
      if line.hasPrefix("< ") { received.append(octets(line.dropFirst(2))) }
    }
    // Every answer repeats the port of the requesting socket.
    port = received.first.flatMap { NetlinkBytes($0.span).uint32(at: 12) } ?? 0
  }

  /// The same fixture, converted to the other byte order.
  var swapped: Fixture {
    var fixture = self
    fixture.received = received.map(SwappedFixture.swap)
    fixture.isForeign = true
    return fixture
  }

  /// The sequence number of the request.
  ///
  /// Hand-made answers belong to request 1.
  var sequence: UInt32 { sent.first.flatMap { NetlinkBytes($0.span).uint32(at: 8) } ?? 1 }

  var isDump: Bool {
    sent.first.map { NetlinkBytes($0.span).uint16(at: 6).map { $0 & 0x300 == 0x300 } ?? false } ?? true
  }

  /// Passes the answer to a reply, as the socket does, and collects the results of `parse`.
  func replay<Record>(
    _ parse: (NetlinkMessage, NetlinkBytes) throws(NetworkError) -> Record?
  ) throws -> (records: [Record], reply: NetlinkReply) {
    var reply = NetlinkReply(to: "replaying \(description)", sequence: sequence, port: port, isDump: isDump)
    var records: [Record] = []
    for datagram in received where !reply.isComplete {
      try reply.consume(NetlinkBytes(datagram.span, isForeign: isForeign), from: 0) {
        message, bytes throws(NetworkError) in
        if let record = try parse(message, bytes) { records.append(record) }
      }
    }
    return (records, reply)
  }

  static let folder = repositoryFile("Tests/Fixtures/netlink")

  static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// The names of all recordings.
  static var all: [String] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".nl") }.map { String($0.dropLast(3)) }.sorted()
  }
}

/// Decodes a line of hexadecimal digits; spaces are ignored.
func octets(_ hex: some StringProtocol) -> [UInt8] {
  let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
