import JavaScriptSyntax

/// A name that is looked for in a module.
struct ExportQuery: Hashable {
  let module: ModuleID
  let name: ExactText
}

/// Which modules have the names that a module exports by stars, and the bindings at the end of chains of re-exports.
///
/// A name that one module has alone is found there at once. Without that, each name of a module with a thousand stars would be
/// looked for in a thousand modules. Only names that several modules have need ECMA-262's search, which tells whether they
/// hide one another.
final class StarTables {
  /// The modules that have a name themselves.
  enum Holder {
    case one(ModuleID)
    case several
  }

  private var tables: [ModuleID: [ExactText: Holder]] = [:]
  private var askedNames: [ModuleID: Int] = [:]
  private var entryCount = 0
  /// The bindings of names whose chain of re-exports has more than one link.
  private var bindings: [ExportQuery: ExportBinding] = [:]
  /// The modules that were looked at: tests compare it.
  var work = 0

  /// How many names of a module are looked for one by one, before a table pays.
  private static let firstNames = 8
  /// How many entries all tables have at most: all are forgotten when there are more.
  private static let maximumEntries = 1 << 20

  /// Says that so many names of a module will be asked for.
  func expect(_ names: Int, of id: ModuleID) { askedNames[id, default: 0] += names }

  /// The table of a module; nil while few names were asked for, and while modules behind its stars are not loaded.
  func table<Failure>(of id: ModuleID, in graph: ModuleGraph<Failure>) -> [ExactText: Holder]? {
    if let table = tables[id] { return table }
    guard !graph[id].record.starExports.isEmpty else { return nil }
    askedNames[id, default: 0] += 1
    guard askedNames[id, default: 0] > StarTables.firstNames, let table = makeTable(of: id, in: graph) else {
      return nil
    }
    if entryCount + table.count > StarTables.maximumEntries {
      tables = [:]
      entryCount = 0
    }
    entryCount += table.count
    tables[id] = table
    return table
  }

  /// The binding that a name is known to have.
  func binding(of query: ExportQuery) -> ExportBinding? { bindings[query] }

  /// Records the binding at the end of a chain of re-exports, which never changes; each name of the chain has it.
  ///
  /// A chain of one link is followed each time.
  func note(_ binding: ExportBinding, of queries: [ExportQuery]) {
    guard queries.count > 1 else { return }
    if bindings.count + queries.count > StarTables.maximumEntries { bindings = [:] }
    for query in queries { bindings[query] = binding }
  }

  private func makeTable<Failure>(of id: ModuleID, in graph: ModuleGraph<Failure>) -> [ExactText: Holder]? {
    var table: [ExactText: Holder] = [:]
    var seen: Set<ModuleID> = [id]
    var open = [id]
    while let module = open.popLast() {
      work += 1
      let record = graph[module].record
      // No module has a default export by a star.
      for name in record.localExports + record.indirectExports.map(\.name) where name != "default" {
        table[ExactText(name)] = table[ExactText(name)] == nil ? .one(module) : .several
      }
      for request in record.starExports {
        guard let target = graph[module].targets[request] else { return nil }
        if seen.insert(target).inserted { open.append(target) }
      }
    }
    return table
  }
}
