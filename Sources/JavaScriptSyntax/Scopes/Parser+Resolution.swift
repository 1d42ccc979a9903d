extension Parser {
  /// The uses that mean a name of the text's top scope, of those whose name `isWanted`.
  ///
  /// Indices into `references`.
  ///
  /// Passes over the scopes once, in the order in which they begin, and counts for each name how many of the scopes that
  /// are open declare it.
  func referencesToTop(_ isWanted: (Name) -> Bool) -> [Int32] {
    var wanted = [Bool](repeating: false, count: tokenizer.names.count)
    for id in 1..<max(1, tokenizer.names.count) where isWanted(Name(id: Int32(id))) { wanted[id] = true }
    return resolve(to: 0, scopes: 0..<Int32(table.scopes.count), references: references.indices) { wanted[Int($0.id)] }
  }

  /// The uses that mean a name of the scope `target`.
  ///
  /// - parameter scopes: the scope and those within it.
  /// - parameter range: the references that may be meant.
  /// - parameter firstDeclaration: the count of declarations before those scopes.
  func resolve(
    to target: Int32, scopes: Range<Int32>, references range: Range<Int>, declarations firstDeclaration: Int = 0,
    _ isWanted: (Name) -> Bool
  ) -> [Int32] {
    var uses: [Int32] = []
    for index in range where isWanted(references[index].name) && !references[index].flags.contains(.dead) {
      if scopes.contains(references[index].scope) { uses.append(Int32(index)) }
    }
    guard !uses.isEmpty else { return [] }
    var hiding: [Declaration] = []
    for declaration in table.declarations[firstDeclaration...]
    where declaration.scope > target && declaration.scope < scopes.upperBound && declaration.kind != .type {
      if isWanted(declaration.name) { hiding.append(declaration) }
    }
    if hiding.isEmpty { return uses }
    hiding.sort { $0.scope < $1.scope }
    uses.sort { (references[Int($0)].scope, $0) < (references[Int($1)].scope, $1) }
    return resolve(scopes, uses, hiding)
  }

  private func resolve(_ scopes: Range<Int32>, _ uses: [Int32], _ hiding: [Declaration]) -> [Int32] {
    var result: [Int32] = []
    var hidden: [Name: Int] = [:]
    var open: [(scope: Int32, firstHiding: Int)] = []
    var nextUse = 0
    var nextHiding = 0
    for scope in scopes {
      let parent = table.scopes[Int(scope)].parent
      while let last = open.last, last.scope != parent {
        open.removeLast()
        var index = last.firstHiding
        while index < hiding.count, hiding[index].scope == last.scope {
          hidden[hiding[index].name, default: 0] -= 1
          index += 1
        }
      }
      open.append((scope, nextHiding))
      while nextHiding < hiding.count, hiding[nextHiding].scope == scope {
        hidden[hiding[nextHiding].name, default: 0] += 1
        nextHiding += 1
      }
      while nextUse < uses.count, references[Int(uses[nextUse])].scope == scope {
        if hidden[references[Int(uses[nextUse])].name, default: 0] == 0 { result.append(uses[nextUse]) }
        nextUse += 1
      }
    }
    return result
  }
}
