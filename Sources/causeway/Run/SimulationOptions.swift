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

  /// Whether the mock is a script, and not JSON.
  var isScript: Bool { mock.map { $0.file.hasSuffix(".js") || $0.file.hasSuffix(".mjs") } ?? false }

  /// Reads what the options name.
  init(plan: String?, clock: ClockChoice, mock: String?, isStrict: Bool) throws(WrongText) {
    self.clock = clock
    self.isStrict = isStrict
    do {
      self.plan = try plan.map(SimulationOptions.read)
      self.mock = try mock.map { (try SourceFile.read($0), $0) }
      _ = try makeAnswers()
    } catch let error as FormatError {
      throw WrongText(message: error.description.printable)
    } catch {
      throw WrongText(message: ((error as? JavaScriptError)?.message ?? "\(error)").printable)
    }
  }

  var isNeeded: Bool { plan != nil || mock != nil || clock == .virtual }

  /// The mock's answers with nothing called yet; nil if it is a script.
  func makeAnswers() throws -> MockScript? {
    try isScript ? nil : mock.map { try MockScript(parsing: $0.text, source: $0.file) }
  }

  /// A plan has `=` or braces in it, as hardly a file's name has.
  private static func read(_ plan: String) throws -> FaultPlan {
    if plan.contains("=") || plan.contains("{") { return try FaultPlan(parsing: plan, source: "--simulate") }
    return try FaultPlan(parsing: try SourceFile.read(plan), source: plan)
  }
}

/// An option names something that cannot be read or run.
struct WrongText: Error {
  let message: String
}
