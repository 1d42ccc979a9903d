import CausewayTesting
import StandardStreams

/// The command that runs one file again under a plan, with the options of this run.
struct TestRepeatCommand {
  private let plan: FaultPlan
  private let path: String
  /// Those of this run, without the name of the program.
  private let arguments: [String]

  /// Options that the new command has its own values of, or that do not change how a test runs.
  private static let valueOptions: Set<String> = [
    "--simulate", "--seed", "--repeat", "--shard", "--jobs", "--reporter", "--chaos",
  ]
  private static let flags: Set<String> = ["--bail", "--update"]

  init(_ plan: FaultPlan, _ path: String) {
    self.plan = plan
    self.path = path
    arguments = TestCommand.expanded(Array(CommandLine.arguments.dropFirst()))
  }

  /// One line for a shell.
  var text: String {
    (["causeway", "test"] + options + ["--simulate", plan.description, path])
      .map { TestRepeatCommand.quoted($0.printable) }.joined(separator: " ")
  }

  /// The options of this run, without its files.
  private var options: [String] {
    var kept: [String] = []
    var rest = arguments.dropFirst()[...]
    while let argument = rest.popFirst() {
      if argument == "--" { break }
      guard argument.hasPrefix("-"), argument.count > 1 else { continue }
      let name = String(argument.prefix { $0 != "=" })
      let hasValue = argument.contains("=")
      let takesValue = !hasValue && TestRepeatCommand.takesValue(name)
      let value = takesValue ? rest.popFirst() : nil
      if TestRepeatCommand.valueOptions.contains(name) || TestRepeatCommand.flags.contains(name) { continue }
      kept += [argument] + [value].compactMap(\.self)
    }
    return kept
  }

  private static let flagsWithoutValue: Set<String> = flags.union([
    "--only", "--ignore-leaks", "--project-permissions", "-P",
  ])

  private static func takesValue(_ name: String) -> Bool { !flagsWithoutValue.contains(name) }

  /// An argument of a shell.
  private static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_./:=,@%+".utf8.contains(byte)
        }
      }
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
