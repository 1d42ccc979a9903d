import ArgumentParser
import CausewayConcurrency
import FoundationEssentials
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

  @Option(name: .customLong("repeat"), help: ArgumentHelp("Run each file so many times.", valueName: "count"))
  var repetitions = 1

  @Option(help: ArgumentHelp("How many files run side by side; as many as processors by default.", valueName: "count"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp("Stop a file that has no result for this real time.", valueName: "seconds"))
  var timeout = 60.0

  @Flag(help: "Do not fail tests that leave timers, calls, streams or listeners open.")
  var ignoreLeaks = false

  @Argument(help: ArgumentHelp("The files and folders.", valueName: "file"))
  var inputs: [String] = []

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

  private func perform(_ labels: [TestFileLabel]) async throws -> ExitCode {
    let settings = TestSettings(
      permissionOptions: permissionOptions, modules: modules, clock: clock, filter: filter, runsOnly: only,
      checksLeaks: !ignoreLeaks, limit: .seconds(timeout), colors: StandardStream.output.allowsColors,
      jobs: jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount), bails: bail)
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
    if totals.failed > 0 { return .failure }
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
