extension Parser {
  /// The uses that mean a name of the text's top scope, of those whose name `isWanted`.
  ///
  /// Indices into `references`.
  ///
  /// Passes over the scopes once, in the order in which they begin, and counts for each name how many of the scopes that
  /// are open declare it.
  func referencesToTop(_ isWanted: (Name) -> Bool) -> [Int32] {
    resolve(to: 0, isWanted)
  }

  /// The uses that mean a name of the scope `target`.
  func resolve(to target: Int32, _ isWanted: (Name) -> Bool) -> [Int32] {
    var wanted = [Bool](repeating: false, count: tokenizer.names.count)
    for id in 1..<max(1, tokenizer.names.count) where isWanted(Name(id: Int32(id))) { wanted[id] = true }
    var uses: [Int32] = []
    for index in references.indices where wanted[Int(references[index].name.id)] {
      if !references[index].flags.contains(.dead) { uses.append(Int32(index)) }
    }
    guard !uses.isEmpty else { return [] }
    var hiding: [Declaration] = []
    for declaration in table.declarations where wanted[Int(declaration.name.id)] {
      if declaration.scope != target, declaration.kind != .type { hiding.append(declaration) }
    }
    if hiding.isEmpty, target == 0 { return uses }
    hiding.sort { $0.scope < $1.scope }
    uses.sort { (references[Int($0)].scope, $0) < (references[Int($1)].scope, $1) }
    return resolve(to: target, uses, hiding)
  }

  private func resolve(to target: Int32, _ uses: [Int32], _ hiding: [Declaration]) -> [Int32] {
    var result: [Int32] = []
    var hidden: [Name: Int] = [:]
    var open: [(scope: Int32, firstHiding: Int)] = []
    var nextUse = 0
    var nextHiding = 0
    /// How many of the open scopes are the target, or within it.
    var targetDepth = -1
    for scope in Int32(0)..<Int32(table.scopes.count) {
      let parent = table.scopes[Int(scope)].parent
      while let last = open.last, last.scope != parent {
        open.removeLast()
        var index = last.firstHiding
        while index < hiding.count, hiding[index].scope == last.scope {
          hidden[hiding[index].name, default: 0] -= isHiding(hiding[index], target, targetDepth, open.count) ? 1 : 0
          index += 1
        }
        if last.scope == target { targetDepth = -1 }
      }
      if scope == target { targetDepth = open.count }
      open.append((scope, nextHiding))
      while nextHiding < hiding.count, hiding[nextHiding].scope == scope {
        if isHiding(hiding[nextHiding], target, targetDepth, open.count - 1) {
          hidden[hiding[nextHiding].name, default: 0] += 1
        }
        nextHiding += 1
      }
      while nextUse < uses.count, references[Int(uses[nextUse])].scope == scope {
        if targetDepth >= 0, hidden[references[Int(uses[nextUse])].name, default: 0] == 0 {
          result.append(uses[nextUse])
        }
        nextUse += 1
      }
    }
    return result
  }

  /// Whether a declaration stands between the target's scope and a use in the scope at `depth`.
  private func isHiding(_ declaration: Declaration, _ target: Int32, _ targetDepth: Int, _ depth: Int) -> Bool {
    targetDepth >= 0 && depth > targetDepth
  }
}
