import ArgumentParser
import CausewayTesting
import JavaScriptRuntime

/// Which clock a run has.
enum ClockChoice: String, ExpressibleByArgument, CaseIterable {
  case real, virtual
}

/// What `--simulate`, `--clock` and `--mock` ask for.
struct SimulationOptions: Sendable {
  let plan: FaultPlan?
  let clock: ClockChoice
  /// The mock's text and file.
  let mock: (text: String, file: String)?
  /// Whether a mock that is not called fails the run.
  let isStrict: Bool

  /// The file that the traffic is written to.
  let record: String?

  /// Whether the mock is a recording to be played.
  var isRecording: Bool { mock?.file.hasSuffix(".jsonl") ?? false }

  /// Whether the mock is a script, and not JSON.
  var isScript: Bool { mock.map { $0.file.hasSuffix(".js") || $0.file.hasSuffix(".mjs") } ?? false }

  /// Reads what the options name.
  init(plan: String?, clock: ClockChoice, mock: String?, isStrict: Bool, record: String?) throws(WrongText) {
    self.record = record
    self.clock = clock
    self.isStrict = isStrict
    // Told now: in the end, what was recorded would be lost.
    if let record, let obstacle = Output.obstacle(toWriting: record) {
      throw WrongText(message: "Cannot write \(record.printable): \(obstacle).")
    }
    do {
      self.plan = try plan.map(SimulationOptions.read)
      self.mock = try mock.map { (try SourceFile.read(named: $0), $0) }
      _ = try makeAnswers()
      _ = try makeReplay()
    } catch let error as FormatError {
      throw WrongText(message: error.description.printable)
    } catch {
      throw WrongText(message: ((error as? JavaScriptError)?.message ?? "\(error)").printable)
    }
  }

  var isNeeded: Bool { plan != nil || mock != nil || clock == .virtual || record != nil }

  /// The mock's answers with nothing called yet; nil if it is a script.
  func makeAnswers() throws -> MockScript? {
    try isScript || isRecording ? nil : mock.map { try MockScript(parsing: $0.text, source: $0.file) }
  }

  /// The recording with nothing played yet; nil if the mock is none.
  func makeReplay() throws -> Replay? {
    guard isRecording else { return nil }
    return try mock.map { Replay(try Recording(parsing: $0.text, source: $0.file)) }
  }

  /// A plan has `=` or braces in it, as hardly a file's name has.
  private static func read(_ plan: String) throws -> FaultPlan {
    if plan.contains("=") || plan.contains("{") { return try FaultPlan(parsing: plan, source: "--simulate") }
    return try FaultPlan(parsing: try SourceFile.read(named: plan), source: plan)
  }
}

/// An option names something that cannot be read or run.
struct WrongText: Error {
  let message: String
}
