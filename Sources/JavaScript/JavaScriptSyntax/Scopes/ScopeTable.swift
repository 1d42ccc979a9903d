/// The scopes of a text, in the order in which they begin, and what each declares.
struct ScopeTable {
  var scopes: [Scope] = []
  private(set) var declarations: [Declaration] = []
  /// Open addressing by scope and name: an index into `declarations` plus one, or 0.
  private var slots = [Int32](repeating: 0, count: 256)
  /// The scope that was opened last at each depth.
  ///
  /// Up to the depth of the one that is read these are the open ones.
  private var lastOpened: [Int32] = []
  /// By the number of a name: the last declaration by a block that forbids variables, or -1.
  ///
  /// Those of closed blocks are taken off when they are met, so that all variables of a text together take as many
  /// steps as it has declarations.
  private var forbidding: [Int32] = []
  /// The variables that are declared again, as a function or after one: indices into `declarations`.
  private(set) var mergedFunctions: [Int32] = []
  /// The steps of looking for such declarations: tests compare it.
  private(set) var work = 0
  /// Random for each process, against prepared texts whose declarations collide.
  private let seed = NameTable.seed

  @inline(__always)
  mutating func open(_ kind: Scope.Kind, in parent: Int32) -> Int32 {
    let scope = Int32(truncatingIfNeeded: scopes.count)
    let made = makeScope(kind, scope, in: parent)
    scopes.append(made)
    noteOpened(scope, at: Int(made.depth))
    return scope
  }

  // Not within the functions that nest, whose frames would grow.
  @inline(never)
  private mutating func noteOpened(_ scope: Int32, at depth: Int) {
    if lastOpened.count == depth { lastOpened.append(scope) } else { lastOpened[depth] = scope }
  }

  @inline(__always)
  private func makeScope(_ kind: Scope.Kind, _ scope: Int32, in parent: Int32) -> Scope {
    guard parent >= 0 else { return Scope(parent: parent, variables: scope, namespace: -1, kind: kind, depth: 0) }
    let outer = scopes[Int(parent)]
    return Scope(
      parent: parent, variables: kind.holdsVariables ? scope : outer.variables,
      namespace: outer.kind == .namespace ? parent : outer.namespace, kind: kind, depth: outer.depth + 1)
  }

  /// Makes a function's scope of one of parentheses.
  mutating func makeFunction(_ scope: Int32) {
    scopes[Int(scope)].kind = .function
    scopes[Int(scope)].variables = scope
  }

  /// Makes the scope of parentheses again of one that became a function's by mistake.
  mutating func makeParentheses(_ scope: Int32) {
    scopes[Int(scope)] = makeScope(.parentheses, scope, in: scopes[Int(scope)].parent)
  }

  // MARK: Looking up

