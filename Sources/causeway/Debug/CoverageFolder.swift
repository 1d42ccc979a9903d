import FoundationEssentials
import Glibc
import JavaScriptInspector

/// The directory of `--coverage`: `lcov.info`, to which each run adds its counts, and `index.html`, a page that shows them.
struct CoverageFolder {
  let path: String

  private var counts: String { path + "/lcov.info" }

  /// Makes the directory.
  ///
  /// - Throws: if that is not possible, or what it holds is no coverage.
  func prepare() throws(InvalidRecording) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw InvalidRecording(description: "Cannot make the directory \(path.printable).")
    }
    if let obstacle = Output.obstacle(toWriting: counts) {
      throw InvalidRecording(description: "Cannot write \(counts.printable): \(obstacle).")
    }
    _ = try read()
  }

  /// Adds the counts of a run, and writes the page.
  ///
  /// Runs that end at the same time wait for each other.
  ///
  /// - Returns: the counts of all runs.
  func add(_ run: [FileCoverage]) throws(InvalidRecording) -> [FileCoverage] {
    let lock = unsafe FileName(path + "/.lock").withPointer { unsafe open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644) }
    guard lock >= 0 else { throw InvalidRecording(description: "Cannot write in \(path.printable): \(Output.reason).") }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0, errno == EINTR {}
    var files = Dictionary(try read().map { ($0.path, $0) }) { _, last in last }
    for file in run { files[file.path, default: FileCoverage(path: file.path)].merge(file) }
    let all = files.values.sorted { $0.path < $1.path }
    try write(LCOV.text(all), to: counts)
    try write(CoveragePage(files: all).html, to: path + "/index.html")
    return all
  }

  private func read() throws(InvalidRecording) -> [FileCoverage] {
    guard FileManager.default.fileExists(atPath: counts) else { return [] }
    do {
      let size = try FileManager.default.attributesOfItem(atPath: counts)[.size] as? Int ?? 0
      guard size <= LCOV.maximumLength else {
        throw InspectorError(.invalidArgument, "It has more than \(LCOV.maximumLength >> 20) MiB.")
      }
      return try LCOV.read(try String(contentsOfFile: counts, encoding: .utf8))
    } catch let error as InspectorError {
      throw InvalidRecording(description: "\(counts.printable) is no coverage: \(error.description)")
    } catch {
      throw InvalidRecording(description: "Cannot read \(counts.printable).")
    }
  }

  private func write(_ text: String, to file: String) throws(InvalidRecording) {
    do { try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic) } catch {
      throw InvalidRecording(description: "Cannot write \(file.printable).")
    }
  }
}
