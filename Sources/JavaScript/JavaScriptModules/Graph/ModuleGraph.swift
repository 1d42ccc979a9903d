import JavaScriptSyntax

/// The modules of one context: it links them, and decides in which order they are evaluated.
///
/// It is a value that returns what to do; its owner does it. It follows ECMA-262's cyclic module records (16.2.1.6)
/// exactly, except that it does not recurse, because deep graphs would overflow the stack. `Failure` is the type of a
/// module's exception.
package struct ModuleGraph<Failure> {
  package typealias Status = ModuleStatus

  var nodes: [ModuleNode] = []
  /// The exceptions of modules, or the reasons why they cannot be evaluated.
  var failures: [ModuleID: Failure] = [:]
  /// Linked, and not yet instantiated.
  var linked: [ModuleID] = []
  var activities: [Activity] = []
  var nextOrder = 0
  var searches = 0
  /// Facts about the modules, kept because they are asked for often.
  let starTables = StarTables()

  package init() {}

  subscript(id: ModuleID) -> ModuleNode {
    _read { yield nodes[id.index] }
    _modify { yield &nodes[id.index] }
  }

  // MARK: Loading

  package var count: Int { nodes.count }

  /// Adds a module whose requests are still open.
  package mutating func add(_ record: ModuleRecord) -> ModuleID {
    nodes.append(ModuleNode(record))
    return ModuleID(index: nodes.count - 1)
  }

  /// Sets the module to which a request resolves, once.
  package mutating func setTarget(of id: ModuleID, request: Int, to target: ModuleID) {
    self[id].targets[request] = target
  }

  package func target(of id: ModuleID, request: Int) -> ModuleID? { self[id].targets[request] }
  package func record(_ id: ModuleID) -> ModuleRecord { self[id].record }
  package func status(_ id: ModuleID) -> Status { self[id].status }
  /// Whether nothing can read the exports of a linked module before it has been executed.
  ///
  /// This is the case outside of cycles, if no CommonJS module is below: only `require()` could evaluate another
  /// importer in the meantime.
  package func isInstantiatedLate(_ id: ModuleID) -> Bool { self[id].isInstantiatedLate }
  /// The exception of the module, or the reason why it cannot be evaluated.
  package func failure(_ id: ModuleID) -> Failure? { failures[id] }

  /// The modules below a module, including itself, each once.
  package func reachable(from id: ModuleID) -> [ModuleID] {
    var seen: Set<ModuleID> = [id]
    var found = [id]
    var index = 0
    while index < found.count {
      for case let target? in self[found[index]].targets where seen.insert(target).inserted { found.append(target) }
      index += 1
    }
    return found
  }

  /// The modules below a module that have begun and are suspended at a top-level `await`.
  package func awaiting(below id: ModuleID) -> [ModuleID] {
    reachable(from: id).filter {
      self[$0].status == .evaluatingAsync && self[$0].record.isAsync && self[$0].pendingDependencies == 0
    }
  }
}
