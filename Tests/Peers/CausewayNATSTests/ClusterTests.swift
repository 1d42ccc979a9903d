#if NATS
import Causeway
@testable import CausewayNATS
import Foundation
import Glibc
import TestSupport
import Testing

/// What breaks: servers of a cluster, lines, workers.
///
/// Each call settles once, with its answer or because somebody was lost.
@Suite(.enabled(if: NATSServer.path != nil, "nats-server is not installed"), .timeLimit(.minutes(5)))
struct ClusterTests {
  @Test func `calls go on while each server of a cluster is killed and started again`() async throws {
    let cluster = try Cluster()
    let load = Load()
    var workers: [Connection] = []
    for index in 0..<2 { workers.append(try await load.serve(on: cluster.client(index))) }
    let caller = try await Bridge().connect(to: "procedures", on: cluster.client(2), lease: .milliseconds(600))
    try await eventually("the servers have found each other") { await load.end(of: 0, caller) == .answered }
    let calls = Task { await load.call(caller, count: 3_000) }
    for index in 0..<3 {
      let before = load.settled
      try await eventually("calls are made") { load.settled >= before + 200 }
      cluster.kill(index)
      // Real time: the server is a process, and is gone for a while.
      try await Task.sleep(for: .milliseconds(150))
      try cluster.start(index)
    }
    await calls.value
    load.expectSettled(3_000, caller)
    #expect(load.answered > 1_500, "\(load.ends)")
    try await eventually("the fleet answers") { await load.end(of: 1, caller) == .answered }
    for worker in workers { worker.close() }
  }

  @Test func `a client whose server is cut off goes to another one`() async throws {
    let cluster = try Cluster()
    let load = Load()
    let worker = try await load.serve(on: cluster.client(1))
    let proxy = try LossyProxy(to: cluster.servers[0])
    var options = NATSOptions(proxy.url)
    options.servers += cluster.urls[1...]
    let caller = try await Bridge().connect(
      to: "procedures", on: NATSClient.connect(options), lease: .milliseconds(300))
    try await eventually("the servers have found each other") { await load.end(of: 0, caller) == .answered }
    proxy.cut()
    #expect(await load.end(of: 1, caller) == .failed(.unavailable))
    try await eventually("a call is answered", within: .seconds(25)) { await load.end(of: 2, caller) == .answered }
    #expect(caller.statistics.pending == 0)
    worker.close()
  }

  @Test func `of calls and streams on a line that loses messages each settles once`() async throws {
    let server = try NATSServer()
    let load = Load()
    let (near, far) = (try LossyProxy(to: server, losing: 0.05), try LossyProxy(to: server, losing: 0.05))
    let worker = try await load.serve(on: NATSClient.connect(far.url))
    let producer = Bridge()
    producer.stream("count") { (limit: Int, _: CallContext) in Counting(limit: limit) }
    let streams = try await producer.serve(on: NATSClient.connect(far.url), as: "streams", permissions: ["count"])
    let client = try await NATSClient.connect(near.url)
    let caller = try await Bridge().connect(to: "procedures", on: client, lease: .milliseconds(300))
    await load.call(caller, count: 600, lanes: 32)
    load.expectSettled(600, caller)
    #expect(load.ends[.failed(.unavailable), default: 0] > 10)
    #expect(load.answered > 300)

    let consumer = try await Bridge().connect(to: "streams", on: client, lease: .milliseconds(300))
    var (whole, broken) = (0, 0)
    for _ in 0..<40 {
      var items: [Int] = []
      do {
        for try await item in consumer.stream("count", 10, of: Int.self, timeout: .seconds(20), buffer: 4) {
          items.append(item)
        }
        #expect(items == Array(1...10))
        whole += 1
      } catch {
        #expect([.dataLoss, .unavailable].contains((error as? BridgeError)?.code))
        #expect(items == Array(1..<(items.count + 1)))
        broken += 1
      }
    }
    #expect(whole > 0 && broken > 0, "\(whole) whole, \(broken) broken")
    #expect(near.lost + far.lost > 50)
    try await eventually("nothing runs") { worker.statistics.running + streams.statistics.running == 0 }
    for connection in [worker, streams, caller, consumer] { connection.close() }
  }

