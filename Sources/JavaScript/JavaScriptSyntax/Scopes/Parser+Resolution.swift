/// A name of one scope.
struct ScopedName: Hashable {
  var name: Name
  var scope: Int32
}

extension Parser {
  /// The uses that mean a name of the text's top scope, of those whose name `isWanted`.
  ///
  /// Indices into `references`.
  mutating func referencesToTop(_ isWanted: (Name) -> Bool) -> [Int32] {
    let uses = liveUses(isWanted)
    guard !uses.indices.isEmpty else { return [] }
    let hiding = declared(uses.isWanted).filter { $0.scope > 0 }
    if hiding.isEmpty { return uses.indices }
    var result: [Int32] = []
    visitUses(uses.indices, hiding) { _, use, scope in
      if scope <= 0 { result.append(use) }
    }
    return result
  }

  /// Calls `body` for each use whose name `isWanted`, with the scope that declares the name: -1 if none does.
  ///
  /// - parameter members: names that scopes have beside the declared ones, as those of enums.
  mutating func resolveUses(
    _ isWanted: (Name) -> Bool, members: [ScopedName] = [], _ body: (inout Parser, Int32, Int32) -> Void
  ) {
    let uses = liveUses(isWanted)
    if uses.indices.isEmpty { return }
    visitUses(uses.indices, declared(uses.isWanted) + members, body)
  }

  /// The uses whose name `isWanted`, and which names those are, by their numbers.
  private func liveUses(_ isWanted: (Name) -> Bool) -> (indices: [Int32], isWanted: [Bool]) {
    var wanted = [Bool](repeating: false, count: tokenizer.names.count)
    for id in 1..<max(1, tokenizer.names.count) where isWanted(Name(id: Int32(id))) { wanted[id] = true }
    var uses: [Int32] = []
    for index in references.indices where wanted[Int(references[index].name.id)] {
      if !references[index].flags.contains(.dead) { uses.append(Int32(index)) }
    }
    return (uses, wanted)
  }

  /// The declared values with a wanted name.
  private func declared(_ isWanted: [Bool]) -> [ScopedName] {
    var result: [ScopedName] = []
    for declaration in table.declarations where isWanted[Int(declaration.name.id)] && declaration.kind != .type {
      result.append(ScopedName(name: declaration.name, scope: declaration.scope))
    }
    return result
  }

  /// Passes over the scopes once, in the order in which they begin, and keeps for each name the innermost open scope that has it.
  private mutating func visitUses(
    _ uses: [Int32], _ declared: [ScopedName], _ body: (inout Parser, Int32, Int32) -> Void
  ) {
    work += uses.count + declared.count + table.scopes.count
    let declared = declared.sorted { $0.scope < $1.scope }
    let uses = uses.sorted { (references[Int($0)].scope, $0) < (references[Int($1)].scope, $1) }
    /// The declarations of the open scopes, each with the one that it hides, or -1.
    var visible: [(name: ScopedName, hidden: Int)] = []
    var innermost: [Name: Int] = [:]
    var open: [(scope: Int32, firstVisible: Int)] = []
    var nextUse = 0
    var nextDeclared = 0
    for scope in 0..<Int32(table.scopes.count) {
      let parent = table.scopes[Int(scope)].parent
      while let last = open.last, last.scope != parent {
        open.removeLast()
        while visible.count > last.firstVisible, let top = visible.popLast() { innermost[top.name.name] = top.hidden }
      }
      open.append((scope, visible.count))
      while nextDeclared < declared.count, declared[nextDeclared].scope == scope {
        let name = declared[nextDeclared]
        visible.append((name, innermost.updateValue(visible.count, forKey: name.name) ?? -1))
        nextDeclared += 1
      }
      while nextUse < uses.count, references[Int(uses[nextUse])].scope == scope {
        let index = innermost[references[Int(uses[nextUse])].name] ?? -1
        body(&self, uses[nextUse], index < 0 ? -1 : visible[index].name.scope)
        nextUse += 1
      }
    }
  }
}
