import Testing

@testable import LinuxNetwork

@Suite struct `A netlink reply` {
  private func replay(_ name: String) throws -> (records: [UInt16], reply: NetlinkReply) {
    try Fixture(name).replay { message, _ in message.type }
  }

  @Test func `ends with the kernel's error and its explanation`() throws {
    let error = try #require(throws: NetworkError.self) { try replay("synthetic/done-with-error") }
    #expect(error.code == .invalidRequest)
    #expect(error.errorNumber == 22)
    #expect(error.kernelMessage == "synthetic text")
    #expect(error.description.contains("Invalid argument (errno 22): synthetic text"))
  }

  @Test(arguments: [
    ("rt-getlink-strict-error", 22, "Invalid values in header for link dump request"),
    ("rt-getroute-no-table", 2, "ipv4: FIB table does not exist"),
  ])
  func `shows the explanation of a real kernel`(_ file: String, _ number: Int32, _ text: String) throws {
    let error = try #require(throws: NetworkError.self) { try replay("k6.1-open-tricky/\(file)") }
    #expect(error.errorNumber == number)
    #expect(error.kernelMessage == text)
  }

  @Test func `reports a family that does not exist`() throws {
    let error = try #require(throws: NetworkError.self) { try replay("k6.1-no-wifi/ctrl-getfamily-nl80211") }
    #expect(error.code == .notFound)
  }

  @Test func `is interrupted if only its last message has the flag`() throws {
    #expect(try replay("synthetic/dump-intr-on-done").reply.isInterrupted)
  }

  @Test func `is interrupted if one of its messages has the flag`() throws {
    let (records, reply) = try replay("k6.1-dump-interrupted/rt-getlink-dump-interrupted")
    #expect(reply.isInterrupted)
    #expect(records.count > 60)
  }

  @Test func `is interrupted by an overrun`() throws {
    #expect(try replay("synthetic/overrun").reply.isInterrupted)
  }

  @Test func `skips the answer to an older request`() throws {
    let (records, reply) = try replay("synthetic/wrong-seq")
    #expect(records.count == 1)
    #expect(reply.isComplete)
  }

  @Test func `skips a no-op message`() throws {
    let (records, reply) = try replay("synthetic/noop")
    #expect(records.isEmpty)
    #expect(reply.isComplete)
  }

  @Test func `accepts a last message without padding`() throws {
    #expect(try replay("synthetic/last-message-unaligned").records == [100])
  }

  @Test(arguments: ["error-short", "msg-length-below-header"])
  func `rejects invalid replies`(_ file: String) throws {
    let error = try #require(throws: NetworkError.self) { try replay("synthetic/\(file)") }
    #expect(error.code == .malformed)
  }

  @Test func `ignores messages of other processes`() throws {
    let fixture = try Fixture("synthetic/wrong-seq")
    var reply = NetlinkReply(to: "testing", sequence: 1, port: 100, isDump: true)
    for datagram in fixture.received {
      try reply.consume(NetlinkBytes(datagram.span), from: 4711) { _, _ throws(NetworkError) in
        Issue.record("a message of another process was accepted")
      }
    }
    #expect(!reply.isComplete)
  }

  @Test func `ignores messages for another port`() throws {
    let fixture = try Fixture("synthetic/dump-intr-on-done")
    var reply = NetlinkReply(to: "testing", sequence: 1, port: 101, isDump: true)
    for datagram in fixture.received {
      try reply.consume(NetlinkBytes(datagram.span), from: 0) { _, _ throws(NetworkError) in }
    }
    #expect(!reply.isComplete)
    #expect(!reply.isInterrupted)
  }

  @Test func `accepts the error number without a negation`() throws {
    var done = try #require(try Fixture("synthetic/done-with-error").received.first)
    done.replaceSubrange(16..<20, with: Int32.min.octets)
    var reply = NetlinkReply(to: "testing", sequence: 1, port: 100, isDump: true)
    #expect(throws: NetworkError.self) {
      try reply.consume(NetlinkBytes(done.span), from: 0) { _, _ throws(NetworkError) in }
    }
  }

  @Test func `to a single request is complete with the first message`() throws {
    #expect(try replay("k6.1-open-tricky/rt-getroute-lookup").records == [24])
  }
}

@Suite struct `A dump` {
  @Test(arguments: [(0, 1, true), (1, 2, true), (4, 5, true), (5, 5, false), (9, 5, false)])
  func `that a change interrupts is read at most five times`(
    _ interruptions: Int, _ attempts: Int, _ isConsistent: Bool
  ) throws {
    var made = 0
    let dump = try Dump<Int>.retrying { take throws(NetworkError) in
      made += 1
      take(made)
      return made > interruptions
    }
    #expect(made == attempts)
    #expect(dump.isConsistent == isConsistent)
    // Only the last attempt counts: no record is duplicated.
    #expect(dump.records == [attempts])
  }

  @Test func `without an answer ends with a timeout`() throws {
    var socket = try NetlinkSocket(.route, timeout: .milliseconds(30))
    let request = NetlinkRequest("sending an unanswered request", type: 18, dump: true, header: [])
    let error = try #require(throws: NetworkError.self) { try socket.dump(request, LinkMessage.init) }
    #expect([.timedOut, .invalidRequest].contains(error.code))
    // The socket stays usable: a late answer to the old request is not taken for the next answer.
    #expect(try socket.dump(LinkMessage.dump, LinkMessage.init).records.isEmpty == false)
  }
}

@Suite struct `A netlink attribute` {
  private func points(_ file: String) throws -> [AccessPointMessage] {
    try Fixture("synthetic/\(file)").replay(AccessPointMessage.init).records
  }

  @Test func `that is unknown, and a longer structure, change nothing`() throws {
    let counters = (0..<10).flatMap { UInt64($0 + 1).octets }
    for grown in [counters, counters + [UInt8](repeating: 9, count: 200)] {
      let statistics = Made.link(2, "eth0", more: [(0x3ff0, [1, 2, 3]), (23, grown), (0x8ff1, [])]).statistics
      #expect(statistics?.receivedPackets == 1 && statistics?.collisions == 10)
    }
    #expect(Made.link(2, "eth0", more: [(23, Array(counters.dropLast()))]).statistics == nil)
  }

  @Test(arguments: ["attr-length-past-end", "attr-length-zero"])
  func `with an impossible length ends its message`(_ file: String) throws {
    #expect(try points(file).isEmpty)
  }

  @Test func `of an access point with authentication only is no membership`() throws {
    let point = try #require(try points("bss-status-authenticated").first)
    #expect(!point.isJoined)
    #expect(point.ssid == Array("auth".utf8))
  }

  @Test func `whose SSID element is truncated has no name, but is joined`() throws {
    let point = try #require(try points("ssid-element-truncated").first)
    #expect(point.isJoined)
    #expect(point.ssid == nil)
  }
}
