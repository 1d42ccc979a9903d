#if NATS
import Causeway
import CausewayNATS
import Foundation
import Glibc
import TestSupport
import Testing

/// The calls of a long run; nil where nobody asked for one, as `make soak-fleet` does.
private let wanted = ProcessInfo.processInfo.environment["FLEET_CALLS"].flatMap { Int($0) }

/// A cluster of three servers and three programs, in processes of their own, all of which die at random.
@Suite(
  .enabled(if: NATSServer.path != nil, "nats-server is not installed"), .timeLimit(.minutes(wanted == nil ? 5 : 180)))
struct FleetTests {
  /// How calls ended, and which number each handler was given.
  private struct Tally {
    var next = 0
    var settled = 0
    var misrouted = 0
    var ends: [String: Int] = [:]
    /// How often the handlers began the call of each number.
    var handled: [UInt8]
  }

  private static let program = """
    bridge.handle("double", (value) => { console.log(`#${value}`); return value * 2; });
    """

  private let seconds = wanted == nil ? 240 : 10_000

  @Test func `a fleet of which servers and workers die at random settles every call once`() async throws {
    let count = wanted ?? 6_000
    var random = SeededRandom(orElse: UInt64(Date().timeIntervalSince1970))
    let cluster = try Cluster(forAtMost: seconds)
    let urls = cluster.urls.joined(separator: ",")
    var workers = try (0..<3).map { _ in try Worker(urls, FleetTests.program, forAtMost: seconds) }
    for worker in workers { try await worker.waitUntil("Serving double") }
    let caller = try await Bridge().connect(to: "causeway", on: cluster.client(0), lease: .seconds(1))
    try await eventually("the fleet answers") { (try? await caller.call("double", 0)) == 0 }

    let tally = Shared(Tally(handled: [UInt8](repeating: 0, count: count + 1)))
    let calls = Task { await call(caller, count, tally) }
    let start = ContinuousClock.now
    var deaths: [String: Int] = [:]
    var (shown, memory) = (0, [Int]())
    // The calls end by their deadlines.
    while tally.value.settled < count, ContinuousClock.now - start < .seconds(seconds) {
      try Task.checkCancellation()
      try await rest(.milliseconds(Int.random(in: 100...(wanted == nil ? 300 : 2_000), using: &random)))
      let index = Int.random(in: 0..<3, using: &random)
      let pause = Duration.milliseconds(Int.random(in: 50...1_500, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        deaths["servers killed", default: 0] += 1
        cluster.kill(index)
        try await rest(pause)
        try cluster.start(index)
      case 1:
        deaths["workers killed", default: 0] += 1
        workers[index].kill()
        collect(workers[index], tally)
        workers[index] = try Worker(urls, FleetTests.program, forAtMost: seconds)
      case 2:
        deaths["servers paused", default: 0] += 1
        cluster.servers[index].pause()
        try await rest(pause)
        cluster.servers[index].resume()
      default:
        deaths["workers paused", default: 0] += 1
        workers[index].signal(SIGSTOP)
        try await rest(pause)
        workers[index].signal(SIGCONT)
      }
      let settled = tally.value.settled
      guard wanted != nil, settled * 10 / count > shown else { continue }
      shown = settled * 10 / count
      memory.append(residentMemory(of: getpid()))
      let rate = Double(settled) / ((ContinuousClock.now - start) / .seconds(1))
      print(
        "fleet: \(settled) calls, \(Int(rate)) a second, \(tally.value.ends), \(deaths),",
        "KiB of the caller \(memory.last ?? 0), of the workers \(workers.map(\.memory))")
    }
    await calls.value
    try await eventually("the fleet answers") { (try? await caller.call("double", 0)) == 0 }
    for worker in workers {
      worker.kill()
      collect(worker, tally)
    }
    let end = tally.value
    print("fleet: \(count) calls, \(end.ends), \(deaths)")
    #expect(end.settled == count)
    #expect(end.ends.values.reduce(0, +) == count)
    #expect(end.misrouted == 0)
    #expect(Set(end.ends.keys).isSubset(of: ["answered", "UNAVAILABLE", "DEADLINE_EXCEEDED"]), "\(end.ends)")
    #expect(end.ends["answered", default: 0] > count / 2)
    #expect(end.handled.dropFirst().count { $0 > 1 } == 0, "handled twice")
    #expect(end.handled.count { $0 > 0 } > count / 3)
    #expect(caller.statistics.pending == 0)
    if memory.count > 4 {
      #expect(memory[memory.count - 1] < memory[1] * 5 / 4, "the memory of the caller grows: \(memory)")
    }
  }

  private func rest(_ pause: Duration) async throws {
    // Real time: servers and workers are processes, which work, or are dead, for a random while.
    try await Task.sleep(for: pause)
  }

  private func call(_ caller: Connection, _ count: Int, _ tally: Shared<Tally>) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          while true {
            let value = tally.withLock { tally in
              tally.next += 1
              return tally.next
            }
            guard value <= count else { return }
            var end = "answered"
            var isOwn = true
            do {
              isOwn = try await caller.call("double", value, timeout: .seconds(5)) == 2 * value
            } catch {
              end = (error as? BridgeError)?.code.rawValue ?? "\(error)"
            }
            let (code, isRight) = (end, isOwn)
            tally.withLock { tally in
              tally.settled += 1
              tally.ends[code, default: 0] += 1
              if !isRight { tally.misrouted += 1 }
            }
            // Real time: without a server calls fail at once, and the rest is for the next one.
            if code != "answered" { try? await Task.sleep(for: .milliseconds(20)) }
          }
        }
      }
    }
  }

  /// Counts the calls that a worker has begun, from its log.
  private func collect(_ worker: Worker, _ tally: Shared<Tally>) {
    let numbers = worker.output.split(separator: "\n").compactMap { $0.hasPrefix("#") ? Int($0.dropFirst()) : nil }
    tally.withLock { tally in
      for number in numbers where tally.handled.indices.contains(number) { tally.handled[number] &+= 1 }
    }
  }
}
#endif
