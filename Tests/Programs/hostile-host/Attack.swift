import Causeway
import CausewayJavaScript
import CausewayProcess
import CausewayTesting
import JavaScriptModules
import JavaScriptRuntime

/// One hostile program, and where it runs.
struct Attack: CustomStringConvertible {
  enum Place: CaseIterable { case runtime, process }

  let program: String
  let place: Place

  /// - Parameter text: only programs with it, unless it is nil.
  init(random: inout StableRandom, with text: String?) {
    place = Int.random(in: 0..<4, using: &random) == 0 ? .process : .runtime
    let all = HostilePrograms.anywhere + (place == .process ? HostilePrograms.confined : [])
    let programs = text.map { text in all.filter { $0.contains(text) } } ?? all
    program = programs[Int.random(in: 0..<programs.count, using: &random)]
  }

  var description: String { "in a \(place): \(program)" }

  /// How it ended, in a word.
  func run(on bridge: Bridge) async -> String {
    do {
      switch place {
      case .runtime: try await inRuntime(bridge)
      case .process: try await inProcess(bridge)
      }
      return "fulfilled"
    } catch let error as JavaScriptError {
      return error.code.rawValue
    } catch let error as BridgeError {
      return error.code.rawValue
    } catch {
      return "\(type(of: error))"
    }
  }

  private static let permissions: Permissions = [
    "echo", "late", "never", "fail", "tick*", "callBack", "numbers", "deaf", "slow",
  ]

  private static let modules: ModuleConfiguration = {
    var modules = ModuleConfiguration(.memory(HostilePrograms.modules))
    modules.deadline = .seconds(2)
    return modules
  }()

  private func inRuntime(_ bridge: Bridge) async throws {
    var configuration = RuntimeConfiguration()
    configuration.evaluationLimit = .milliseconds(300)
    configuration.console = .handler { _, _ in }
    configuration.onUncaught = { _, _ in }
    configuration.modules = Attack.modules
    let runtime = try await JavaScriptRuntime(
      bridge: bridge, permissions: Attack.permissions, configuration: configuration)
    let result = await Attack.atMost(.seconds(2)) { try await runtime.evaluate(program: program) }
    runtime.interrupt()
    await runtime.close()
    try result.get()
  }

  private func inProcess(_ bridge: Bridge) async throws {
    var configuration = ProcessConfiguration()
    configuration.limits.memory = 192 << 20
    configuration.limits.turn = .seconds(1)
    configuration.onConsole = { _, _ in }
    configuration.onUncaught = { _ in }
    configuration.modules = Attack.modules
    let process = try await JavaScriptProcess(
      bridge: bridge, permissions: Attack.permissions, configuration: configuration)
    let result = await Attack.atMost(.seconds(4)) { try await process.evaluate(program: program) }
    await process.close()
    try result.get()
  }

  /// Runs `body`, cancelled after a while.
  private static func atMost(
    _ time: Duration, _ body: @escaping @Sendable () async throws -> Void
  ) async -> Result<Void, any Error> {
    let work = Task { try await body() }
    let watch = Task {
      try await Task.sleep(for: time)
      work.cancel()
    }
    defer { watch.cancel() }
    return await work.result
  }
}
