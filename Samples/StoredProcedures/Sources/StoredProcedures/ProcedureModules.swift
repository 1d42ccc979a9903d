import Causeway
import Foundation
import JavaScriptModules
import Synchronization

/// Loads the modules of the procedures that run.
///
/// Each run has its own files, so a procedure that is replaced during a run finishes with the modules that it began with.
final class ProcedureModules: ModuleLoader {
  private struct State {
    var count = 0
    /// By the authority of their URLs, a number.
    var runs: [String: EntryModuleLoader] = [:]
  }
  private let state = Mutex(State())

  let base = ModuleURL("procedure:///")!

  /// Offers the files of a folder until ``remove(_:)``.
  ///
  /// - Returns: the URL of a module that defines the global `execute`.
  func add(_ procedure: Procedure) throws(ProcedureError) -> ModuleURL {
    guard let modules = try? JSONDecoder().decode([String: String].self, from: Data(procedure.source.utf8)) else {
      throw ProcedureError(.dataLoss, "Its source is not a folder of modules.", in: procedure)
    }
    var files = MemoryFiles()
    for (path, text) in modules {
      // Other paths name no file.
      guard path.split(separator: "/").allSatisfy({ $0 != "." && $0 != ".." }), path.contains(where: { $0 != "/" })
      else {
        throw ProcedureError(.dataLoss, "It has a file with the invalid path '\(path)'.", in: procedure)
      }
      files.add(path, Array(text.utf8))
    }
    return state.withLock { state in
      state.count += 1
      let loader = EntryModuleLoader(
        "execute", text: "import { execute } from './index.js'; globalThis.execute = execute;",
        others: TreeModuleLoader(files, base: ModuleURL("procedure://\(state.count)/\(procedure.url)")!))
      state.runs["\(state.count)"] = loader
      return loader.entry
    }
  }

  /// Forgets the files of a run.
  func remove(_ entry: ModuleURL) { _ = state.withLock { $0.runs.removeValue(forKey: entry.authority ?? "") } }

  private func loader(of url: ModuleURL?, _ specifier: String) throws(ModuleError) -> EntryModuleLoader {
    guard let loader = state.withLock({ $0.runs[url?.authority ?? ""] }) else {
      throw ModuleError(
        .notFound,
        "\(specifier) cannot be imported: only folders have modules, and only until the procedure has answered.")
    }
    return loader
  }

  func resolve(
    _ specifier: String, from referrer: ModuleURL, by kind: ModuleRequestKind
  ) throws(ModuleError) -> ModuleURL {
    let url = referrer == base ? ModuleURL(specifier) : referrer
    return try loader(of: url, specifier).resolve(specifier, from: referrer, by: kind)
  }

  func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource {
    try loadNow(url, as: format)
  }

  func loadNow(_ url: ModuleURL, as format: ModuleFormat?) throws -> ModuleSource {
    try loader(of: url, url.description).loadNow(url, as: format)
  }
}
