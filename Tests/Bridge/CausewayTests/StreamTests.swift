import TestSupport
import Causeway
import Testing

/// A sequence that counts how many items were taken from it.
struct Counting: AsyncSequence, Sendable {
  let taken = Shared(0)
  let limit: Int

  struct AsyncIterator: AsyncIteratorProtocol {
    let sequence: Counting
    mutating func next() async throws -> Int? {
      try Task.checkCancellation()
      let next = sequence.taken.withLock { taken in
        taken += 1
        return taken
      }
      return next <= sequence.limit ? next : nil
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }
}

@Suite(.timeLimit(.minutes(5))) struct StreamTests {
  @Test(arguments: Link.allCases) func `items arrive in order and the stream ends`(link: Link) async throws {
    let pair = try await Pair(link) { $0.stream("count") { (limit: Int, _) in Counting(limit: limit) } }
    var items: [Int] = []
    for try await item in pair.caller.stream("count", 1000, of: Int.self) { items.append(item) }
    #expect(items == Array(1...1000))
    #expect(pair.isQuiet)
  }

  @Test(.slowWhenSanitized, arguments: Link.complete)
  func `items keep their order while grants come from another thread`(
    link: Link
  ) async throws {
    let pair = try await Pair(link) { $0.stream("count") { (limit: Int, _) in Counting(limit: limit) } }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask {
          var last = 0
          for try await item in pair.caller.stream("count", 3000, of: Int.self, buffer: 4) {
            guard item == last + 1 else { return false }
            last = item
          }
          return last == 3000
        }
      }
      for try await isInOrder in group { #expect(isInOrder) }
    }
  }

  @Test(arguments: Link.complete) func `a consumer that does not take holds the producer back`(link: Link) async throws
  {
    let counting = Counting(limit: .max)
    let pair = try await Pair(link) { $0.stream("count") { (_: CallContext) in counting } }
    var iterator = pair.caller.stream("count", BridgeValue.undefined, of: Int.self, buffer: 8).makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    for _ in 0..<1000 { await Task.yield() }
    #expect(counting.taken.value <= 8 + 2)
  }

  @Test(arguments: Link.allCases) func `leaving the loop stops the producer`(link: Link) async throws {
    let stopped = Signal()
    let pair = try await Pair(link) { bridge in
      bridge.stream("ticks") { (_: CallContext) in
        AsyncStream<Int> { continuation in
          continuation.onTermination = { _ in stopped.fire() }
          continuation.yield(1)
        }
      }
    }
    for try await _ in pair.caller.stream("ticks", BridgeValue.undefined, of: Int.self) { break }
    await stopped.wait()
    #expect(await pair.becomesQuiet())
  }

  @Test(arguments: Link.allCases) func `a stream that is called, and a method that is iterated, are refused`(
    link: Link
  ) async throws {
    let begun = Shared(0)
    let pair = try await Pair(link) {
      $0.stream("count") { (limit: Int, _) in Counting(limit: limit) }
      $0.handle("now") { () -> Int in
        begun.withLock { $0 += 1 }
        return 1
      }
      $0.handle("later") { () async throws -> Int in
        begun.withLock { $0 += 1 }
        return 1
      }
    }
    #expect(await code { try await pair.caller.call("count", 3) } == .failedPrecondition)
    for method in ["now", "later"] {
      #expect(
        await code { for try await _ in pair.caller.stream(method, BridgeValue.undefined, of: Int.self) {} }
          == .failedPrecondition)
    }
    #expect(begun.value == 0)
    #expect(await pair.becomesQuiet())
  }

  @Test(arguments: Link.allCases) func `an error ends the stream after its items`(link: Link) async throws {
    let pair = try await Pair(link) { bridge in
      bridge.stream("fails") { (_: CallContext) in
        AsyncThrowingStream<Int, any Error> { continuation in
          continuation.yield(1)
          continuation.finish(throwing: BridgeError("BROKEN", "in the middle"))
        }
      }
    }
    var items: [Int] = []
    await #expect {
      for try await item in pair.caller.stream("fails", BridgeValue.undefined, of: Int.self) { items.append(item) }
    } throws: { ($0 as? BridgeError)?.code == "BROKEN" }
    #expect(items == [1])
  }

  @Test func `the latest policy keeps only the newest item`() async throws {
    let source = Counting(limit: 100)
    let pair = try await Pair { $0.stream("state", policy: .latest) { (_: CallContext) in source } }
    var iterator = pair.caller.stream("state", BridgeValue.undefined, of: Int.self, buffer: 1).makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    try await eventually("the sender has every item") { source.taken.value > 100 }
    var rest: [Int] = []
    while let item = try await iterator.next() { rest.append(item) }
    #expect(rest.last == 100)
    // The credit of the first item may have let one more through.
    #expect(rest.count <= 2)
  }

  @Test func `a full buffer ends the stream with the limit's name`() async throws {
    let source = Counting(limit: 100)
    let pair = try await Pair { $0.stream("flood", policy: .buffer(4)) { (_: CallContext) in source } }
    var iterator = pair.caller.stream("flood", BridgeValue.undefined, of: Int.self, buffer: 1).makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    try await eventually("the sender has one item too many, and ends") { pair.callee.statistics.running == 0 }
    // One item is in the reader's buffer, or was not asked for yet, four are in the sender's, and the next has no place.
    #expect([6, 7].contains(source.taken.value))
    await #expect {
      while try await iterator.next() != nil {}
    } throws: { error in
      let error = error as? BridgeError
      return error?.code == .resourceExhausted && error?.data?["limit"] == "streamBuffer"
    }
  }

  @Test(arguments: [.dropOldest(.max), .buffer(.max)] as [StreamPolicy])
  func `a policy that keeps as many as there are numbers keeps all`(policy: StreamPolicy) async throws {
    let pair = try await Pair { $0.stream("count", policy: policy) { (_: CallContext) in Counting(limit: 100) } }
    var items: [Int] = []
    for try await item in pair.caller.stream("count", BridgeValue.undefined, of: Int.self) { items.append(item) }
    #expect(items == Array(1...100))
  }

  @Test(arguments: Link.allCases) func `a method that is iterated says that it is no stream`(link: Link) async throws {
    let pair = try await Pair(link) { $0.handle("one") { 1 } }
    await #expect {
      for try await _ in pair.caller.stream("one", BridgeValue.undefined, of: Int.self) {}
    } throws: { error in
      let error = error as? BridgeError
      return error?.code == .failedPrecondition && error?.message.contains("one is not a stream") == true
    }
    #expect(pair.isQuiet)
  }

  @Test func `closing the connection ends streams on both sides`() async throws {
    let stopped = Signal()
    let pair = try await Pair { bridge in
      bridge.stream("ticks") { (_: CallContext) in
        AsyncStream<Int> { continuation in
          continuation.onTermination = { _ in stopped.fire() }
          continuation.yield(1)
        }
      }
    }
    var iterator = pair.caller.stream("ticks", BridgeValue.undefined, of: Int.self).makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    pair.callee.close()
    await #expect { _ = try await iterator.next() } throws: { ($0 as? BridgeError)?.code == .unavailable }
    await stopped.wait()
  }
}
