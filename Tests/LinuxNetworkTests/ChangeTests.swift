import Testing

@testable import LinuxNetwork

@Suite struct `A change detector` {
  private let start = ContinuousClock.now

  private func time(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  @Test func `has nothing to look for until something happens`() {
    let detector = Detector(settle: .milliseconds(150))
    #expect(detector.timeToLook(at: time(0)) == nil)
    #expect(!detector.shouldLook(at: time(1000)))
  }

  @Test func `takes the steps of a roam for one event`() {
    let detector = Detector(settle: .milliseconds(200))
    // Disconnected, connected, and running again after 64 ms, as recorded.
    for event in [0, 17, 64] { detector.notice(at: time(event)) }
    for moment in 0..<264 { #expect(!detector.shouldLook(at: time(moment))) }
    #expect(detector.shouldLook(at: time(264)))
    #expect(detector.timeToLook(at: time(264)) == nil)
  }

  @Test func `waits for quiet, and looks once`() {
    let detector = Detector(settle: .milliseconds(150))
    detector.notice(at: time(0))
    detector.notice(at: time(100))
    #expect(detector.timeToLook(at: time(100)) == .milliseconds(150))
    #expect(!detector.shouldLook(at: time(249)))
    #expect(detector.shouldLook(at: time(250)))
    #expect(!detector.shouldLook(at: time(250)))
    #expect(detector.timeToLook(at: time(250)) == nil)
  }

  @Test func `loses patience when it never gets quiet`() {
    let detector = Detector(settle: .milliseconds(150))
    for event in stride(from: 0, through: 1490, by: 10) {
      detector.notice(at: time(event))
      #expect(!detector.shouldLook(at: time(event)))
    }
    #expect(detector.shouldLook(at: time(1500)))
  }

  @Test func `waits for as long as a number can say`() throws {
    let bell = try ThreadWaker()
    bell.ring()
    #expect(try SystemCalls.wait(for: [bell.readable], timeout: .seconds(Int64.max)) == [true])
    let patient = ChangeDetector(settle: .seconds(Int64.max))
    #expect(patient.timeToLook(at: .now) == nil)
  }

  @Test func `looks at most once a second while the kernel loses events`() {
    let detector = Detector(settle: .milliseconds(150))
    detector.noticeOverflow(at: time(0))
    #expect(detector.shouldLook(at: time(150)))
    detector.noticeOverflow(at: time(160))
    #expect(!detector.shouldLook(at: time(1149)))
    #expect(detector.shouldLook(at: time(1150)))
  }
}

/// A detector that `#expect` can ask: macros cannot call what mutates a value.
private final class Detector {
  private var detector: ChangeDetector

  init(settle: Duration) { detector = ChangeDetector(settle: settle) }

  func notice(at now: ContinuousClock.Instant) { detector.notice(at: now) }
  func noticeOverflow(at now: ContinuousClock.Instant) { detector.noticeOverflow(at: now) }
  func timeToLook(at now: ContinuousClock.Instant) -> Duration? { detector.timeToLook(at: now) }
  func shouldLook(at now: ContinuousClock.Instant) -> Bool { detector.shouldLook(at: now) }
}

@Suite struct `An event` {
  /// The recorded events with the second at which they came: what happened when is in timeline.txt beside them.
  private func events(_ file: String) throws -> [(second: Double, bytes: [UInt8])] {
    var events: [(Double, [UInt8])] = []
    var second = 0.0
    for line in try Fixture.text("k6.1-events/\(file).nl").split(separator: "\n") {
      if line.hasPrefix("@ t ") { second = Double(line.dropFirst(4)) ?? second }
      if line.hasPrefix("< ") { events.append((second, octets(line.dropFirst(2)))) }
    }
    return events
  }

  @Test func `of a scan is noise`() throws {
    for (second, bytes) in try events("mcast-rtnetlink") where (3...4).contains(second) {
      #expect(!matters(route: bytes), "at \(second)")
    }
    for (second, bytes) in try events("mcast-nl80211") where (3...4).contains(second) || second > 6.5 {
      #expect(!matters(generic: bytes), "at \(second)")
    }
  }

  @Test func `of a link that is gone, of an address and of a route matters`() throws {
    let counted = try events("mcast-rtnetlink").filter { (4.25...4.4).contains($0.second) }
    #expect(counted.count > 10)
    for (second, bytes) in counted { #expect(matters(route: bytes), "at \(second)") }
  }

  @Test func `of a WiFi connection made or lost matters`() throws {
    let counted = try events("mcast-nl80211").filter { matters(generic: $0.bytes) }
    #expect(counted.map(\.second).map { ($0 * 10).rounded() / 10 } == [0.6, 1.7, 6.1])
  }

  @Test func `of a family that comes or goes matters`() throws {
    let family = try #require(try Fixture("k6.1-events/ctrl-getfamily-nl80211").received.first)
    #expect(changesFamilies(family))
    #expect(!changesFamilies(try events("mcast-nl80211")[0].bytes))
  }

  @Test func `that cannot be read matters`() {
    #expect(matters(route: [1, 2, 3]))
  }
}

private func matters(route bytes: [UInt8]) -> Bool { ChangeEvent.matters(route: NetlinkBytes(bytes.span)) }
private func matters(generic bytes: [UInt8]) -> Bool { ChangeEvent.matters(generic: NetlinkBytes(bytes.span)) }
private func changesFamilies(_ bytes: [UInt8]) -> Bool {
  ChangeEvent.changesFamilies(generic: NetlinkBytes(bytes.span))
}

@Suite struct `After a failure` {
  private let begin = ContinuousClock.now

  @Test func `it is tried again, each time later, and then given up`() {
    var backoff = Backoff()
    let pauses = (0..<7).map { backoff.pause(at: begin + .seconds($0)) }
    #expect(pauses == [100, 200, 400, 800, 1600, 3200].map { .milliseconds($0) } + [nil])
  }

  @Test func `one that comes after a minute in peace is the first again`() {
    var backoff = Backoff()
    for _ in 0..<6 { _ = backoff.pause(at: begin) }
    #expect(backoff.pause(at: begin + .seconds(61)) == .milliseconds(100))
  }
}
