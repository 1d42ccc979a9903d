import ArgumentParser

/// `causeway doctor`: what is there, and what a missing part costs.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Show versions, and what a missing part costs.")

  func run() async throws {
    let style = Style.standardOutput
    for (name, version) in Versions.all { Terminal.show(style.faint(name.padded(to: 10)) + version.printable) }
    var isAble = true
    for section in await SystemCheck.all {
      Terminal.show("\n" + style.strong(section.title))
      for finding in section.findings {
        let mark = finding.isPresent ? style.good("present") : style.bad("missing")
        let note = finding.isPresent ? finding.detail : finding.cost
        Terminal.show("  \(mark)  \(finding.name.padded(to: 22)) \(note.printable)")
        if !finding.isPresent, finding.isVital { isAble = false }
      }
    }
    guard isAble else { throw ExitCode.failure }
  }
}
