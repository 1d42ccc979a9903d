import Foundation
import Testing

@testable import CausewayCommand

@Suite(.timeLimit(.minutes(5))) struct DoctorTests {
  private func finding(_ name: String, isPresent: Bool, isRequired: Bool = false, remedy: String? = nil) -> CheckResult
  {
    CheckResult(name: name, isPresent: isPresent, consequence: "", isRequired: isRequired, remedy: remedy)
  }

  @Test func `the doctor ends with a command`() throws {
    let result = try CommandLine.run("doctor")
    #expect(result.status == 0, "\(result.errors)")
    let last = try #require(result.output.split(separator: "\n").last)
    #expect(last == "Create a first program and run it: causeway init app && causeway run app/app.ts")
  }

  @Test func `a required part that is missing is the next step, before others`() {
    let findings = [
      finding("wifi", isPresent: false), finding("present", isPresent: true, remedy: "none"),
      finding("exports", isPresent: false, remedy: "Update."),
      finding("bridge", isPresent: false, isRequired: true, remedy: "See."),
    ]
    #expect(NextStep.sentence(after: findings) == "See.")
    #expect(NextStep.sentence(after: Array(findings.dropLast())) == "Update.")
    #expect(NextStep.sentence(after: Array(findings.prefix(2))).hasSuffix("causeway run app/app.ts"))
  }

  @Test func `the doctor finds the program that shows pages, or names its package`() throws {
    let found = try CommandLine.run("doctor")
    #expect(found.output.contains("present  causeway-view"))
    // Alone in another folder, and with a PATH that has no such program.
    let scratch = try Scratch()
    let moved = try CommandLine.finishInShell(
      "cp \"$0\" '\(scratch.directory.path)/causeway' && PATH=/bin '\(scratch.directory.path)/causeway' doctor")
    #expect(moved.status == 0, "\(moved.errors)")
    #expect(moved.output.contains("missing  causeway-view"), "\(moved.output)")
    #expect(moved.output.contains("(Debian: causeway-view)"))
  }

  private func support(_ name: String, _ version: String, _ lists: [String: String] = [:]) -> CheckResult? {
    EngineSupport(system: (name, version), lists: lists).finding
  }

  @Test func `an engine without security fixes is for trusted code only`() {
    let old = support("debian", "12")
    #expect(old?.isPresent == false)
    let reason = "this engine is for trusted code only: Debian 12 no longer receives new versions"
    #expect(old?.consequence.hasPrefix(reason) == true)
    #expect(support("debian", "13")?.isPresent == true)
    #expect(support("ubuntu", "24.04")?.isPresent == true)
    #expect(support("arch", "") == nil)
  }

  @Test func `Debian's lists decide where they are installed, in both of their formats`() {
    let limited = support(
      "debian", "12",
      [
        "security-support-limited": "# source\nadns  Stub\nwebkit2gtk      Can no longer be backported\n",
        "security-support-ended.deb10": "webkit2gtk 2.40 2023-01-01 old\n",
      ])
    #expect(limited?.consequence.contains("Debian says \"Can no longer be backported\"") == true)
    let lists = [
      "security-support.deb12": "webkit2gtk   limited  Can no longer be backported\n",
      "security-support.deb13": "qtwebkit   limited  No support\nepiphany-browser limited relies on webkit2gtk\n",
    ]
    #expect(support("debian", "12", lists)?.consequence.contains("\"limited  Can no longer be backported\"") == true)
    #expect(support("debian", "13", lists)?.isPresent == true)
    #expect(support("debian", "13", lists)?.detail == "debian-security-support lists no restriction for webkit2gtk")
  }
}
