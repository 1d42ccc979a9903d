import Testing

@testable import LinuxNetwork

@Suite struct `A change debouncer` {
  private let start = ContinuousClock.now

  private func time(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  @Test func `does not read before the first event`() {
    let debouncer = Detector(settle: .milliseconds(150))
    #expect(debouncer.delayBeforeRead(at: time(0)) == nil)
    #expect(debouncer.takeRead(at: time(1000)) == nil)
  }

  @Test func `treats the steps of a roam as one event`() {
    let debouncer = Detector(settle: .milliseconds(200))
    // Disconnected, connected, and running again after 64 ms, as recorded.
    for event in [0, 17, 64] { debouncer.recordEvent(at: time(event)) }
    for offset in 0..<264 { #expect(debouncer.takeRead(at: time(offset)) == nil) }
    #expect(debouncer.takeRead(at: time(264)) == .settled)
    #expect(debouncer.delayBeforeRead(at: time(264)) == nil)
  }

  @Test func `waits for a quiet time, and reads once`() {
    let debouncer = Detector(settle: .milliseconds(150))
    debouncer.recordEvent(at: time(0))
    debouncer.recordEvent(at: time(100))
    #expect(debouncer.delayBeforeRead(at: time(100)) == .milliseconds(150))
    #expect(debouncer.takeRead(at: time(249)) == nil)
    #expect(debouncer.takeRead(at: time(250)) == .settled)
    #expect(debouncer.takeRead(at: time(250)) == nil)
    #expect(debouncer.delayBeforeRead(at: time(250)) == nil)
  }

  @Test func `reads after a maximum delay if events keep arriving`() {
    let debouncer = Detector(settle: .milliseconds(150))
    for event in stride(from: 0, through: 1490, by: 10) {
      debouncer.recordEvent(at: time(event))
      #expect(debouncer.takeRead(at: time(event)) == nil)
    }
    #expect(debouncer.takeRead(at: time(1500)) == .burst)
  }

  @Test func `ends a burst with a settled read after the quiet time, or after a hundred times that`() {
    let debouncer = Detector(settle: .milliseconds(100))
    // 1,000 deletions in 36 seconds.
    var reads: [ChangeDebouncer.Read] = []
    for millisecond in 0..<36_200 {
      if millisecond <= 36_000, millisecond % 36 == 0 { debouncer.recordEvent(at: time(millisecond)) }
      if let read = debouncer.takeRead(at: time(millisecond)) { reads.append(read) }
    }
    #expect(reads.filter { $0 == .settled }.count == 4)
    #expect(reads.filter { $0 == .burst }.count == 33)
    #expect(reads.last == .settled && debouncer.delayBeforeRead(at: time(36_200)) == nil)
  }

  @Test func `reads again after a burst read, even without another event`() {
    let debouncer = Detector(settle: .milliseconds(100))
    for event in stride(from: 0, through: 990, by: 10) { debouncer.recordEvent(at: time(event)) }
    #expect(debouncer.takeRead(at: time(1000)) == .burst)
    #expect(debouncer.takeRead(at: time(1089)) == nil)
    #expect(debouncer.takeRead(at: time(1090)) == .settled)
  }

  @Test func `supports the largest settle time`() throws {
    let waker = try ThreadWaker()
    waker.wake()
    #expect(try SystemCalls.wait(for: [waker.readable], timeout: .seconds(Int64.max)) == [true])
    let patient = ChangeDebouncer(settle: .seconds(Int64.max))
    #expect(patient.delayBeforeRead(at: .now) == nil)
  }

  @Test func `reads at most once a second while the kernel loses events`() {
    let debouncer = Detector(settle: .milliseconds(150))
    debouncer.recordOverflow(at: time(0))
    #expect(debouncer.takeRead(at: time(150)) == .settled)
    debouncer.recordOverflow(at: time(160))
    #expect(debouncer.takeRead(at: time(1149)) == nil)
    #expect(debouncer.takeRead(at: time(1150)) == .settled)
  }
}

/// A reference to a debouncer: the macro `#expect` cannot call a mutating method of a value.
private final class Detector {
  private var debouncer: ChangeDebouncer

  init(settle: Duration) { debouncer = ChangeDebouncer(settle: settle) }

  func recordEvent(at now: ContinuousClock.Instant) { debouncer.recordEvent(at: now) }
  func recordOverflow(at now: ContinuousClock.Instant) { debouncer.recordOverflow(at: now) }
  func delayBeforeRead(at now: ContinuousClock.Instant) -> Duration? { debouncer.delayBeforeRead(at: now) }
  func takeRead(at now: ContinuousClock.Instant) -> ChangeDebouncer.Read? { debouncer.takeRead(at: now) }
}

@Suite struct `A kernel event` {
  /// The recorded events with the second of their arrival; timeline.txt beside them lists the actions.
  private func events(_ file: String) throws -> [(second: Double, bytes: [UInt8])] {
    var events: [(Double, [UInt8])] = []
    var second = 0.0
    for line in try Fixture.text("k6.1-events/\(file).nl").split(separator: "\n") {
      if line.hasPrefix("@ t ") { second = Double(line.dropFirst(4)) ?? second }
      if line.hasPrefix("< ") { events.append((second, octets(line.dropFirst(2)))) }
    }
    return events
  }

  @Test func `of a scan is irrelevant`() throws {
    for (second, bytes) in try events("mcast-rtnetlink") where (3...4).contains(second) {
      #expect(!isRelevant(route: bytes), "at \(second)")
    }
    for (second, bytes) in try events("mcast-nl80211") where (3...4).contains(second) || second > 6.5 {
      #expect(!isRelevant(generic: bytes), "at \(second)")
    }
  }

  @Test func `of a removed link, an address or a route is relevant`() throws {
    let counted = try events("mcast-rtnetlink").filter { (4.25...4.4).contains($0.second) }
    #expect(counted.count > 10)
    for (second, bytes) in counted { #expect(isRelevant(route: bytes), "at \(second)") }
  }

  @Test func `of a WiFi connection or disconnection is relevant`() throws {
    let counted = try events("mcast-nl80211").filter { isRelevant(generic: $0.bytes) }
    #expect(counted.map(\.second).map { ($0 * 10).rounded() / 10 } == [0.6, 1.7, 6.1])
  }

  @Test func `of a registered or removed family is relevant`() throws {
    let family = try #require(try Fixture("k6.1-events/ctrl-getfamily-nl80211").received.first)
    #expect(changesFamilies(family))
    #expect(!changesFamilies(try events("mcast-nl80211")[0].bytes))
  }

  @Test func `that is malformed is relevant`() {
    #expect(isRelevant(route: [1, 2, 3]))
  }
}

private func isRelevant(route bytes: [UInt8]) -> Bool { ChangeFilter.isRelevant(route: NetlinkBytes(bytes.span)) }
private func isRelevant(generic bytes: [UInt8]) -> Bool { ChangeFilter.isRelevant(generic: NetlinkBytes(bytes.span)) }
private func changesFamilies(_ bytes: [UInt8]) -> Bool {
  ChangeFilter.changesFamilies(generic: NetlinkBytes(bytes.span))
}

@Suite struct `A failed watcher` {
  private let begin = ContinuousClock.now

  @Test func `is retried with growing delays, and then ends`() {
    var backoff = Backoff()
    let pauses = (0..<7).map { backoff.pause(at: begin + .seconds($0)) }
    #expect(pauses == [100, 200, 400, 800, 1600, 3200].map { .milliseconds($0) } + [nil])
  }

  @Test func `starts with the first delay again after a minute without a failure`() {
    var backoff = Backoff()
    for _ in 0..<6 { _ = backoff.pause(at: begin) }
    #expect(backoff.pause(at: begin + .seconds(61)) == .milliseconds(100))
  }
}
