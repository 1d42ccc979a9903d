import ArgumentParser
import JavaScriptModules
import JavaScriptRuntime
import StandardStreams

/// `causeway check`: the errors of programs that show without running them.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find errors in programs without running them.",
    discussion: """
      causeway check app.ts         a program and everything that it imports
      causeway check src tools      every program in these folders

      Checks the syntax, and that each import names a module that exists and exports the imported names. Types are not \
      checked: use tsc --noEmit. In folders, packages (node_modules), hidden folders and declarations (.d.ts) are left out.

      Exit status: 0 no errors, 1 errors, 2 wrong usage or a file that cannot be read.
      """)

  @OptionGroup var modules: ModuleOptions

  @Flag(help: "Print the errors as JSON on standard output.")
  var json = false

  @Argument(help: ArgumentHelp("The files and folders.", valueName: "file"))
  var inputs: [String]

  func run() async throws {
    let (check, unreadable) = await ProgressLine().show("checking") { await result() }
    for error in unreadable { Terminal.reportError("causeway: \(error.message)") }
    let isReadable = unreadable.isEmpty
    if json {
      Terminal.printLine(try TerminalJSON.pretty(CheckReport(check)))
    } else {
      show(check, isComplete: isReadable)
    }
    guard isReadable else { throw WrongUsage.exitCode }
    guard check.problems.isEmpty else { throw ExitCode.failure }
  }

  /// Checks the inputs; also returns what could not be read.
  private func result() async -> (ProgramCheck, [UnreadableSource]) {
    var check = ProgramCheck(modules)
    var unreadable: [UnreadableSource] = []
    for input in inputs {
      guard ProgramFiles.isFolder(input) else {
        do throws(UnreadableSource) { try check.add(input) } catch { unreadable.append(error) }
        continue
      }
      let files = ProgramFiles.files(in: input)
      if files.isEmpty {
        unreadable.append(
          UnreadableSource(
            message:
              "There is no program in \(input.printable): expected a .js, .jsx, .ts, .tsx, .mjs, .mts, .cjs or .cts file."
          ))
      }
      for file in files {
        do throws(UnreadableSource) { try check.add(file) } catch { unreadable.append(error) }
      }
    }
    do throws(UnreadableSource) { try await check.finish() } catch { unreadable.append(error) }
    return (check, unreadable)
  }

  private func show(_ check: ProgramCheck, isComplete: Bool) {
    let colors = StandardStream.error.allowsColors
    for problem in check.problems {
      Terminal.reportError(ErrorReport(problem.error, source: problem.source, colors: colors).text + "\n")
    }
    let files = check.files.count == 1 ? "1 file" : "\(check.files.count.grouped) files"
    guard check.problems.isEmpty else {
      let count = check.problems.count
      let most = count >= ModuleCheck.maximumProblems ? "at least " : ""
      return Terminal.reportError("causeway: \(most)\(count.grouped) \(count == 1 ? "error" : "errors") in \(files).")
    }
    guard isComplete else { return }
    let types = check.hasTypes ? " Types are not checked: use tsc --noEmit." : ""
    Terminal.printLine("\(files), no errors.\(types)")
  }
}