  @inline(__always)
  private func slot(_ name: Name, _ scope: Int32) -> Int {
    let key = UInt64(UInt32(bitPattern: scope)) << 32 | UInt64(UInt32(bitPattern: name.id))
    var mixed = (key ^ seed) &* 0x9E37_79B9_7F4A_7C15
    mixed ^= mixed >> 32
    mixed = mixed &* 0xD6E8_FEB8_6659_FD93
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: mixed >> 32) & mask
    while true {
      let index = Int(slots[slot])
      if index == 0 { return slot }
      let declaration = declarations[index &- 1]
      if declaration.name == name, declaration.scope == scope { return slot }
      slot = (slot &+ 1) & mask
    }
  }

  /// The index of the declaration of a name in a scope.
  @inline(__always)
  func find(_ name: Name, in scope: Int32) -> Int? {
    let index = Int(slots[slot(name, scope)])
    return index == 0 ? nil : index - 1
  }

  /// Declares a name that its scope does not declare yet.
  mutating func insert(_ declaration: Declaration) {
    if declarations.count * 2 >= slots.count { grow() }
    let slot = slot(declaration.name, declaration.scope)
    declarations.append(declaration)
    slots[slot] = Int32(declarations.count)
    if declaration.kind.forbidsVariables { noteForbidding(declarations.count - 1) }
  }

  private mutating func noteForbidding(_ index: Int) {
    let name = Int(declarations[index].name.id)
    if name >= forbidding.count {
      forbidding.append(contentsOf: repeatElement(-1, count: max(name + 1, forbidding.count * 2) - forbidding.count))
    }
    declarations[index].hidden = forbidding[name]
    forbidding[name] = Int32(index)
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 4)
    for index in declarations.indices {
      slots[slot(declarations[index].name, declarations[index].scope)] = Int32(index + 1)
    }
  }

  mutating func replace(_ index: Int, _ kind: Declaration.Kind, _ start: Int) {
    let isNoted = declarations[index].kind.forbidsVariables
    declarations[index].kind = kind
    declarations[index].start = Int32(start)
    if kind.forbidsVariables, !isNoted { noteForbidding(index) }
  }

  /// Forgets the declarations and scopes that came last: a part of the text is read anew.
  mutating func truncate(scopes scopeCount: Int, declarations declarationCount: Int) {
    while declarations.count > declarationCount {
      let last = declarations[declarations.count - 1]
      slots[slot(last.name, last.scope)] = 0
      if last.kind.forbidsVariables, forbidding[Int(last.name.id)] == declarations.count - 1 {
        forbidding[Int(last.name.id)] = last.hidden
      }
      declarations.removeLast()
    }
    while let last = mergedFunctions.last, last >= declarationCount { mergedFunctions.removeLast() }
    scopes.removeLast(scopes.count - scopeCount)
  }

  // MARK: Declaring

  /// Declares a name of a block.
  ///
  /// Returns the declaration that forbids it.
  mutating func declareLexical(_ name: Name, _ kind: Declaration.Kind, in scope: Int32, at start: Int) -> Int? {
    if let index = find(name, in: scope) {
      let existing = declarations[index]
      if existing.kind.isWeak {
        if kind != .ownName { replace(index, kind, start) }
        return nil
      }
      let mayRepeat =
        existing.kind == kind && (kind == .blockFunction || kind == .merged)
        || (kind == .merged
          && (existing.kind == .function || existing.kind == .lexicalFunction || existing.kind == .class))
        || (existing.kind == .merged && (kind == .function || kind == .lexicalFunction || kind == .class))
        || (kind == .type)
      return mayRepeat ? nil : index
    }
    if scopes[Int(scope)].kind == .body, let index = find(name, in: scopes[Int(scope)].parent),
      declarations[index].kind == .parameter
    {
      return index
    }
    let holder = scopes[Int(scope)].variables
    if holder != scope, let index = find(name, in: holder), declarations[index].lastScope >= scope { return index }
    insert(Declaration(name: name, scope: scope, start: Int32(start), kind: kind))
    return nil
  }

  /// Declares a `var`, or a function that is one.
  ///
  /// Returns the declaration that forbids it.
  mutating func declareVariable(
    _ name: Name, _ kind: Declaration.Kind, in scope: Int32, at start: Int
  ) -> Int? {
    let holder = scopes[Int(scope)].variables
    let known = find(name, in: holder)
    // Where the same scope has declared it before, the scopes between have been asked.
    if holder != scope, known.map({ declarations[$0].lastScope != scope }) ?? true,
      let index = lexicalDeclaration(of: name, from: scope, below: holder, in: scope)
    {
      return index
    }
    if let index = known {
      let existing = declarations[index].kind
      if existing == .merged, kind == .function { return nil }
      if existing.isLexical { return index }
      if existing == .function || (existing == .variable && kind == .function) { mergedFunctions.append(Int32(index)) }
      if existing.isWeak || kind == .function, existing != .parameter { replace(index, kind, start) }
      declarations[index].lastScope = max(declarations[index].lastScope, scope)
      return nil
    }
    insert(Declaration(name: name, scope: holder, start: Int32(start), kind: kind, lastScope: scope))
    return nil
  }

  /// The declaration of a name by a block between a scope and the function around it.
  ///
  /// - parameter current: the scope that is read: the same one, or one in it.
  private mutating func lexicalDeclaration(
    of name: Name, from scope: Int32, below holder: Int32, in current: Int32
  ) -> Int? {
    guard Int(name.id) < forbidding.count else { return nil }
    var within: Int32 = -1
    var index = forbidding[Int(name.id)]
    while index >= 0 {
      work += 1
      let declaration = declarations[Int(index)]
      let depth = scopes[Int(declaration.scope)].depth
      if depth > scopes[Int(current)].depth || lastOpened[Int(depth)] != declaration.scope {
        if within < 0 {
          forbidding[Int(name.id)] = declaration.hidden
        } else {
          declarations[Int(within)].hidden = declaration.hidden
        }
      } else if declaration.scope <= scope {
        return declaration.scope > holder ? Int(index) : nil
      } else {
        within = index
      }
      index = declaration.hidden
    }
    return nil
  }

  /// Declares a function of a block of sloppy code in the function around it, unless that is an error there (Annex B).
  mutating func hoistFunction(_ name: Name, in scope: Int32, at start: Int) {
    let holder = scopes[Int(scope)].variables
    guard find(name, in: holder) == nil,
      lexicalDeclaration(of: name, from: scopes[Int(scope)].parent, below: holder, in: scope) == nil
    else { return }
    insert(Declaration(name: name, scope: holder, start: Int32(start), kind: .hoistedFunction))
  }
}
