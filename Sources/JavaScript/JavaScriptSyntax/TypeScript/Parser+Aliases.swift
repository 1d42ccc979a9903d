/// `import a = b.c`, which goes if nothing uses its name.
struct ImportAlias {
  var name: Name
  var scope: Int32
  var start: Int
  var keywordEnd: Int
  var end: Int
  /// The use of the name that its value begins with: an index into `Parser.references`.
  var reference: Int32
  var isExported: Bool
}

extension Parser {
  /// Makes constants of the aliases that are used, and blanks of the others.
  mutating func settleAliases() {
    var indices: [ScopedName: Int] = [:]
    var values: [Int32: Int] = [:]
    for (index, alias) in aliases.enumerated() {
      indices[ScopedName(name: alias.name, scope: alias.scope)] = index
      values[alias.reference] = index
    }
    let names = Set(aliases.map(\.name))
    var useCounts = [Int](repeating: 0, count: aliases.count)
    /// Of each alias that stands for another one: that one.
    var meant: [Int: Int] = [:]
    resolveUses({ names.contains($0) }) { parser, use, scope in
      guard let index = indices[ScopedName(name: parser.references[Int(use)].name, scope: scope)] else { return }
      let alias = values[use]
      // The alias's use in its own declaration does not count.
      if alias == index { return }
      useCounts[index] += 1
      if let alias { meant[alias] = index }
    }
    // An alias may be used by later ones only, which go first.
    for (index, alias) in aliases.enumerated().reversed() {
      if alias.isExported || useCounts[index] > 0 {
        replace(alias.start..<alias.keywordEnd, with: "const")
      } else {
        references[Int(alias.reference)].flags.insert(.dead)
        if let target = meant[index] { useCounts[target] -= 1 }
        edits.append(Edit(.blankStatement, alias.start, alias.end))
      }
    }
  }
}
