/// The parser's state at a place, to return to when an attempt fails.
struct Snapshot {
  var place: Tokenizer.Place
  var context: Context
  var scope: Int32
  var labelBase: Int
  var insertedSemicolon: Int
  var firstAwait: Int
  var counts: [Int]
  var targets: [Int32]
}

extension Parser {
  private func snapshot(from mark: Int) -> Snapshot {
    Snapshot(
      place: tokenizer.place, context: context, scope: scope, labelBase: labelBase,
      insertedSemicolon: insertedSemicolon, firstAwait: module.firstAwait,
      counts: [
        references.count, edits.count, texts.count, tokens.count, labels.count, classes.count, privateNames.count,
        privateUses.count, table.scopes.count, table.declarations.count, tokenizer.htmlOpenings.count,
        module.freeArguments.count, namespaces.count, namespaceExports.count, enumUses.count, aliases.count,
      ],
      targets: Array(targets[mark...]))
  }

  private mutating func restore(_ snapshot: Snapshot, from mark: Int) throws(Stop) {
    try goBack(to: snapshot.place)
    context = snapshot.context
    scope = snapshot.scope
    labelBase = snapshot.labelBase
    insertedSemicolon = snapshot.insertedSemicolon
    module.firstAwait = snapshot.firstAwait
    let counts = snapshot.counts
    references.removeLast(references.count - counts[0])
    edits.removeLast(edits.count - counts[1])
    texts.removeLast(texts.count - counts[2])
    tokens.removeLast(tokens.count - counts[3])
    labels.removeLast(labels.count - counts[4])
    classes.removeLast(classes.count - counts[5])
    privateNames.removeLast(privateNames.count - counts[6])
    truncatePrivateUses(counts[7])
    table.truncate(scopes: counts[8], declarations: counts[9])
    tokenizer.htmlOpenings.removeLast(tokenizer.htmlOpenings.count - counts[10])
    module.freeArguments.removeLast(module.freeArguments.count - counts[11])
    namespaces.removeLast(namespaces.count - counts[12])
    namespaceExports.removeLast(namespaceExports.count - counts[13])
    enumUses.removeLast(enumUses.count - counts[14])
    aliases.removeLast(aliases.count - counts[15])
    if targets.count > mark { targets.removeLast(targets.count - mark) }
    targets.append(contentsOf: snapshot.targets)
    for target in snapshot.targets { references[Int(target)].flags.remove(.dead) }
    table.makeParentheses(scope)
  }

  /// Goes back to a place after an attempt that failed.
  ///
  /// - throws: for a text that is made to be read again and again.
  mutating func goBack(to place: Tokenizer.Place) throws(Stop) {
    rereadBytes += tokenizer.position - place.position
    work += tokenizer.position - place.position
    tokenizer.place = place
    guard rereadBytes <= rereadLimit else {
      throw fail(
        .tooDeep, "Types and comparisons are nested too deeply here to be distinguished.", at: place.token.start)
    }
  }

  /// Reads the return type and the body of an arrow function whose parameters stand behind a `?`.
  ///
  /// If no `:` follows that, the colon read as the type's is that of the `?`: reads nothing then, and does not try that
  /// parenthesis again.
  mutating func attemptArrow(_ list: ElementList, _ close: Int) throws(Stop) -> Bool {
    guard !notArrows.contains(list.start) else { return false }
    let snapshot = snapshot(from: list.mark)
    let cover = self.cover
    let state = (firstYieldOrAwait, firstAwaitName, namespace, namespaceDepth)
    let outer = (resources, labelStart, decorated, staticThis)
    let nameCount = decoratedNames.count
    tokenizer.attempts += 1
    do {
      if try takeReturnType(close, isCertain: false) {
        try parseListedArrow(list)
        if at(.colon) {
          tokenizer.attempts -= 1
          return true
        }
      }
    } catch {
      // The text is no arrow function then.
      if isHopeless || tokenizer.failure?.code == .cancelled { throw error }
    }
    tokenizer.attempts -= 1
    try restore(snapshot, from: list.mark)
    self.cover = cover
    (firstYieldOrAwait, firstAwaitName, namespace, namespaceDepth) = state
    (resources, labelStart, decorated, staticThis) = outer
    pendingDecorators = nil
    decoratedNames.removeLast(decoratedNames.count - nameCount)
    notArrows.insert(list.start)
    return false
  }
}
