import JavaScriptRuntime

/// What applies to all files of a test run.
struct TestSettings: Sendable {
  let permissionOptions: PermissionOptions
  /// Those of the files that have permissions of a causeway.json as well, by their paths.
  let projectPermissions: [String: PermissionOptions]
  let modules: ModuleOptions
  let clock: ClockChoice
  let filter: [String]
  let runsOnly: Bool
  let checksLeaks: Bool
  /// What happens to snapshots.
  var snapshots: TestSnapshotMode
  /// The longest real time without a result.
  let limit: Duration
  let colors: Bool
  /// How many files run at the same time.
  let jobs: Int
  /// The plan and the mock of every file; each file chooses its clock.
  var simulation: SimulationOptions
  /// Whether the calls of a file are counted, for the plans that are made of them.
  var countsCalls = false
  /// The runs under plans; nil without `--chaos`.
  var chaos: ChaosSettings?
  /// Whether the run ends with the first failure.
  let bails: Bool
}
