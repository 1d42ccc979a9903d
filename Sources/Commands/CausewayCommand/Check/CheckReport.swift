import JavaScriptModules

/// The result of a check as JSON.
struct CheckReport: Encodable {
  /// One error.
  struct Problem: Encodable {
    let code: String
    let message: String
    /// The specifier of a failed import.
    let specifier: String?
    /// The URL of the file that the error is in.
    let url: String?
    /// Both count from 1; columns count UTF-16 units.
    let line: Int?
    let column: Int?
    /// The URLs of the modules that led to the file, the outermost first.
    let chain: [String]
  }

  let files: Int
  let errors: [Problem]

  init(_ check: ProgramCheck) {
    files = check.files.count
    errors = check.problems.map { problem in
      let error = problem.error
      return Problem(
        code: error.code.rawValue, message: error.message, specifier: error.specifier, url: error.referrer,
        line: error.line, column: error.column, chain: error.chain)
    }
  }
}
