import FoundationEssentials
import Glibc

extension CoverageReport {
  private static func counts(in directory: String) -> String { directory + "/lcov.info" }

  /// Adds the counts to the ones in a directory: to `lcov.info`, and to the page `index.html`.
  ///
  /// The directory is created if it is missing. Processes that end at the same time wait for each other. Blocks while
  /// it waits and while it writes the files.
  ///
  /// - Parameter path: relative to the working directory, or absolute.
  /// - Returns: the sums.
  /// - Throws: `UNAVAILABLE` if the files cannot be written, `INVALID_ARGUMENT` if `lcov.info` is not valid coverage.
  @discardableResult
  public func add(toDirectory path: String) throws(InspectorError) -> CoverageReport {
    try CoverageReport.prepare(directory: path)
    let lock = unsafe open(path + "/.lock", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard lock >= 0 else { throw .system("write in \(path)") }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0, errno == EINTR {}
    var sum = try CoverageReport.read(directory: path)
    sum.merge(self)
    try CoverageReport.write(sum.lcov, to: CoverageReport.counts(in: path))
    try CoverageReport.write(sum.html, to: path + "/index.html")
    return sum
  }

  /// Makes a directory for coverage.
  ///
  /// - Throws: if that is not possible, or it contains invalid coverage.
  package static func prepare(directory path: String) throws(InspectorError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw InspectorError(.unavailable, "Cannot create the directory \(path).")
    }
    guard unsafe access(path, W_OK) == 0 else { throw .system("write in \(path)") }
    _ = try read(directory: path)
  }

  private static func read(directory: String) throws(InspectorError) -> CoverageReport {
    let path = counts(in: directory)
    guard FileManager.default.fileExists(atPath: path) else { return CoverageReport() }
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw InspectorError(.invalidArgument, "It is not a regular file.")
      }
      guard attributes[.size] as? Int ?? 0 <= LCOV.maximumLength else {
        throw InspectorError(.invalidArgument, "It is larger than \(LCOV.maximumLength >> 20) MiB.")
      }
      return try CoverageReport(lcov: try String(contentsOfFile: path, encoding: .utf8))
    } catch let error as InspectorError {
      throw InspectorError(.invalidArgument, "\(path) is not valid coverage: \(error.description)")
    } catch {
      throw InspectorError(.unavailable, "Cannot read \(path).")
    }
  }

  private static func write(_ text: String, to file: String) throws(InspectorError) {
    do { try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic) } catch {
      throw InspectorError(.unavailable, "Cannot write \(file).")
    }
  }
}
