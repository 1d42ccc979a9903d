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
  /// The mock's text, read anew for each run.
  private let mock: (text: String, file: String)?
  /// Whether a mock that is not called fails the run.
  let isStrict: Bool
  /// The methods that the mock answers.
  let mocked: [String]

  /// Reads what the options name.
  init(plan: String?, clock: ClockChoice, mock: String?, isStrict: Bool) throws(WrongText) {
    self.clock = clock
    self.isStrict = isStrict
    do {
      self.plan = try plan.map(SimulationOptions.read)
      self.mock = try mock.map { (try SourceFile.read($0), $0) }
      mocked = try SimulationOptions.script(self.mock)?.names ?? []
    } catch let error as FormatError {
      throw WrongText(message: error.description.printable)
    } catch {
      throw WrongText(message: ((error as? JavaScriptError)?.message ?? "\(error)").printable)
    }
  }

  var isNeeded: Bool { plan != nil || mock != nil || clock == .virtual }

  /// The mock, with nothing called yet.
  func makeScript() -> MockScript? { try? SimulationOptions.script(mock) }

  private static func script(_ mock: (text: String, file: String)?) throws -> MockScript? {
    try mock.map { try MockScript(parsing: $0.text, source: $0.file) }
  }

  /// A plan has `=` or braces in it, as hardly a file's name has.
  private static func read(_ plan: String) throws -> FaultPlan {
    if plan.contains("=") || plan.contains("{") { return try FaultPlan(parsing: plan, source: "--simulate") }
    return try FaultPlan(parsing: try SourceFile.read(plan), source: plan)
  }
}

/// An option names something that cannot be read.
struct WrongText: Error {
  let message: String
}