  @Test func `a worker that the server drops as a slow consumer serves again`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "causeway-nats-\(UUID().uuidString)")
    try Data("max_payload: 131072\nmax_pending: 262144\nwrite_deadline: \"1s\"\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let server = try NATSServer(port: nil, "-c", file.path)
    let worker = try Worker(server.url, "bridge.handle('echo', (text) => text.length);")
    try await worker.waitUntil("Serving echo")
    let client = try await NATSClient.connect(server.url)
    let caller = try await Bridge().connect(to: "causeway", on: client, lease: .milliseconds(500))
    let text = String(repeating: "x", count: 100_000)
    #expect(try await caller.call("echo", text) == 100_000)
    worker.signal(SIGSTOP)
    // More than the server and the sockets hold for one client.
    let calls = (0..<200).map { _ in Task { try await caller.call("echo", text, timeout: .seconds(20)) } }
    for call in calls {
      let error = await #expect(throws: BridgeError.self) { try await call.value }
      #expect(error?.code == .unavailable)
    }
    worker.signal(SIGCONT)
    try await eventually("the worker answers") { (try? await caller.call("echo", text)) == 100_000 }
    #expect(caller.statistics.pending == 0)
  }

  @Test func `a worker whose handlers block refuses what it cannot hold, and answers the rest once`() async throws {
    let server = try NATSServer()
    let gate = DispatchSemaphore(value: 0)
    let began = Shared(0)
    var limits = Limits()
    limits.callsInFlight = 8
    let (worker, caller) = try await Fleet.start(server, lease: .seconds(20), limits: limits) { bridge in
      bridge.handle("echo") { (value: Int) in
        began.withLock { $0 += 1 }
        gate.wait(for: "the handlers may go on")
        return value
      }
    }
    let ends = Shared<[Load.End: Int]>([:])
    let load = Load()
    let calls = (0..<60).map { value in
      Task {
        let end = await load.end(of: value, caller, .seconds(60))
        ends.withLock { $0[end, default: 0] += 1 }
      }
    }
    try await eventually("most are refused") { ends.value[.failed(.resourceExhausted), default: 0] >= 60 - 9 }
    for _ in 0..<60 { gate.signal() }
    for call in calls { await call.value }
    #expect(ends.value[.answered] == began.value)
    #expect(Set(ends.value.keys) == [.answered, .failed(.resourceExhausted)], "\(ends.value)")
    #expect(worker.statistics.running == 0)
    #expect(caller.statistics.pending == 0)
  }

  @Test func `workers that are paused in turn fail their own calls only`() async throws {
    let server = try NATSServer()
    let workers = try (0..<2).map { _ in try Worker(server.url, "bridge.handle('echo', (value) => value);") }
    for worker in workers { try await worker.waitUntil("Serving echo") }
    let load = Load()
    let caller = try await Bridge().connect(
      to: "causeway", on: NATSClient.connect(server.url), lease: .milliseconds(400))
    let calls = Task { await load.call(caller, count: 1_500) }
    for worker in workers {
      let before = load.settled
      try await eventually("calls are made") { load.settled >= before + 200 }
      let failed = load.ends[.failed(.unavailable), default: 0]
      worker.signal(SIGSTOP)
      try await eventually("its calls fail by their lease") { load.ends[.failed(.unavailable), default: 0] > failed }
      worker.signal(SIGCONT)
    }
    await calls.value
    load.expectSettled(1_500, caller)
    #expect(load.ends[.failed(.unavailable), default: 0] > 0)
    #expect(load.answered > 750, "\(load.ends)")
    for worker in workers { _ = try await worker.interrupt() }
  }

  @Test func `a worker that says it lives and never answers holds a call until its deadline`() async throws {
    let server = try NATSServer()
    let liar = try await Peer(server)
    let isOver = Shared(false)
    try await liar.listen("procedures.echo") { request, liar in
      Thread {
        while !isOver.value {
          liar.send(
            request.reply ?? "", "", [NATSHeader.control: "_INBOX.liar.1", NATSHeader.sequence: "0"])
          // Real time: within each lease, which counts it.
          usleep(20_000)
        }
      }.start()
    }
    let caller = try await Bridge().connect(
      to: "procedures", on: NATSClient.connect(server.url), lease: .milliseconds(300))
    let start = ContinuousClock.now
    let end = await Load().end(of: 1, caller, .seconds(1))
    isOver.withLock { $0 = true }
    #expect(end == .failed(.deadlineExceeded))
    // Real time: the call is held until its real deadline, and not shorter.
    #expect(ContinuousClock.now - start >= .seconds(1))
    #expect(caller.statistics.pending == 0)
    liar.stop()
  }
}
#endif
