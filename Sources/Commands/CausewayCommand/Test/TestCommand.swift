import ArgumentParser
import CausewayConcurrency
import FoundationEssentials
import JavaScriptRuntime
import StandardStreams

/// `causeway test`: runs test files.
struct TestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run the tests of a project.",
    discussion: """
      causeway test                     every *.test.ts, *_test.js and so on in this folder and the folders below
      causeway test src app.test.ts     those of a folder, and a file

      Tests are written with node:test, and run in Node as well. Each file has a runtime of its own, and a virtual \
      clock: waits take no time, and the last line says how much was skipped. A file whose first line is \
      // @causeway clock=real has the real clock. A test that leaves a timer, call, stream or listener open fails.

      causeway test --chaos runs each file that passes under 20 fault plans as well: lost calls and answers, delays, \
      links that close. It shows the smallest plan under which a test fails, as a command that repeats it.

      Snapshots that do not exist are written, unless the environment has CI=true; --update also replaces others.

      Exit status: 0 success, 1 failed tests, 2 wrong usage or no tests, 130 stopped by Ctrl-C.
      """)

  @OptionGroup var permissionOptions: PermissionOptions
  @OptionGroup var modules: ModuleOptions

  @Option(help: "The clock of timers, deadlines and Date.")
  var clock = ClockChoice.virtual

  @Option(help: "The format of the report.")
  var reporter = TestReportFormat.spec

  @Option(
    help: ArgumentHelp(
      "Run only tests whose name, or that of a suite around them, matches this regular expression.",
      valueName: "pattern"))
  var filter: [String] = []

  @Flag(help: "Run only tests with the option only.")
  var only = false

  @Flag(help: "Stop after the first failure.")
  var bail = false

  @Option(help: ArgumentHelp("Run one part of the files, such as 1/3.", valueName: "part/parts"))
  var shard: TestShard?

  @Option(
    help: ArgumentHelp(
      "Simulate a slow or faulty link: a file, or a plan such as 'orders.*: delay=200ms±50ms drop=2% seed=7'.",
      valueName: "plan"))
  var simulate: String?

  @Option(
    help: ArgumentHelp(
      "Answer calls from this file (JSON, JavaScript or a recording) instead of this machine.", valueName: "file"))
  var mock: String?

  @Option(
    help: ArgumentHelp(
      "The seed of the plan's random choices, in place of its own; with --chaos that of the plans.",
      valueName: "number"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Run each file again under so many fault plans, 20 by default, and show the smallest plan that fails a test.",
      valueName: "plans"))
  var chaos: Int?

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp("Run each file so many times; under a plan, each time with the next seed.", valueName: "count"))
  var repetitions = 1

  @Option(help: ArgumentHelp("How many files run side by side; as many as processors by default.", valueName: "count"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp("Stop a file that has no result for this real time.", valueName: "seconds"))
  var timeout = 60.0

  @Flag(help: "Do not fail tests that leave timers, calls, streams or listeners open.")
  var ignoreLeaks = false

  @Flag(help: "Write snapshots that differ, and remove those that no test uses.")
  var update = false

  @Argument(help: ArgumentHelp("The files and folders.", valueName: "file"))
  var inputs: [String] = []

  /// The arguments with the number that `--chaos` alone stands for.
  static func expanded(_ arguments: [String]) -> [String] {
    guard arguments.first == "test" else { return arguments }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments.indices.map { index in
      guard index < end, arguments[index] == "--chaos" else { return arguments[index] }
      let hasNumber = index + 1 < end && Int(arguments[index + 1]) != nil
      return hasNumber ? "--chaos" : "--chaos=20"
    }
  }

  func validate() throws {
    guard timeout > 0, timeout <= 1e9 else {
      throw ValidationError("--timeout takes seconds, over 0 and at most 1000000000, such as 2.5.")
    }
    for pattern in filter {
      if let problem = TestPattern.problem(of: pattern) {
        throw ValidationError("--filter \(pattern.printable): \(problem)")
      }
    }
    guard repetitions >= 1, repetitions <= 100_000 else {
      throw ValidationError("--repeat takes a number from 1 to 100000.")
    }
    if seed != nil, simulate == nil, chaos == nil {
      throw ValidationError("--seed needs --simulate or --chaos.")
    }
    if let chaos {
      guard chaos >= 1, chaos <= 10_000 else { throw ValidationError("--chaos takes a number from 1 to 10000.") }
      if simulate != nil {
        throw ValidationError("--chaos makes its own plans: it cannot be combined with --simulate.")
      }
      if repetitions > 1 {
        throw ValidationError("--chaos cannot be combined with --repeat: use --chaos=\(repetitions).")
      }
    }
    if let jobs, jobs < 1 || jobs > 1000 { throw ValidationError("--jobs takes a number from 1 to 1000.") }
  }

  func run() async throws {
    let found = TestFiles(inputs)
    for problem in found.problems { Terminal.reportError("causeway: \(problem)") }
    guard found.problems.isEmpty else { throw WrongUsage.exitCode }
    let paths = shard.map { $0.part(of: found.paths) } ?? found.paths
    guard !paths.isEmpty else {
      Terminal.reportError(
        found.paths.isEmpty
          ? "causeway: There is no test file: the name of one ends with .test or _test before its extension, as in app.test.ts."
          : "causeway: This part has no files: there are only \(found.paths.count.grouped).")
      throw WrongUsage.exitCode
    }
    let labels = paths.flatMap { path in
      (1...repetitions).map { TestFileLabel(path: path, repetition: repetitions > 1 ? $0 : nil) }
    }
    throw try await perform(labels)
  }

  /// New snapshots are written, except where nobody would commit them.
  private var snapshotMode: TestSnapshotMode {
    if update { return .all }
    let value = ProcessInfo.processInfo.environment["CI"] ?? ""
    return ["", "0", "false"].contains(value.lowercased()) ? .new : .none
  }

  /// The plan and the mock.
  private func simulation() throws -> SimulationOptions {
    do throws(InvalidOption) {
      return try SimulationOptions(
        plan: simulate, seed: seed, clock: clock, mock: mock, isStrict: false, record: nil)
    } catch {
      Terminal.reportError("causeway: \(error.message)")
      throw WrongUsage.exitCode
    }
  }

  private func perform(_ labels: [TestFileLabel]) async throws -> ExitCode {
    var granted: [String: PermissionOptions] = [:]
    if permissionOptions.projectPermissions {
      for path in Set(labels.map(\.path)) { granted[path] = try modules.resolve(permissionOptions, for: .file(path)) }
    }
    let settings = TestSettings(
      permissionOptions: permissionOptions, projectPermissions: granted, modules: modules, clock: clock, filter: filter,
      runsOnly: only,
      checksLeaks: !ignoreLeaks, snapshots: snapshotMode, limit: .seconds(timeout),
      colors: StandardStream.output.allowsColors,
      jobs: jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount),
      simulation: try simulation(),
      chaos: chaos.map { ChaosSettings(count: $0, seed: seed ?? UInt64.random(in: 0...9_999_999_999)) }, bails: bail)
    var report = TestReportSettings()
    report.directory = FileManager.default.currentDirectoryPath
    report.colors = settings.colors
    let run = TestRun(labels, settings)
    let interrupts = Interrupts()
    let interrupted = Deferred<Void>()
    let watch = Task {
      guard await interrupts.next() else { return }
      for test in run.running { Terminal.reportError("causeway: Stopped in \(test).") }
      interrupted.resolve(())
      run.stop()
    }
    let totals = await run.perform(reporter.makeReporter(report))
    watch.cancel()
    if interrupted.isResolved { return ExitCode(128 + interrupts.signal) }
    if totals.hasFailed { return .failure }
    guard totals.tests > 0 else {
      Terminal.reportError("causeway: No test has a name that --filter matches.")
      return WrongUsage.exitCode
    }
    return .success
  }
}

/// `1/3`: the first of three parts.
struct TestShard: ExpressibleByArgument {
  let index: Int
  let count: Int

  init?(argument: String) {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1], count >= 1, (1...count).contains(index)
    else {
      return nil
    }
    self.index = index
    self.count = count
  }

  /// Every `count`th path.
  func part(of paths: [String]) -> [String] {
    paths.enumerated().filter { $0.offset % count == index - 1 }.map(\.element)
  }
}
