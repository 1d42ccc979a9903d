import StandardStreams

/// A test file in reports.
struct TestFileLabel: Sendable, Hashable {
  /// The path as the user would write it.
  let path: String
  /// Which of the repetitions this is, from 1; nil without repetitions.
  let repetition: Int?

  /// One line for a report.
  var text: String { path.printable + (repetition.map { " (repetition \($0))" } ?? "") }
}
