#if NATS
import Causeway
@testable import CausewayNATS
import Synchronization
import TestSupport
import Testing

@Suite(.enabled(if: NATSServer.path != nil, "nats-server is not installed"), .timeLimit(.minutes(2)))
struct StreamTests {
  @Test func `large items that were granted at once all arrive`() async throws {
    let server = try NATSServer()
    let item = String(repeating: "x", count: 900_000)
    let (worker, caller) = try await Fleet.start(server, permissions: ["large"]) {
      $0.stream("large") { (count: Int, _: CallContext) in
        AsyncStream(String.self, bufferingPolicy: .unbounded) { sink in
          for _ in 0..<count { sink.yield(item) }
          sink.finish()
        }
      }
    }
    var count = 0
    for try await text in caller.stream("large", 40, of: String.self, buffer: 40) where text == item { count += 1 }
    #expect(count == 40)
    worker.close()
  }

  @Test func `items of many streams arrive in order, each stream with its own`() async throws {
    let server = try NATSServer()
    let (worker, caller) = try await Fleet.start(server) {
      $0.stream("count") { (limit: Int, _: CallContext) in Counting(limit: limit) }
    }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for stream in 1...8 {
        group.addTask {
          var last = 0
          for try await item in caller.stream("count", 400 * stream, of: Int.self, buffer: 4) {
            guard item == last + 1 else { return false }
            last = item
          }
          return last == 400 * stream
        }
      }
      for try await isInOrder in group { #expect(isInOrder) }
    }
    #expect(caller.statistics.pending == 0)
    try await eventually("nothing runs") { worker.statistics.running == 0 }
  }

  @Test func `a consumer that does not take holds the worker's producer back`() async throws {
    let server = try NATSServer()
    let counting = Counting(limit: .max)
    let (_, caller) = try await Fleet.start(server) { $0.stream("count") { (_: CallContext) in counting } }
    var iterator = caller.stream("count", of: Int.self, buffer: 8).makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    // A call that is answered later says that the worker has had its turn.
    for _ in 0..<50 { _ = try? await caller.call("none") }
    #expect(counting.made.value <= 8 + 2)
    for expected in 2...40 { #expect(try await iterator.next() == expected) }
    #expect(counting.made.value <= 40 + 8 + 2)
  }

  @Test func `leaving the loop stops the producer on the worker`() async throws {
    let server = try NATSServer()
    let stopped = Signal()
    let (worker, caller) = try await Fleet.start(server) { bridge in
      bridge.stream("count") { (_: CallContext) in
        AsyncStream<Int> { continuation in
          continuation.onTermination = { _ in stopped.fire() }
          continuation.yield(1)
        }
      }
    }
    for try await _ in caller.stream("count", of: Int.self) { break }
    await stopped.wait()
    try await eventually("nothing runs") { worker.statistics.running == 0 }
  }

  @Test func `an error ends the stream after its items`() async throws {
    let server = try NATSServer()
    let (_, caller) = try await Fleet.start(server) { bridge in
      bridge.stream("count") { (_: CallContext) in
        AsyncThrowingStream<Int, any Error> { continuation in
          continuation.yield(1)
          continuation.finish(throwing: BridgeError("BROKEN", "in the middle"))
        }
      }
    }
    var items: [Int] = []
    let error = await #expect(throws: BridgeError.self) {
      for try await item in caller.stream("count", of: Int.self) { items.append(item) }
    }
    #expect(error?.code == "BROKEN")
    #expect(items == [1])
  }

  @Test func `a stream that is silent for many leases goes on, as both sides give signs of life`() async throws {
    let server = try NATSServer()
    let (_, caller) = try await Fleet.start(server, lease: .seconds(1)) { bridge in
      bridge.stream("count") { (_: CallContext) in
        AsyncThrowingStream<Int, any Error> { continuation in
          continuation.yield(1)
          let task = Task {
            // Real time: the signs of life cross a server, which is a process.
            try await Task.sleep(for: .seconds(4))
            continuation.yield(2)
            continuation.finish()
          }
          continuation.onTermination = { _ in task.cancel() }
        }
      }
    }
    var items: [Int] = []
    for try await item in caller.stream("count", of: Int.self) { items.append(item) }
    #expect(items == [1, 2])
  }

