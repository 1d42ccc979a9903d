import ArgumentParser
import CPlain
import Foundation
import JavaScriptRuntime

/// Measures the memory of one side, in a new process: a process that measured before has spare pages.
struct Memory: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures memory once, in this process.", shouldDisplay: false)

  enum Look: String, ExpressibleByArgument, CaseIterable {
    case contexts, runtimes, calls, handlers, pending
  }

  /// The result: resident memory at two times, and the number of calls that stayed pending.
  struct CheckResult: Codable {
    var kilobytesBefore: Double
    var kilobytesAfter: Double
    var pending: Int
    /// The growth after the calls, and after three times as many.
    var held: [Held]?
    var growth: Double { kilobytesAfter - kilobytesBefore }
  }

  /// The memory of a process after a garbage collection and the release of free memory.
  struct Held: Codable {
    var residentKilobytes: Double
    /// The bytes that malloc has allocated, which include all Swift objects and tasks.
    var allocatedKilobytes: Double
    var heap: HeapStatistics?

    init(_ host: OurHost) async throws {
      try await host.runtime.collectGarbage()
      heap = try await host.runtime.heapStatistics()
      allocatedKilobytes = Double(cplain_allocated()) / 1024
      residentKilobytes = Memory.residentKilobytes()
    }

    /// A description of the growth since an earlier measurement; empty if there is none.
    ///
    /// Resident memory is not used, because it includes the memory that allocators keep for later.
    func growth(since earlier: Held) -> [String] {
      var grown: [String] = []
      // The allocator counts the caches of its threads as allocated.
      let kilobytes = allocatedKilobytes - earlier.allocatedKilobytes
      if kilobytes > 512 { grown.append("\(kilobytes) KB given out by malloc") }
      guard let heap, let before = earlier.heap else { return grown }
      let objects = heap.objects - before.objects
      if objects > 2000 { grown.append("\(objects) values of the engine") }
      let protected = heap.protectedObjects - before.protectedObjects
      if protected > 8 { grown.append("\(protected) protected values") }
      return grown
    }
  }

  @Argument var look: Look
  @Option var count = 1
  @Flag var plain = false

  func run() async throws {
    let finding = plain ? try lookAtPlain() : try await lookAtOurs()
    print(String(decoding: try JSONEncoder().encode(finding), as: UTF8.self))
  }

  /// The resident memory of this process.
  private static func residentKilobytes() -> Double {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? .nan
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1024
  }

  private func residentKilobytes() -> Double { Memory.residentKilobytes() }

  private func lookAtPlain() throws -> CheckResult {
    let host = PlainHost()
    var more: [PlainHost] = []
    // The first round lets heaps, compilers and allocators reach their size; only the second counts.
    func work(_ count: Int) throws {
      switch look {
      case .contexts: cplain_keep_contexts(Int64(count))
      case .runtimes: for _ in 0..<count { more.append(PlainHost()) }
      case .calls: _ = try host.run("bench.run('number.within', 'number', 256, \(count))")
      case .handlers: _ = try host.awaitHandler(inFlight: 256, count: count)
      case .pending: _ = try host.run("bench.leave(\(count))")
      }
    }
    try work(look == .calls || look == .handlers ? count / 4 : 2)
    host.collectGarbage()
    let before = residentKilobytes()
    try work(count)
    host.collectGarbage()
    return withExtendedLifetime(more) {
      CheckResult(kilobytesBefore: before, kilobytesAfter: residentKilobytes(), pending: host.pending)
    }
  }

  private func lookAtOurs() async throws -> CheckResult {
    let host = try await OurHost(callsInFlight: look == .pending ? count + 10 : nil)
    var more: [OurHost] = []
    func work(_ count: Int) async throws {
      switch look {
      case .contexts, .runtimes: for _ in 0..<count { more.append(try await OurHost()) }
      case .calls: _ = try await host.run("bench.run('number', 'number', 256, \(count))")
      case .handlers: _ = try await host.awaitHandler(inFlight: 256, count: count)
      case .pending: _ = try await host.run("bench.leave(\(count))")
      }
    }
    try await work(look == .calls || look == .handlers ? count / 4 : 2)
    try await host.runtime.collectGarbage()
    let before = residentKilobytes()
    try await work(count)
    try await host.runtime.collectGarbage()
    var finding = CheckResult(kilobytesBefore: before, kilobytesAfter: residentKilobytes(), pending: host.pending)
    if look == .calls || look == .handlers {
      let first = try await Held(host)
      try await work(2 * count)
      let last = try await Held(host)
      finding.held = [first, last]
      let grown = last.growth(since: first)
      if !grown.isEmpty { throw Failure("\(2 * count) calls more left \(grown.joined(separator: ", "))") }
    }
    await host.close()
    for host in more { await host.close() }
    return finding
  }
}

extension Session {
  func memory(calls: Int) async {
    let host = "host: thread, context, client"
    let waiting = min(calls, 100_000)
    await row("memory: a runtime", .runtimes, count: 8, of: 8, against: host)
    await row("memory: a runtime", .runtimes, count: 8, of: 8, against: "group and context alone", plain: .contexts)
    await row("memory: a pending call", .pending, count: waiting, of: Double(waiting) / 1024, against: "a map's entry")
    await row("memory: growth by \(calls) calls", .calls, count: calls, of: 1, against: "the same")
    await row("memory: growth by \(calls) awaited", .handlers, count: calls, of: 1, against: "the same")
  }

  /// - Parameter parts: the divisor of the growth.
  private func row(
    _ name: String, _ look: Memory.Look, count: Int, of parts: Double, against: String, plain: Memory.Look? = nil
  ) async {
    await measure(name) {
      let c = try find(plain ?? look, count, plain: true)
      let ours = try find(look, count, plain: false)
      if look != .pending, c.pending + ours.pending > 0 { throw Failure("calls are left pending") }
      var row = Row(name: name, depth: 1, against: against, c: c.growth / parts, ours: ours.growth / parts)
      row.unit = look == .pending ? "bytes" : "KB"
      if look == .pending { row.depth = count }
      if look == .calls || look == .handlers { row.depth = 256 }
      // A ratio of almost no growth has no meaning.
      if parts != 1 { row.ratio = ours.growth / c.growth }
      add(row)
    }
  }

  private func find(_ look: Memory.Look, _ count: Int, plain: Bool) throws -> Memory.CheckResult {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["memory", look.rawValue, "--count", "\(count)"] + (plain ? ["--plain"] : [])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure("the process that looked at it ended with \(process.terminationStatus)")
    }
    return try JSONDecoder().decode(Memory.CheckResult.self, from: text)
  }
}
