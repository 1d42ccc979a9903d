import ArgumentParser
import CPlain
import Foundation
import JavaScriptRuntime

/// What a side's memory does, looked at in a process of its own: a process that measured before has pages to spare.
struct Memory: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Looks at memory once, in this process.", shouldDisplay: false)

  enum Look: String, ExpressibleByArgument, CaseIterable {
    case contexts, runtimes, calls, handlers, pending
  }

  /// What was seen: resident memory at two moments, and the calls that were left pending.
  struct Finding: Codable {
    var kilobytesBefore: Double
    var kilobytesAfter: Double
    var pending: Int
    var growth: Double { kilobytesAfter - kilobytesBefore }
  }

  @Argument var look: Look
  @Option var count = 1
  @Flag var plain = false

  func run() async throws {
    let finding = plain ? try lookAtPlain() : try await lookAtOurs()
    print(String(decoding: try JSONEncoder().encode(finding), as: UTF8.self))
  }

  private func lookAtPlain() throws -> Finding {
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
      Finding(kilobytesBefore: before, kilobytesAfter: residentKilobytes(), pending: host.pending)
    }
  }

  private func lookAtOurs() async throws -> Finding {
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
    let finding = Finding(kilobytesBefore: before, kilobytesAfter: residentKilobytes(), pending: host.pending)
    await host.close()
    for host in more { await host.close() }
    return finding
  }
}

/// Resident memory of this process.
private func residentKilobytes() -> Double {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? .nan
  return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1024
}

extension Session {
  func memory(calls: Int) async throws {
    guard wants("memory") else { return }
    try row("memory: a runtime", .runtimes, count: 8, per: 8, against: "host: thread, context, client")
    try row("memory: a runtime", .runtimes, count: 8, per: 8, against: "group and context alone", plain: .contexts)
    let waiting = min(calls, 100_000)
    try row("memory: a pending call", .pending, count: waiting, per: Double(waiting) / 1024, unit: "bytes", against: "a map's entry")
    try row("memory: growth by \(calls) calls", .calls, count: calls, per: 1, against: "the same")
    try row("memory: growth by \(calls) awaited", .handlers, count: calls, per: 1, against: "the same")
  }

  private func row(
    _ name: String, _ look: Memory.Look, count: Int, per: Double, unit: String = "KB", against: String,
    plain: Memory.Look? = nil
  ) throws {
    let c = try find(plain ?? look, count, plain: true)
    let ours = try find(look, count, plain: false)
    if look != .pending, c.pending + ours.pending > 0 { throw Failure("\(name): calls are left pending") }
    // Growth of next to nothing has no ratio that says anything.
    let ratio = per == 1 ? nil : ours.growth / c.growth
    add(Row(
      name: name, depth: look == .runtimes ? 1 : look == .pending ? count : 256, against: against, unit: unit,
      c: c.growth / per, ours: ours.growth / per, ratio: ratio))
  }

  private func find(_ look: Memory.Look, _ count: Int, plain: Bool) throws -> Memory.Finding {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["memory", look.rawValue, "--count", "\(count)"] + (plain ? ["--plain"] : [])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure("the process for \(look) ended with an error") }
    return try JSONDecoder().decode(Memory.Finding.self, from: text)
  }
}
