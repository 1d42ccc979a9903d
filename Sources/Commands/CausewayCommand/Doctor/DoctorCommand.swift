import ArgumentParser
import StandardStreams

/// `causeway doctor`: checks the installation.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Show versions, and the effects of missing components.")

  func run() async throws {
    let style = Style.standardOutput
    for (name, version) in Versions.all { Terminal.printLine(style.faint(name.padded(to: 10)) + version.printable) }
    var isUsable = true
    let sections = await SystemCheck.all
    for section in sections {
      Terminal.printLine("\n" + style.strong(section.title))
      for finding in section.findings {
        let mark = finding.isPresent ? style.good("present") : style.bad("missing")
        let note = finding.isPresent ? finding.detail : finding.consequence
        Terminal.printLine("  \(mark)  \(finding.name.padded(to: 22)) \(note.printable)")
        if !finding.isPresent, finding.isRequired { isUsable = false }
      }
    }
    Terminal.printLine("\n" + NextStep.sentence(after: sections.flatMap(\.findings)))
    guard isUsable else { throw ExitCode.failure }
  }
}
