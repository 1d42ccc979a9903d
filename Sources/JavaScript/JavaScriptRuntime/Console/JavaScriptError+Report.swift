extension JavaScriptError: CustomDebugStringConvertible {
  /// The sources and files of the context in which an error was thrown.
  private struct Origin: ErrorOrigin {
    let sources: SourceCache
    let files: SourceFiles?
  }

  /// The report, which Swift prints for an error that `main` throws.
  public var debugDescription: String { report().text }

  /// Makes a readable report, with the source line at the time of the error, the stack, aggregated errors and causes.
  ///
  /// - Parameter colors: whether it contains a terminal's colour codes.
  public func report(colors: Bool = false) -> ErrorReport {
    let origin = origin as? Origin
    return ErrorReport(self, sources: origin?.sources ?? SourceCache(), files: origin?.files, colors: colors)
  }

  /// The error with what its report needs.
  func thrown(from sources: SourceCache, _ files: SourceFiles?) -> JavaScriptError {
    var error = self
    error.origin = Origin(sources: sources, files: files)
    return error
  }
}
