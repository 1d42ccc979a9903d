import ArgumentParser
import Foundation
import GRDB
import StoredProcedures
import Synchronization

/// Compares one report in JavaScript, Swift and Python over the same rows, and one worker with two.
struct Measure: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Compare with plain Swift and Python; one worker with two.")
  @Option(help: "The number of generated entries.") var entries = 100_000
  @Option(help: "The number of rounds for the median.") var rounds = 7

  func validate() throws {
    guard rounds > 0, entries > 0 else { throw ValidationError("--rounds and --entries take numbers above 0.") }
  }

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stored-procedures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = folder.appendingPathComponent("entries.sqlite").path
    try Entries.generate(entries, at: database)
    print("The sums of \(entries) entries by category, each row read by the program; medians of \(rounds) rounds")
    try await compareLanguages(database)
    print("\n\(Measure.calls) calls at once")
    try await compareWorkers(database)
  }

  /// The sums by category, which every contender must compute.
  private struct Sum: Decodable, Sendable {
    var category: String
    var total: Double
  }

  // MARK: Languages

  private func compareLanguages(_ database: String) async throws {
    let host = try await Measure.host(database, workers: 1)
    let swift = try DatabaseQueue(path: database)
    let seen = Mutex<Set<[String]>>([])
    func note(_ sums: [Sum]) {
      let text = sums.map { "\($0.category) \(Int($0.total.rounded()))" }.sorted()
      seen.withLock { _ = $0.insert(text) }
    }
    var contenders: [(String, Comparison.Work)] = [
      ("plain Swift", { try await milliseconds { note(try Measure.sums(in: swift)) } })
    ]
    if (try? Measure.python(database)) != nil {
      contenders.append(
        (
          "Python's sqlite3",
          {
            let answer = try Measure.python(database)
            note(answer.sums)
            return answer.milliseconds
          }
        ))
    } else {
      print("Python was skipped: python3 is not installed, or has no module sqlite3.")
    }
    for name in ["query", "rows"] {
      contenders.append(
        (
          "a procedure, by \(name)()",
          { try await milliseconds { note(try await host.execute(name, returning: [Sum].self)) } }
        ))
    }
    contenders.append(
      (
        "a procedure that does nothing",
        { try await milliseconds { _ = try await host.execute("empty", returning: Int.self) } }
      ))
    let comparison = try await Comparison(rounds: rounds, contenders)
    await host.close()
    guard seen.withLock({ $0.count }) == 1 else {
      print("FAILED: the answers differ. \(seen.withLock { $0 })")
      throw ExitCode.failure
    }
    comparison.printTimes()
  }

  private static func sums(in queue: DatabaseQueue) throws -> [Sum] {
    try queue.read { database in
      var totals: [String: Double] = [:]
      let rows = try Row.fetchCursor(database, sql: "SELECT category, amount FROM entry")
      while let row = try rows.next() {
        let category: String = row[0]
        let amount: Double = row[1]
        totals[category, default: 0] += amount
      }
      return totals.map { Sum(category: $0.key, total: $0.value) }
    }
  }

  /// Python's sums and its time, without the start of the interpreter.
  private static func python(_ database: String) throws -> (sums: [Sum], milliseconds: Double) {
    let script = """
      import json, sqlite3, sys, time
      connection = sqlite3.connect(sys.argv[1])
      for _ in range(2):
          begin = time.perf_counter()
          totals = {}
          for category, amount in connection.execute("SELECT category, amount FROM entry"):
              totals[category] = totals.get(category, 0) + amount
          end = time.perf_counter()
      sums = [{"category": category, "total": total} for category, total in totals.items()]
      print(json.dumps({"sums": sums, "milliseconds": (end - begin) * 1000}))
      """
    struct Answer: Decodable {
      var sums: [Sum]
      var milliseconds: Double
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, database]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let answer = try JSONDecoder().decode(Answer.self, from: text)
    return (answer.sums, answer.milliseconds)
  }

  // MARK: Workers

  private static let calls = 16

  /// One worker and two; and for comparison Swift on one thread and on two, which shows the limit of the machine.
  private func compareWorkers(_ database: String) async throws {
    let queues = try (0..<2).map { _ in try DatabaseQueue(path: database) }
    try await Comparison(
      rounds: rounds,
      [1, 2].map { count in
        (
          "plain Swift on \(Measure.words(count, "thread"))",
          { try await Measure.sums(in: Array(queues.prefix(count))) }
        )
      }
    ).printThroughput()
    let one = try await Measure.host(database, workers: 1)
    let two = try await Measure.host(database, workers: 2)
    // A single worker uses more than one core already: the engine compiles, and the next context is prepared,
    // concurrently.
    let hosts = [("one worker on one core", one, true), ("one worker", one, false), ("two workers", two, false)]
    for (name, text) in [("query", "the sums"), ("rows", "the sums by rows()"), ("count", "JavaScript alone")] {
      try await Comparison(
        rounds: rounds,
        hosts.map { words, host, isOnOneCore in
          (
            "\(text), \(words)",
            {
              if isOnOneCore { try Processors.useOne() }
              defer { if isOnOneCore { try? Processors.useAll() } }
              return try await milliseconds {
                try await withThrowingTaskGroup(of: Void.self) { group in
                  for _ in 0..<Measure.calls {
                    group.addTask { _ = try await host.execute(name, returning: [Sum].self) }
                  }
                  try await group.waitForAll()
                }
              }
            }
          )
        }
      ).printThroughput()
    }
    await one.close()
    await two.close()
  }

  /// All calls in plain Swift, on one thread for each connection.
  private static func sums(in queues: [DatabaseQueue]) async throws -> Double {
    try await milliseconds {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for queue in queues {
          group.addTask { for _ in 0..<calls / queues.count { _ = try sums(in: queue) } }
        }
        try await group.waitForAll()
      }
    }
  }

  private static func words(_ count: Int, _ thing: String) -> String {
    count == 1 ? "one \(thing)" : "two \(thing)s"
  }

  private static func host(_ database: String, workers: Int) async throws -> ProcedureHost {
    var configuration = ProcedureHost.Configuration()
    configuration.workers = workers
    configuration.onNotice = { print($0) }
    let host = try await ProcedureHost(database: database, configuration)
    for name in ["query", "rows"] {
      host.install(
        Procedure(
          name: name,
          source: """
            async function execute() {
              const totals = new Map();
              for (const { category, amount } of Context.context().\(name)("SELECT category, amount FROM entry"))
                totals.set(category, (totals.get(category) ?? 0) + amount);
              return [...totals].map(([category, total]) => ({ category, total }));
            }
            """))
    }
    host.install(Procedure(name: "empty", source: "async function execute() { return 1; }"))
    host.install(
      Procedure(
        name: "count",
        source: """
          async function execute() {
            let total = 0;
            for (let i = 0; i < 4e6; i++) total = (total + i * i) % 1000003;
            return [{ category: "none", total }];
          }
          """))
    return host
  }
}
