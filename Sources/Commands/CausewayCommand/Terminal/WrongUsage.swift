import ArgumentParser

/// The arguments are wrong.
struct WrongUsage: Error {
  static let exitCode = ExitCode(2)
}
