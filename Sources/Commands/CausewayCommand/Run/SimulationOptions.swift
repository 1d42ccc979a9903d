import ArgumentParser
import CausewayTesting
import JavaScriptRuntime
import StandardStreams

/// The clock of a run.
enum ClockChoice: String, ExpressibleByArgument, CaseIterable {
  case real, virtual
}

/// The parsed options `--simulate`, `--clock`, `--mock` and `--record`.
struct SimulationOptions: Sendable {
  var plan: FaultPlan?
  var clock: ClockChoice
  /// The mock's text and file.
  let mock: (text: String, file: String)?
  /// Whether an uncalled mock method fails the run.
  let isStrict: Bool

  /// The file of the recording.
  let record: String?

  /// Whether the mock is a recording.
  var isRecording: Bool { mock?.file.hasSuffix(".jsonl") ?? false }

  /// Whether the mock is a script instead of JSON.
  var isScript: Bool {
    mock.map { mock in [".js", ".mjs", ".ts", ".mts"].contains { mock.file.hasSuffix($0) } } ?? false
  }

  /// Reads the files of the options.
  ///
  /// - Parameter seed: replaces the seed of the plan; nil for that of the plan, or a random one.
  init(
    plan: String?, seed: UInt64? = nil, clock: ClockChoice, mock: String?, isStrict: Bool, record: String?
  ) throws(InvalidOption) {
    self.record = record
    self.clock = clock
    self.isStrict = isStrict
    // Checked before the run: at its end the recording would be lost.
    if let record, let obstacle = Output.obstacle(toWriting: record) {
      throw InvalidOption(message: "Cannot write \(record.printable): \(obstacle).")
    }
    do {
      self.plan = try plan.map(SimulationOptions.read)
      if let seed { self.plan?.seed = seed }
      self.mock = try mock.map { (try SourceFile.read(named: $0), $0) }
      _ = try makeAnswers()
      _ = try makeReplay()
    } catch let error as FormatError {
      throw InvalidOption(message: error.description.printable)
    } catch {
      throw InvalidOption(message: ((error as? JavaScriptError)?.message ?? "\(error)").printable)
    }
  }

  var isNeeded: Bool { plan != nil || mock != nil || clock == .virtual || record != nil }

  /// The mock's answers in their initial state; nil for a script.
  func makeAnswers() throws -> MockScript? {
    try isScript || isRecording ? nil : mock.map { try MockScript(parsing: $0.text, source: $0.file) }
  }

  /// The recording in its initial state; nil if the mock is not a recording.
  func makeReplay() throws -> Replay? {
    guard isRecording else { return nil }
    return try mock.map { Replay(try Recording(parsing: $0.text, source: $0.file)) }
  }

  /// A plan contains `=` or braces, unlike most file names.
  private static func read(_ plan: String) throws -> FaultPlan {
    if plan.contains("=") || plan.contains("{") { return try FaultPlan(parsing: plan, source: "--simulate") }
    return try FaultPlan(parsing: try SourceFile.read(named: plan), source: plan)
  }
}

/// The file or the text of an option is invalid.
struct InvalidOption: Error {
  let message: String
}