  @Test func `an item over the server's limit fails its stream only, by name`() async throws {
    let server = try NATSServer()
    let (_, caller) = try await Fleet.start(server) { bridge in
      bridge.stream("count") { (_: CallContext) in
        AsyncStream<String> { continuation in
          continuation.yield("small")
          continuation.yield(String(repeating: "x", count: 2 << 20))
          continuation.finish()
        }
      }
      bridge.handle("echo") { (value: Int) in value }
    }
    var items: [String] = []
    let error = await #expect(throws: BridgeError.self) {
      for try await item in caller.stream("count", of: String.self) { items.append(item) }
    }
    #expect(error?.code == .resourceExhausted)
    #expect(error?.message.contains("max_payload") == true)
    #expect(items == ["small"])
    #expect(try await caller.call("echo", 1) == 1)
  }

  @Test func `progress reaches the caller`() async throws {
    let server = try NATSServer()
    let (_, caller) = try await Fleet.start(server) { bridge in
      bridge.handle("slow") { (_: BridgeValue, call: CallContext) async throws -> Int in
        for step in 1...5 { call.report(progress: step) }
        return 5
      }
    }
    let reports = Shared<[BridgeValue]>([])
    let result: Int = try await caller.call("slow", onProgress: { report in reports.withLock { $0.append(report) } })
    #expect(result == 5)
    #expect(reports.value == [1, 2, 3, 4, 5])
  }

  // MARK: A worker that dies or lies

  @Test func `a worker that dies in the middle of a stream is unavailable after its lease`() async throws {
    let server = try NATSServer()
    let worker = try await Peer(server)
    try await worker.listen("procedures.count") { request, worker in
      for item in 1...2 { worker.sendItem(String(item), item, to: request.reply, control: "_INBOX.dead") }
    }
    let caller = try await Bridge().connect(
      to: "procedures", on: NATSClient.connect(server.url), lease: .milliseconds(300))
    var items: [Int] = []
    let error = await #expect(throws: BridgeError.self) {
      for try await item in caller.stream("count", of: Int.self) { items.append(item) }
    }
    #expect(error?.code == .unavailable)
    #expect(items == [1, 2])
    worker.stop()
  }

  @Test(arguments: [[1, 3], [2], [1, 2, 2, 4]])
  func `a stream of which an item is lost fails, and its worker is told`(_ sequence: [Int]) async throws {
    let server = try NATSServer()
    let worker = try await Peer(server)
    try await worker.listen("_INBOX.worker.>")
    try await worker.listen("procedures.count") { request, worker in
      for number in sequence {
        worker.sendItem(String(number), number, to: request.reply, control: "_INBOX.worker.1")
      }
    }
    let caller = try await Bridge().connect(to: "procedures", on: NATSClient.connect(server.url))
    var items: [Int] = []
    let error = await #expect(throws: BridgeError.self) {
      for try await item in caller.stream("count", of: Int.self) { items.append(item) }
    }
    #expect(error?.code == .dataLoss)
    #expect(items == Array(sequence.reduce(into: Set<Int>()) { if $1 == $0.count + 1 { $0.insert($1) } }).sorted())
    try await eventually("the worker is told") {
      worker.messages.contains { String(decoding: $0.data, as: UTF8.self).contains("$/cancelRequest") }
    }
    worker.stop()
  }

  @Test func `a stream whose last item is lost does not end as if it were whole`() async throws {
    let server = try NATSServer()
    let worker = try await Peer(server)
    try await worker.listen("procedures.count") { request, worker in
      worker.sendItem("1", 1, to: request.reply, control: "_INBOX.worker.1")
      worker.send(request.reply ?? "", "", [NATSHeader.sequence: "2"])
    }
    let caller = try await Bridge().connect(to: "procedures", on: NATSClient.connect(server.url))
    let error = await #expect(throws: BridgeError.self) {
      for try await _ in caller.stream("count", of: Int.self) {}
    }
    #expect(error?.code == .dataLoss)
    worker.stop()
  }

  @Test func `a worker that sends more items than were asked for has its stream failed`() async throws {
    let server = try NATSServer()
    let worker = try await Peer(server)
    try await worker.listen("procedures.count") { request, worker in
      for item in 1...100 { worker.sendItem(String(item), item, to: request.reply, control: "_INBOX.worker.1") }
    }
    let caller = try await Bridge().connect(to: "procedures", on: NATSClient.connect(server.url))
    var iterator = caller.stream("count", of: Int.self, buffer: 4).makeAsyncIterator()
    _ = try await iterator.next()
    // Whoever takes the items as fast as they come has asked for them.
    try await eventually("the stream has failed") { caller.statistics.pending == 0 }
    let error = await #expect(throws: BridgeError.self) { while try await iterator.next() != nil {} }
    #expect(error?.code == .resourceExhausted)
    worker.stop()
  }

  @Test func `a worker's messages that are no JSON-RPC of the call are ignored`() async throws {
    let server = try NATSServer()
    let worker = try await Peer(server)
    try await worker.listen("procedures.count") { request, worker in
      let texts = [
        "{", "[]", "null", #"{"jsonrpc":"2.0","id":1,"method":"secret"}"#, #"{"jsonrpc":"2.0","id":1,"result":9}"#,
        #"{"jsonrpc":"2.0","method":"$/progress","params":{"token":2,"value":{"kind":"item","value":9}}}"#,
        #"{"jsonrpc":"2.0","method":"$/event","params":{"event":"a"}}"#,
      ]
      for text in texts {
        for sequence in ["1", "-1", "99999999999999999999", "x"] {
          worker.send(
            request.reply ?? "", text, [NATSHeader.control: "_INBOX.worker.1", NATSHeader.sequence: sequence])
        }
      }
      worker.sendItem("1", 1, to: request.reply, control: "_INBOX.worker.1")
      worker.send(request.reply ?? "", "", [NATSHeader.sequence: "1"])
    }
    let caller = try await Bridge().connect(to: "procedures", on: NATSClient.connect(server.url))
    var items: [Int] = []
    for try await item in caller.stream("count", of: Int.self) { items.append(item) }
    #expect(items == [1])
    worker.stop()
  }

  // MARK: A caller that dies or lies

  /// Requests a stream without an end as a caller does; returns the worker's half of the pair.
  private func request(_ caller: Peer, lease: String) async throws -> String {
    try await caller.listen("_INBOX.caller.>")
    caller.send(
      "procedures.count", reply: "_INBOX.caller.1", "", [NATSHeader.lease: lease, NATSHeader.credit: "2"])
    try await eventually("there are items") { caller.messages.count >= 2 }
    return try #require(caller.messages[0].headers[NATSHeader.control])
  }

  @Test func `a caller that dies in the middle of a stream has it stopped after its lease`() async throws {
    let server = try NATSServer()
    let (worker, _) = try await Fleet.start(server) { $0.stream("count") { (_: CallContext) in Counting(limit: .max) } }
    let caller = try await Peer(server)
    _ = try await request(caller, lease: "300")
    try await eventually("the stream is stopped") { worker.statistics.running == 0 }
    caller.stop()
  }

  @Test func `a stream of which a credit is lost fails`() async throws {
    let server = try NATSServer()
    let (worker, _) = try await Fleet.start(server) { $0.stream("count") { (_: CallContext) in Counting(limit: .max) } }
    let caller = try await Peer(server)
    let control = try await request(caller, lease: "60000")
    caller.send(control, "", [NATSHeader.sequence: "1"])
    try await eventually("the stream fails") {
      caller.messages.contains { $0.headers[NATSHeader.error]?.hasPrefix("DATA_LOSS") == true }
    }
    #expect(worker.statistics.running == 0)
    caller.stop()
  }

  @Test func `a caller's messages that say nonsense do no harm, and credit has a limit`() async throws {
    let server = try NATSServer()
    let counting = Counting(limit: .max)
    let (worker, _) = try await Fleet.start(server) { $0.stream("count") { (_: CallContext) in counting } }
    let caller = try await Peer(server)
    let control = try await request(caller, lease: "60000")
    let parts = control.split(separator: ".")
    for subject in [control, "\(control).x", parts.dropLast().joined(separator: ".") + ".guess"] {
      for text in ["{", "[1]", #"{"jsonrpc":"2.0","id":1,"method":"count"}"#] {
        caller.send(subject, text, [NATSHeader.sequence: "0"])
        caller.send(subject, text)
      }
    }
    let guess = parts.dropLast().joined(separator: ".") + ".guess"
    caller.send(guess, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#, [NATSHeader.sequence: "0"])
    #expect(worker.statistics.running == 1)
    let credit = #"{"jsonrpc":"2.0","method":"$/credit","params":{"id":1,"items":9007199254740991}}"#
    caller.send(control, credit, [NATSHeader.sequence: "1"])
    // Several items share a message, which has the number of the last one.
    try await eventually("as many items come as the limit says") {
      let numbers = caller.messages.compactMap { Int($0.headers[NATSHeader.sequence] ?? "") }
      return numbers.max() ?? 0 >= 2 + Limits().streamBuffer
    }
    #expect(counting.made.value <= 2 + Limits().streamBuffer + 2)
    caller.send(control, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#, [NATSHeader.sequence: "1"])
    try await eventually("the stream is stopped") { worker.statistics.running == 0 }
    caller.stop()
  }

  @Test func `a stream without a lease, and a credit over the limit, are refused`() async throws {
    let server = try NATSServer()
    let (_, _) = try await Fleet.start(server) { $0.stream("count") { (_: CallContext) in Counting(limit: 1) } }
    let caller = try await Peer(server)
    try await caller.listen("_INBOX.answers")
    let requests: [([String: String], String)] = [
      ([NATSHeader.credit: "2"], "FAILED_PRECONDITION"), ([NATSHeader.credit: "x"], "INVALID_ARGUMENT"),
      ([NATSHeader.credit: "1e300", NATSHeader.lease: "300"], "RESOURCE_EXHAUSTED"),
      ([NATSHeader.credit: "2", NATSHeader.lease: "nan"], "INVALID_ARGUMENT"),
    ]
    for (index, (headers, code)) in requests.enumerated() {
      caller.send("procedures.count", reply: "_INBOX.answers", "", headers)
      try await eventually("there is an answer") { caller.messages.count == index + 1 }
      #expect(caller.messages[index].headers[NATSHeader.error]?.hasPrefix(code) == true)
    }
    caller.stop()
  }

  @Test func `a plain client's first reply is the answer, however long the handler takes`() async throws {
    let server = try NATSServer()
    let (_, _) = try await Fleet.start(server) { bridge in
      bridge.handle("slow") { (_: BridgeValue, call: CallContext) async throws -> Int in
        call.report(progress: 1)
        // Real time: signs of life, which are not to come, would cross a server, which is a process.
        try await Task.sleep(for: .milliseconds(400))
        return 7
      }
    }
    let caller = try await Peer(server)
    try await caller.listen("_INBOX.answers")
    caller.send("procedures.slow", reply: "_INBOX.answers")
    try await eventually("there is an answer") { !caller.messages.isEmpty }
    #expect(caller.messages.map(\.data) == [Array("7".utf8)])
    caller.stop()
  }
}
#endif
