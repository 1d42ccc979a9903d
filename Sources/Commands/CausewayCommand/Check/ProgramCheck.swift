import FoundationEssentials
import JavaScriptModules
import JavaScriptRuntime
import StandardStreams

/// Checks programs and the modules that they import.
struct ProgramCheck {
  let modules: ModuleOptions
  private(set) var problems: [ModuleCheck.Problem] = []
  /// The paths or URLs of the files that were checked.
  private(set) var files: Set<String> = []
  private var roots: [String] = []
  private var entries: [String: [ModuleKey]] = [:]

  init(_ modules: ModuleOptions) { self.modules = modules }

  /// Whether a file with types was checked.
  var hasTypes: Bool { files.contains { file in [".ts", ".tsx", ".mts", ".cts"].contains { file.hasSuffix($0) } } }

  /// Adds a program; one that needs no modules is checked at once.
  mutating func add(_ path: String) throws(UnreadableSource) {
    let text = try ScriptSource.file(path).read()
    guard ProgramText.needsModules(text, path: path) else {
      let url = ModuleOptions.url(ofFile: path).description
      files.insert(url)
      if let error = ProgramText.syntaxError(in: text, named: url) {
        problems.append(ModuleCheck.Problem(error: error, source: text))
      }
      return
    }
    let root = modules.root(of: URL(fileURLWithPath: path).deletingLastPathComponent().path)
    if entries[root] == nil { roots.append(root) }
    entries[root, default: []].append(ModuleKey(url: ModuleOptions.url(ofFile: path)))
  }

  /// Checks the modules of the programs.
  mutating func finish() async throws(UnreadableSource) {
    for root in roots {
      let configuration: ModuleConfiguration
      do throws(ModuleError) { configuration = try modules.configuration(under: root) } catch {
        throw UnreadableSource(message: error.description.printable)
      }
      let report = await ModuleCheck(configuration).check(entries[root] ?? [])
      problems += report.problems
      files.formUnion(report.modules.map(\.description))
    }
  }
}
