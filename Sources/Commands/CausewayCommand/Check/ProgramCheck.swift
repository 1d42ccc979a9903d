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
  private var programs: [Modules] = []
  private var entries: [Modules: [ModuleKey]] = [:]

  /// What programs have in common that are checked together.
  private struct Modules: Hashable {
    let root: String
    let importMap: String?
  }

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
    let directory = modules.directory(of: .file(path))
    let program: Modules
    do throws(ModuleError) {
      program = Modules(root: modules.root(of: directory), importMap: try modules.importMap(in: directory))
    } catch {
      throw UnreadableSource(message: error.description.printable)
    }
    if entries[program] == nil { programs.append(program) }
    entries[program, default: []].append(ModuleKey(url: ModuleOptions.url(ofFile: path)))
  }

  /// Checks the modules of the programs.
  mutating func finish() async throws(UnreadableSource) {
    for program in programs {
      let configuration: ModuleConfiguration
      do throws(ModuleError) {
        configuration = try ModuleOptions.configuration(under: program.root, importMap: program.importMap)
      } catch {
        throw UnreadableSource(message: error.description.printable)
      }
      let report = await ModuleCheck(configuration).check(entries[program] ?? [])
      problems += report.problems
      files.formUnion(report.modules.map(\.description))
    }
  }
}
