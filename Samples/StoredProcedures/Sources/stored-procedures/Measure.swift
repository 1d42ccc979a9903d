import ArgumentParser
import Foundation
import GRDB
import StoredProcedures

/// One report in JavaScript, in Swift and in Python over the same rows, and the same report on one worker and on two.
struct Measure: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Compare with plain Swift and Python; one worker with two.")
  @Option(help: "How many entries to make up.") var entries = 100_000
  @Option(help: "How many rounds to take the median of.") var rounds = 7

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stored-procedures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = folder.appendingPathComponent("entries.sqlite").path
    try Entries.generate(entries, at: database)
    print("the sums of \(entries) entries by category, rows added up by the program; medians of \(rounds) rounds")
    try await compare(database)
    try await idle(database)
    print("\n16 calls at once, on one worker and on two")
    for (name, text) in [("query", "the sums"), ("count", "JavaScript alone")] {
      try await scale(name, text, database)
    }
  }

  // MARK: Languages

  private struct Sum: Decodable, Sendable, Equatable {
    var category: String
    var total: Double
  }

  private func compare(_ database: String) async throws {
    let host = try await Measure.host(database, workers: 1)
    let swift = try DatabaseQueue(path: database)
    var times: [String: [Double]] = [:]
    var sums: Set<[String]> = []
    for _ in 0..<rounds {
      times["Swift", default: []].append(
        try await Measure.milliseconds { sums.insert(Measure.rounded(try Measure.sums(in: swift))) })
      for name in ["query", "rows"] {
        times["a procedure, \(name)()", default: []].append(
          try await Measure.milliseconds {
            sums.insert(Measure.rounded(try await host.execute(name, returning: [Sum].self)))
          })
      }
    }
    await host.close()
    if let python = Measure.python(database, rounds: rounds) { times["Python"] = python }
    guard sums.count == 1 else { throw ValidationError("The answers differ.") }
    let base = Measure.median(times["Swift"] ?? [])
    for (name, list) in times.sorted(by: { Measure.median($0.value) < Measure.median($1.value) }) {
      Measure.show(name, Measure.median(list), "\(Measure.text(Measure.median(list) / base)) x Swift")
    }
    if times["Python"] == nil { print("Python     left out: there is no python3") }
  }

  private static func rounded(_ sums: [Sum]) -> [String] {
    sums.map { "\($0.category) \(Int($0.total.rounded()))" }.sorted()
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

  private static func python(_ database: String, rounds: Int) -> [Double]? {
    let script = """
      import sqlite3, sys, time
      connection = sqlite3.connect(sys.argv[1])
      for _ in range(int(sys.argv[2])):
          begin = time.perf_counter()
          totals = {}
          for category, amount in connection.execute("SELECT category, amount FROM entry"):
              totals[category] = totals.get(category, 0) + amount
          print((time.perf_counter() - begin) * 1000)
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, database, "\(rounds)"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let times = text.split(separator: "\n").compactMap { Double($0) }
    return times.count == rounds ? times : nil
  }

  // MARK: Isolation

  /// What it costs that each call has a context of its own.
  private func idle(_ database: String) async throws {
    let host = try await Measure.host(database, workers: 1)
    host.install(Procedure(name: "empty", source: "async function execute() { return 1; }"))
    var times: [Double] = []
    for _ in 0..<rounds {
      times.append(
        try await Measure.milliseconds {
          for _ in 0..<50 { _ = try await host.execute("empty", returning: Int.self) }
        } / 50)
    }
    await host.close()
    print("")
    Measure.show("a procedure that does nothing", Measure.median(times), "a call, one after the other")
  }

  // MARK: Workers

  /// Rounds of one worker and of two take turns, so that a busy moment of the machine meets both.
  private func scale(_ name: String, _ text: String, _ database: String) async throws {
    let hosts = [try await Measure.host(database, workers: 1), try await Measure.host(database, workers: 2)]
    var times: [[Double]] = [[], []]
    for _ in 0..<rounds {
      for (index, host) in hosts.enumerated() {
        times[index].append(
          try await Measure.milliseconds {
            try await withThrowingTaskGroup(of: Void.self) { group in
              for _ in 0..<16 { group.addTask { _ = try await host.execute(name, returning: [Sum].self) } }
              try await group.waitForAll()
            }
          })
      }
    }
    for host in hosts { await host.close() }
    let ratio = Measure.median(zip(times[0], times[1]).map { $0 / $1 })
    Measure.show("\(text), one worker", Measure.median(times[0]), "")
    Measure.show("\(text), two workers", Measure.median(times[1]), "\(Measure.text(ratio)) x the throughput of one")
  }

  private static func host(_ database: String, workers: Int) async throws -> ProcedureHost {
    var configuration = ProcedureHost.Configuration()
    configuration.workers = workers
    configuration.onNotice = { print($0) }
    let host = try await ProcedureHost(database: database, configuration)
    for (name, read) in [("query", "query"), ("rows", "rows")] {
      host.install(
        Procedure(
          name: name,
          source: """
            async function execute() {
              const totals = new Map();
              for (const { category, amount } of Context.context().\(read)("SELECT category, amount FROM entry"))
                totals.set(category, (totals.get(category) ?? 0) + amount);
              return [...totals].map(([category, total]) => ({ category, total }));
            }
            """))
    }
    host.install(
      Procedure(
        name: "count",
        source: """
          async function execute() {
            let total = 0;
            for (let i = 0; i < 1e6; i++) total = (total + i * i) % 1000003;
            return [{ category: "none", total }];
          }
          """))
    return host
  }

  private static func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
    let begin = ContinuousClock.now
    try await body()
    return (ContinuousClock.now - begin) / .milliseconds(1)
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  private static func text(_ value: Double) -> String { String(format: "%.2f", value) }

  private static func show(_ name: String, _ milliseconds: Double, _ ratio: String) {
    print(name.padding(toLength: 32, withPad: " ", startingAt: 0) + String(format: "%8.1f ms   ", milliseconds) + ratio)
  }
}
