import JavaScriptSyntax
import NameSuggestions

extension ModuleGraph {
  private struct LinkFrame {
    let module: ModuleID
    let index: Int
    var next = 0
  }

  /// Link: checks that every name that is imported exists, in a module and in all that it requests.
  ///
  /// Modules that are linked by it wait in ``takeLinked()``.
  ///
  /// - Throws: `NOT_FOUND` for a name that no module exports; the modules that could not be linked may be tried again.
  package mutating func link(_ root: ModuleID) throws(ModuleError) {
    guard self[root].status == .unlinked else { return }
    var stack: [ModuleID] = []
    do throws(ModuleError) {
      try link(root, &stack)
    } catch {
      for module in stack { self[module].status = .unlinked }
      throw error
    }
  }

  /// InnerModuleLinking.
  private mutating func link(_ root: ModuleID, _ stack: inout [ModuleID]) throws(ModuleError) {
    var frames: [LinkFrame] = []
    var index = 0
    func enter(_ module: ModuleID, _ graph: inout ModuleGraph) {
      graph[module].status = .linking
      graph[module].ancestorIndex = index
      frames.append(LinkFrame(module: module, index: index))
      stack.append(module)
      index += 1
    }
    enter(root, &self)
    while var frame = frames.popLast() {
      let module = frame.module
      if frame.next < self[module].targets.count {
        let target = self[module].targets[frame.next]
        frame.next += 1
        frames.append(frame)
        guard let target else { preconditionFailure("A module is linked whose requests are not loaded.") }
        switch self[target].status {
        case .unlinked: enter(target, &self)
        case .linking: self[module].ancestorIndex = min(self[module].ancestorIndex, self[target].ancestorIndex)
        default: break
        }
        continue
      }
      try checkNames(of: module)
      linked.append(module)
      if self[module].ancestorIndex == frame.index {
        while let last = stack.popLast() {
          self[last].status = .linked
          if last == module { break }
        }
      }
      if let parent = frames.last?.module, self[module].status == .linking {
        self[parent].ancestorIndex = min(self[parent].ancestorIndex, self[module].ancestorIndex)
      }
    }
  }

  /// The modules that were linked and whose functions are to be instantiated now, requested ones first.
  package mutating func takeLinked() -> [ModuleID] {
    var seen: Set<ModuleID> = []
    // One that could not be linked at first is here twice; one that still is not stays out.
    let taken = linked.filter { self[$0].status == .linked && seen.insert($0).inserted }
    linked = []
    return taken
  }

  /// InitializeEnvironment, as far as it is about names.
  private func checkNames(of id: ModuleID) throws(ModuleError) {
    let record = self[id].record
    for export in record.indirectExports {
      guard case .name(let imported) = export.imported, let target = self[id].targets[export.request] else { continue }
      try check(resolveExport(export.name, of: id), imported, of: target, by: id, export.request, export.position)
    }
    for item in record.imports {
      guard case .name(let imported) = item.imported, let target = self[id].targets[item.request] else { continue }
      try check(resolveExport(imported, of: target), imported, of: target, by: id, item.request, item.position)
    }
  }

  private func check(
    _ resolution: Resolution, _ name: String, of target: ModuleID, by id: ModuleID, _ request: Int,
    _ position: ModuleText.Position
  ) throws(ModuleError) {
    let exporter = self[target].record
    var message = ""
    switch resolution {
    case .found: return
    case .ambiguous:
      message =
        "Several modules that \(exporter.url) exports all names of have different exports of the name '\(name)'."
    case .missing:
      message = "\(exporter.url) has no export of the name '\(name)'."
      let names = exportedNames(of: target)
      if let near = Suggestion.nearest(to: name, among: names.filter { $0 != "default" }) {
        message += " Did you mean '\(near)'?"
      } else if exporter.isCommonJS {
        message += " It is a CommonJS module, whose names are found by its text: import its default export."
      } else if name == "default", !names.isEmpty {
        message += " Its exports have names: import { … }, or import * as."
      } else if names.contains("default") {
        message += " It has a default export: import it without braces."
      }
    }
    throw ModuleError(
      .notFound, message, specifier: self[id].record.requests[request].specifier, referrer: self[id].record.url,
      line: position.line, column: position.column, isSyntaxError: true)
  }
}
