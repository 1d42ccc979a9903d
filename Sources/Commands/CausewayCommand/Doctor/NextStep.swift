/// The next step for a user after `causeway doctor`.
enum NextStep {
  /// One sentence, which ends with a command: the remedy of the worst finding, or the way to a first program.
  static func sentence(after findings: [CheckResult]) -> String {
    let missing = findings.filter { !$0.isPresent && $0.remedy != nil }
    let worst = missing.first(where: \.isRequired) ?? missing.first
    return worst?.remedy ?? "Create a first program and run it: causeway init app && causeway run app/app.ts"
  }
}
