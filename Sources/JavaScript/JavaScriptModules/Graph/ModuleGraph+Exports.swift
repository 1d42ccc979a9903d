import JavaScriptSyntax

extension ModuleGraph {
  /// The binding to which a name resolves.
  package enum Resolution: Sendable {
    case found(ExportBinding)
    /// There is no such export, or its resolution is circular.
    case missing
    /// Several star exports resolve it to different bindings.
    case ambiguous
  }

  /// A module whose star exports are being asked.
  private struct StarSearch {
    let module: ModuleID
    let name: ExactText
    var next = 0
    var found: ExportBinding?
  }

  private enum Entry {
    case result(Resolution)
    case search(StarSearch)
  }

  /// ResolveExport: the binding that a module exports under a name.
  package func resolveExport(_ name: String, of id: ModuleID) -> Resolution {
    let exact = ExactText(name)
    // Most names are exported by the module itself.
    if self[id].locals.contains(exact) { return .found(ExportBinding(module: id, name: name)) }
    guard !isExplicit(exact, in: id), let table = starTables.table(of: id, in: self) else {
      return searchExport(name, of: id)
    }
    switch table[exact] {
    case nil: return .missing
    case .one(let holder)?: return searchExport(name, of: holder)
    case .several?: return searchExport(name, of: id)
    }
  }

  /// Whether a module exports a name without a star.
  func isExplicit(_ name: ExactText, in id: ModuleID) -> Bool {
    self[id].locals.contains(name) || self[id].indirects[name] != nil
  }

  /// ResolveExport, as ECMA-262 has it: the modules behind stars are asked one after the other.
  private func searchExport(_ name: String, of id: ModuleID) -> Resolution {
    var asked: Set<ExportQuery> = []
    var searches: [StarSearch] = []
    var answer: Resolution?
    switch enter(id, ExactText(name), &asked) {
    case .result(let resolution): return resolution
    case .search(let search): searches.append(search)
    }
    while var search = searches.popLast() {
      if let resolution = answer {
        answer = nil
        switch resolution {
        case .ambiguous: return .ambiguous
        case .missing: break
        case .found(let binding):
          if let found = search.found, !found.isSame(binding) { return .ambiguous }
          search.found = binding
        }
      }
      let stars = self[search.module].record.starExports
      guard search.next < stars.count else {
        answer = search.found.map { .found($0) } ?? .missing
        continue
      }
      let target = self[search.module].targets[stars[search.next]]
      search.next += 1
      searches.append(search)
      guard let target else { continue }
      switch enter(target, search.name, &asked) {
      case .result(let resolution): answer = resolution
      case .search(let inner): searches.append(inner)
      }
    }
    return answer ?? .missing
  }

  /// Follows indirect exports until a binding or a module that may have the name by a star.
  private func enter(_ module: ModuleID, _ name: ExactText, _ asked: inout Set<ExportQuery>) -> Entry {
    var (module, name) = (module, name)
    var passed: [ExportQuery] = []
    func found(_ binding: ExportBinding) -> Entry {
      starTables.note(binding, of: passed)
      return .result(.found(binding))
    }
    while true {
      starTables.work += 1
      let query = ExportQuery(module: module, name: name)
      guard asked.insert(query).inserted else { return .result(.missing) }
      if let binding = starTables.binding(of: query) { return found(binding) }
      if self[module].locals.contains(name) { return found(ExportBinding(module: module, name: name.text)) }
      if let index = self[module].indirects[name] {
        let export = self[module].record.indirectExports[index]
        guard let target = self[module].targets[export.request] else { return .result(.missing) }
        switch export.imported {
        case .namespace: return found(ExportBinding(module: target, name: nil))
        case .name(let imported): (module, name) = (target, ExactText(imported))
        }
        passed.append(query)
        continue
      }
      // No module has a default export by a star.
      guard name != "default" else { return .result(.missing) }
      return .search(StarSearch(module: module, name: name))
    }
  }

  /// GetExportedNames: every name that a module may export, each once.
  package func exportedNames(of id: ModuleID) -> [String] {
    var seen: Set<ModuleID> = [id]
    var names: [ExactText] = []
    var known: Set<ExactText> = []
    var open = [id]
    while let module = open.popLast() {
      let record = self[module].record
      for name in record.localExports + record.indirectExports.map(\.name)
      where (module == id || name != "default") && known.insert(ExactText(name)).inserted {
        names.append(ExactText(name))
      }
      for case let target? in record.starExports.map({ self[module].targets[$0] })
      where seen.insert(target).inserted {
        open.append(target)
      }
    }
    return names.map(\.text)
  }

  /// The keys of a module's namespace object with their bindings, sorted by UTF-16 code units.
  package func namespace(of id: ModuleID) -> [(name: String, binding: ExportBinding)] {
    let names = exportedNames(of: id)
    starTables.expect(names.count, of: id)
    return
      names
      .compactMap { name in
        guard case .found(let binding) = resolveExport(name, of: id) else { return nil }
        return (name: name, binding: binding)
      }
      .sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
  }
}
