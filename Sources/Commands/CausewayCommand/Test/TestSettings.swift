/// What applies to all files of a test run.
struct TestSettings: Sendable {
  let permissionOptions: PermissionOptions
  let modules: ModuleOptions
  let clock: ClockChoice
  let filter: [String]
  let runsOnly: Bool
  let checksLeaks: Bool
  /// The longest real time without a result.
  let limit: Duration
  let colors: Bool
  /// How many files run at the same time.
  let jobs: Int
  /// Whether the run ends with the first failure.
  let bails: Bool
}
