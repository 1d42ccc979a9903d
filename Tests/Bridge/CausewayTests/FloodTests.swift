import CausewayTesting
import Synchronization
import TestSupport
import Testing

@testable import Causeway

/// A side that sends faster than it is read: what it makes the other side hold is bounded, by name.
@Suite(.timeLimit(.minutes(2))) struct FloodTests {
  private static func limited(_ bytes: Int) -> Limits {
    var limits = Limits()
    limits.bytesInFlight = bytes
    return limits
  }

  private static func isRefusal(_ error: (any Error)?) -> Bool {
    let error = error as? BridgeError
    return error?.code == .resourceExhausted && error?.data?["limit"] == "bytesInFlight"
  }

  private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test(arguments: Link.complete, ["now", "wait"])
  func `a call with one byte more than may be in flight is refused`(link: Link, method: String) async throws {
    let pair = try await Pair(link, limits: Self.limited(1000)) { bridge in
      bridge.handle("now") { (text: String) in text.utf8.count }
      bridge.handle("wait") { (text: String) async in
        await Task.yield()
        return text.utf8.count
      }
    }
    for count in [999, 1000] {
      let answer: Int = try await pair.caller.call(method, Self.text(count))
      #expect(answer == count)
    }
    await #expect {
      try await pair.caller.call(method, Self.text(1001))
    } throws: { Self.isRefusal($0) }
    try await eventually("nothing is in flight") { pair.callee.statistics.bytesInFlight == 0 }
  }

  @Test(arguments: Link.complete)
  func `calls beyond the bytes in flight are refused, others go on, and room comes back`(link: Link) async throws {
    let gate = Signal()
    let pair = try await Pair(link, limits: Self.limited(1000)) { bridge in
      bridge.handle("wait") { (text: String) async in
        await gate.wait()
        return text.utf8.count
      }
      bridge.handle("now") { 1 }
    }
    let calls = (0..<20).map { _ in Task { () -> Int in try await pair.caller.call("wait", Self.text(300)) } }
    try await eventually("twenty calls have come") {
      pair.callee.statistics.calls == 20 && pair.caller.statistics.pending == 3
    }
    #expect(pair.callee.statistics.running == 3)
    #expect(pair.callee.statistics.bytesInFlight == 900)
    // One without bytes has room, and so has another connection.
    #expect(try await pair.caller.call("now", BridgeValue.undefined, returning: Int.self) == 1)
    let (left, right) = LoopbackTransport.pair()
    let other = pair.server.connect(left, permissions: .all, limits: Self.limited(1000))
    let second = Bridge().connect(right, permissions: .all)
    #expect(try await second.call("now", BridgeValue.undefined, returning: Int.self) == 1)
    gate.fire()
    var (answered, refused) = (0, 0)
    for call in calls {
      switch await call.result {
      case .success(let count): answered += count == 300 ? 1 : 0
      case .failure(let error): refused += Self.isRefusal(error) ? 1 : 0
      }
    }
    #expect(answered == 3 && refused == 17)
    try await eventually("nothing is in flight") { pair.callee.statistics.bytesInFlight == 0 }
    #expect(try await pair.caller.call("wait", Self.text(1000), returning: Int.self) == 1000)
    second.close()
    other.close()
  }

  @Test func `a handler that goes on after its deadline holds its bytes until it returns`() async throws {
    let gate = Signal()
    let pair = try await Pair(limits: Self.limited(1000)) { bridge in
      bridge.handle("deaf") { (_: String) async in await Task { await gate.wait() }.value }
    }
    let call = Task { try await pair.caller.call("deaf", Self.text(900), timeout: .seconds(1)) }
    try await eventually("nothing is in flight") { pair.callee.statistics.running == 1 }
    await pair.clock.run(for: .seconds(2))
    #expect(await code { try await call.value } == .deadlineExceeded)
    #expect(pair.callee.statistics.running == 0 && pair.callee.statistics.bytesInFlight == 900)
    await #expect {
      try await pair.caller.call("deaf", Self.text(900))
    } throws: { Self.isRefusal($0) }
    gate.fire()
    try await eventually("nothing is in flight") { pair.callee.statistics.bytesInFlight == 0 }
  }

  @Test func `items that nobody takes end their stream when they are more than may be held`() async throws {
    let pair = try await Pair { bridge in
      bridge.stream("texts") { (_: BridgeValue, _) in
        AsyncStream<String> { stream in
          for _ in 0..<100 { stream.yield(Self.text(100)) }
          stream.finish()
        }
      }
    }
    let (left, right) = LoopbackTransport.pair()
    let producer = pair.server.connect(left, permissions: .all)
    let consumer = Bridge().connect(right, permissions: .all, limits: Self.limited(1000))
    var iterator = consumer.stream("texts", BridgeValue.null, of: String.self, buffer: 50).makeAsyncIterator()
    #expect(try await iterator.next()?.count == 100)
    var seen = 1
    let error = await #expect(throws: BridgeError.self) {
      while try await iterator.next() != nil {
        seen += 1
        await Task.yield()
        #expect(consumer.statistics.bytesInFlight <= 1000)
        // The producer gets ahead of it.
        if seen == 2 { try await eventually("the stream ends") { producer.statistics.running == 0 } }
      }
    }
    #expect(Self.isRefusal(error))
    try await eventually("nothing is in flight") {
      consumer.statistics.bytesInFlight == 0 && producer.statistics.bytesInFlight == 0
    }
    consumer.close()
    producer.close()
  }

  @Test(arguments: [StreamPolicy.buffer(1000), .dropOldest(1000)])
  func `items that were not asked for are held as far as the bytes go`(policy: StreamPolicy) async throws {
    let source = Counting(limit: 100)
    let pair = try await Pair(limits: Self.limited(1000)) { bridge in
      bridge.stream("texts", policy: policy) { (_: BridgeValue, _) in
        source.map { "\(String(repeating: "\($0 % 10)", count: 99))." }
      }
    }
    var iterator = pair.caller.stream("texts", BridgeValue.null, of: String.self, buffer: 1).makeAsyncIterator()
    #expect(try await iterator.next() != nil)
    #expect(pair.callee.statistics.bytesInFlight <= 1000)
    // The reader waits for that: reading as fast as the sender sends would need no buffer.
    try await eventually("the sender has too many items") {
      policy == .buffer(1000) ? pair.callee.statistics.running == 0 : source.taken.value > 100
    }
    #expect(pair.callee.statistics.bytesInFlight <= 1000)
    var (rest, error): (Int, (any Error)?) = (0, nil)
    do { while try await iterator.next() != nil { rest += 1 } } catch let thrown { error = thrown }
    if case .buffer = policy { #expect(Self.isRefusal(error)) } else { #expect(error == nil && rest <= 12) }
    try await eventually("nothing is in flight") { pair.callee.statistics.bytesInFlight == 0 }
  }

  // MARK: What waits for a busy side

  private func answer(_ count: Int) -> Message { .answer(CallID(rawValue: 1), .success(.string(Self.text(count)))) }

  @Test(arguments: [(99, true), (100, true), (101, false)])
  func `an answer waits as far as the bytes go`(count: Int, fits: Bool) throws {
    var outbox = Outbox(limit: 2, bytes: 150)
    #expect(try outbox.add(answer(50)).isEmpty)
    if fits {
      #expect(try outbox.add(answer(count)).isEmpty)
    } else {
      #expect { try outbox.add(answer(count)) } throws: { Self.isRefusal($0) }
    }
    #expect(outbox.bytes == (fits ? 50 + count : 50))
    // What ends a call is never refused.
    #expect(try outbox.add(.answer(CallID(rawValue: 2), .failure(BridgeError(.aborted, Self.text(200))))).isEmpty)
    _ = outbox.removeAll()
    #expect(outbox.bytes == 0 && outbox.isEmpty)
  }

  @Test func `events give way to answers, and one that is larger than the box is dropped itself`() throws {
    var outbox = Outbox(limit: 10, bytes: 100)
    for _ in 0..<4 { #expect(try outbox.add(.event("tick", .string(Self.text(20)))).isEmpty) }
    #expect(try outbox.add(answer(50)).count == 2)
    #expect(outbox.bytes == 90)
    #expect(try outbox.add(.event("huge", .string(Self.text(51)))).count == 1)
    #expect(try outbox.add(answer(50)).count == 2)
    #expect(outbox.bytes == 100)
    #expect { try outbox.add(answer(1)) } throws: { Self.isRefusal($0) }
  }

  @Test func `messages leave one by one in their order, whatever gave way between them`() throws {
    var outbox = Outbox(limit: 3)
    var left: [String] = []
    for round in 0..<200 {
      _ = try outbox.add(.event("\(round)", .string("ab")))
      if round.isMultiple(of: 3) { _ = try outbox.add(answer(1)) }
      if round.isMultiple(of: 2), case .event(let name, _)? = outbox.popFirst() { left.append(name) }
    }
    while let message = outbox.popFirst() { if case .event(let name, _) = message { left.append(name) } }
    #expect(outbox.isEmpty && outbox.bytes == 0 && outbox.popFirst() == nil)
    #expect(left == left.sorted { Int($0)! < Int($1)! } && left.last == "199")
  }

  @Test func `what one end of a loopback sends to an end that is busy is bounded`() async throws {
    let (left, right) = LoopbackTransport.pair(limits: Self.limited(1000))
    let refused = Shared(0)
    /// Sends while it receives, so that nothing of it is delivered.
    final class Busy: TransportReceiver {
      let work: @Sendable () -> Void
      init(_ work: @escaping @Sendable () -> Void) { self.work = work }
      func receive(_ message: Message) { if case .cancel = message { work() } }
      func disconnected(_ reason: BridgeError) {}
    }
    let most = Shared(0)
    right.start(
      Busy {
        for _ in 0..<100 {
          do { try left.send(.answer(CallID(rawValue: 1), .success(.string(Self.text(100))))) } catch {
            refused.withLock { $0 += 1 }
          }
          most.withLock { $0 = max($0, left.bytesWaiting) }
        }
      })
    try left.send(.cancel(CallID(rawValue: 1), .cancelled))
    #expect(refused.value == 90 && most.value == 1000 && left.bytesWaiting == 0)
    left.close()
  }
}
