import Causeway
import CausewayJavaScript
import Dispatch
import JavaScriptRuntime
import Synchronization

/// JavaScript on two threads: the throughput of a second thread.
extension Session {
  /// Work for a pool of two, compared with a pool of one and with C on one or two threads.
  ///
  /// A ratio below 0.56 to a pool of one is 1.8 times its throughput.
  func pools() async {
    for (name, work) in [("a pool of two, computing", Work.computing), ("a pool of two, making text", .makingText)] {
      await measure(name) {
        let pools = [try await work.pool(of: 1), try await work.pool(of: 2)]
        let engines = try (0..<2).map { _ in try work.engine() }
        try await compare(
          name, depth: Work.depth, ours: { try await work.time($0, on: pools[1]) },
          plain: [
            ("a pool of one", { try await work.time($0, on: pools[0]) }),
            ("C on one thread", { try work.time($0, on: [engines[0]]) }),
            ("C on two threads", { try work.time($0, on: engines) }),
          ])
        for pool in pools { await pool.close() }
      }
    }
  }
}

/// A function in JavaScript that takes about a millisecond, with its expected result.
private struct Work: Sendable {
  let source: String
  let answer: Double

  /// No object is made: two engines share only the machine.
  static let computing = Work(
    source: """
      globalThis.work = () => {
        let total = 0;
        for (let i = 0; i < 200000; i++) total = (total + i * 7) % 1000003;
        return total;
      }
      """, answer: 880_006)

  /// Objects and text, so that the collectors run too, each with its own threads.
  static let makingText = Work(
    source: """
      globalThis.work = () => {
        const rows = [];
        for (let i = 0; i < 1500; i++) rows.push({ id: i, name: "row " + i, tags: ["a" + i % 7, "b"] });
        const text = rows.map(({ id, name, tags }) => `<li id=${id}>${name}: ${tags.join(", ")}</li>`).join("");
        return JSON.stringify(rows).length + text.length;
      }
      """, answer: 115_561)

  /// The number of calls in flight.
  static let depth = 8

  func pool(of count: Int) async throws -> JavaScriptRuntimePool {
    var configuration = JavaScriptRuntimePool.Configuration()
    configuration.count = count
    configuration.spares = 0
    return try await JavaScriptRuntimePool(bridge: Bridge(), permissions: .none, configuration) { [source] runtime in
      try await runtime.evaluate(source + ";bridge.handle('work', work)")
    }
  }

  func engine() throws -> PlainHost {
    let host = PlainHost()
    // The value of a classic script's expression, which must be a number.
    _ = try host.run("(\(source), 0)")
    return host
  }

  /// Nanoseconds for each call.
  func time(_ count: Int, on pool: JavaScriptRuntimePool) async throws -> Double {
    let share = max(1, count / Work.depth)
    let elapsed = try await ContinuousClock().measure {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<Work.depth {
          group.addTask { for _ in 0..<share { try check(try await pool.call("work")) } }
        }
        try await group.waitForAll()
      }
    }
    return elapsed / .nanoseconds(1) / Double(share * Work.depth)
  }

  /// Nanoseconds for each call, with the calls divided among threads with one engine each.
  func time(_ count: Int, on engines: [PlainHost]) throws -> Double {
    let share = max(1, count / engines.count)
    let failures = Atomic<Int>(0)
    let elapsed = ContinuousClock().measure {
      DispatchQueue.concurrentPerform(iterations: engines.count) { index in
        for _ in 0..<share where (try? check(engines[index].run("work()"))) == nil {
          failures.add(1, ordering: .relaxed)
        }
      }
    }
    let failed = failures.load(ordering: .relaxed)
    if failed > 0 { throw Failure("plain C: \(failed) answers were not the expected one") }
    return elapsed / .nanoseconds(1) / Double(share * engines.count)
  }

  private func check(_ number: Double) throws {
    if number != answer { throw Failure("the answer is \(number), not \(answer)") }
  }
}
