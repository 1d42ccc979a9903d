import Causeway
import CausewayTesting
import JavaScriptRuntime
import StandardStreams
import Synchronization

/// The simulation of one run, and its report.
final class Simulation: Sendable {
  private let options: SimulationOptions
  let virtualClock: VirtualClock?
  private let answers: MockScript?
  private let script: JavaScriptMock?
  private let replay: Replay?
  private let recorder: Recorder
  private let recording: RecordingFile?
  private let counter = CallCounter()
  private let link = Mutex<SimulatedTransport?>(nil)
  private let started = ContinuousClock.now

  /// The clock of the bridge and the runtime.
  var clock: any Clock<Duration> { virtualClock ?? ContinuousClock() as any Clock<Duration> }

  /// Starts the simulation; nil if no option needs one.
  ///
  /// - Throws: `InvalidOption` if a mock script fails.
  static func start(_ options: SimulationOptions, _ modules: ModuleOptions) async throws -> Simulation? {
    options.isNeeded ? try await Simulation(starting: options, modules) : nil
  }

  /// - Throws: `InvalidOption` if a mock script fails.
  convenience init(starting options: SimulationOptions, _ modules: ModuleOptions) async throws {
    let clock = options.clock == .virtual ? VirtualClock() : nil
    var script: JavaScriptMock?
    if options.isScript, let mock = options.mock {
      let make: () async throws -> JavaScriptMock = {
        try await JavaScriptMock(
          mock.text, file: mock.file, modules: modules, clock: clock ?? ContinuousClock() as any Clock<Duration>)
      }
      script = if let clock { try await clock.runFreely(make) } else { try await make() }
    }
    self.init(options, clock, script)
  }

  private init(_ options: SimulationOptions, _ clock: VirtualClock?, _ script: JavaScriptMock?) {
    self.options = options
    virtualClock = clock
    self.script = script
    // The text was validated with the options.
    answers = try? options.makeAnswers()
    replay = try? options.makeReplay()
    let recording = options.record.map(RecordingFile.init)
    self.recording = recording
    recorder = Recorder(clock: clock ?? ContinuousClock() as any Clock<Duration>) { recording?.write($0) }
  }

  /// The methods of the mock, and the events of a recording.
  var mocked: [String] {
    (answers?.names ?? []) + (script?.names ?? []) + (replay.map { $0.names + $0.events } ?? [])
  }

  /// Replaces this machine's methods with those of the mock.
  func install(on bridge: Bridge) {
    answers?.install(on: bridge)
    script?.install(on: bridge)
    replay?.install(on: bridge)
  }

  func close() async { await script?.close() }

  /// The mock's methods that were not called.
  var uncalled: [String] { (answers?.uncalled ?? []) + (script?.uncalled ?? []) + (replay?.unplayed ?? []) }

  /// For each rule of the plan, how many messages it has applied to; empty without a plan.
  var ruleMatches: [Int] { link.withLock { $0 }?.ruleMatches ?? [] }

  /// The calls so far.
  var summary: CallSummary { counter.summary }

  /// Wraps the transport between the bridge and the runtime: the plan, and next to the program the counter of calls.
  var wrap: @Sendable (any Transport) -> any Transport {
    { transport in
      var watched = self.counter.watch(transport, clock: self.clock)
      if self.options.record != nil { watched = self.recorder.watch(watched) }
      guard let plan = self.options.plan else { return watched }
      let link = SimulatedTransport(watched, plan: plan, clock: self.clock)
      self.link.withLock { $0 = link }
      return link
    }
  }

  /// Runs the program; with a virtual clock without waiting.
  static func run(
    _ simulation: Simulation?, _ body: () async throws(JavaScriptError) -> Void
  ) async throws(JavaScriptError) {
    guard let clock = simulation?.virtualClock else { return try await body() }
    try await clock.runFreely(body)
  }

  // MARK: Report

  /// Reports the calls on standard error; returns the ending of the run.
  func report(after ending: ScriptRun.Ending) async -> ScriptRun.Ending {
    await recorder.flush()
    for line in lines { Terminal.reportError(line) }
    if let file = options.record {
      if let loss = recording?.loss {
        Terminal.reportError("causeway: The recording could not be written to \(file.printable): \(loss).")
        return .untested
      }
      Terminal.reportError("causeway: Recorded in \(file.printable). To replay: --mock \(file.printable)")
    }
    let uncalled = uncalled
    for name in uncalled { Terminal.reportError("causeway: The mock's method \(name.printable) was not called.") }
    if let plan = options.plan {
      for line in plan.unmatched(ruleMatches) { Terminal.reportError(line) }
      Terminal.reportError("causeway: To repeat: --simulate '\(plan.description.printable)'")
    }
    if case .finished = ending, options.isStrict, !uncalled.isEmpty { return .untested }
    return ending
  }

  private var lines: [String] {
    let summary = counter.summary
    let calls = summary.total.calls == 1 ? "1 call" : "\(summary.total.calls) calls"
    var head = "causeway: \(calls)"
    if let clock = virtualClock {
      head += " in \(text(clock.now.offset)) of virtual time (\(text(ContinuousClock.now - started)) of real time)"
    }
    head += link.withLock { $0 }.map { ", " + text($0.statistics) } ?? ""
    let rows = summary.methods.map { method in
      [method.name.printable, "\(method.calls)", "\(method.answered)", failures(method)]
        + [50, 99, 100].map { method.latency(percentile: $0).map(text) ?? "-" }
    }.map { row in row.map { TextTable.Cell($0) } }
    let headers = ["method", "calls", "answered", "failed", "median", "99%", "longest"]
    return [head + "."] + (rows.isEmpty ? [] : TextTable(headers: headers, rows: rows).lines(Style(colors: false)))
  }

  private func failures(_ method: CallSummary.Method) -> String {
    var parts = method.failed.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      "\($0.value) \($0.key.rawValue.printable)"
    }
    if method.open > 0 { parts.append("\(method.open) open") }
    return parts.isEmpty ? "0" : parts.joined(separator: ", ")
  }

  private func text(_ statistics: SimulatedTransport.Statistics) -> String {
    let counts = [
      (statistics.delayed, "delayed"), (statistics.dropped, "dropped"), (statistics.duplicated, "duplicated"),
      (statistics.reordered, "reordered"), (statistics.late, "late"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" } + (statistics.isCut ? ["link cut"] : [])
    return "\(statistics.messages) messages" + (parts.isEmpty ? "" : " (" + parts.joined(separator: ", ") + ")")
  }

  /// A duration with three digits.
  private func text(_ duration: Duration) -> String {
    let milliseconds = duration / .milliseconds(1)
    return milliseconds >= 1000
      ? "\((milliseconds / 10).rounded() / 100) s" : "\((milliseconds * 100).rounded() / 100) ms"
  }
}

extension FaultPlan {
  /// A line for each rule that no message has matched.
  ///
  /// - Parameter matches: the number of messages for each rule.
  func unmatched(_ matches: [Int]) -> [String] {
    zip(rules, matches).filter { $0.1 == 0 }.map { rule, _ in
      let text = FaultPlan(seed: 0, [rule]).description
      return "causeway: No message matched the rule \(String(text.dropLast("; seed=0".count)).printable)."
    }
  }
}
