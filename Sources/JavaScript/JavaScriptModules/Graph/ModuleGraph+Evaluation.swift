/// The next step of the owner of a ``ModuleGraph``.
package enum ModuleStep<Failure> {
  /// Run the module's body, then call `executed(_:_:)`.
  case execute(ModuleID)
  /// Start the body of a module that awaits, and call `settled(_:_:)` when its promise settles, in a later turn.
  case start(ModuleID)
  /// Settle the promise of this module's evaluation.
  case settle(ModuleID, Failure?)
  /// There is nothing left to do for now.
  case finished
}

extension ModuleGraph {
  /// The evaluations in progress; a body that requires a module starts a nested one.
  enum Activity {
    case search(Search)
    case work([Work])
  }

  /// One Evaluate.
  struct Search {
    struct Frame {
      let module: ModuleID
      let index: Int
      var next = 0
      var hasRun = false
    }

    let root: ModuleID
    let number: Int
    var frames: [Frame] = []
    var stack: [ModuleID] = []
    var index = 0
    /// The exception of a module.
    var failure: Failure?
  }

  /// What follows the end of a module that awaited, the next one last.
  enum Work {
    case run(ModuleID)
    case settle(ModuleID, Failure?)
  }

  /// The module whose promise settles with the evaluation of another one, and whether there are steps to take.
  package struct Evaluation {
    package let module: ModuleID
    package let isNew: Bool
  }

  /// Evaluate: begins the evaluation of a linked module.
  ///
  /// - Returns: the module whose promise settles with the result. If that promise is new, take steps until there are
  ///   none.
  package mutating func evaluate(_ id: ModuleID) -> Evaluation {
    precondition(
      self[id].status != .unlinked && self[id].status != .linking, "A module is evaluated before it is linked.")
    let module = self[id].status == .evaluating ? id : self[id].cycleRoot ?? id
    if self[module].hasCapability { return Evaluation(module: module, isNew: false) }
    self[module].hasCapability = true
    searches += 1
    var search = Search(root: module, number: searches)
    enter(module, &search)
    activities.append(.search(search))
    return Evaluation(module: module, isNew: true)
  }

  /// The body of a module has run, or has thrown.
  package mutating func executed(_ id: ModuleID, _ failure: Failure?) {
    switch activities.popLast() {
    case .search(var search):
      precondition(search.frames.last?.module == id, "The module that ran is not the module to be executed.")
      search.failure = failure
      activities.append(.search(search))
    case .work(var work):
      if let failure {
        reject(id, failure, &work)
      } else {
        self[id].order = .done
        self[id].status = .evaluated
        if self[id].hasCapability { work.append(.settle(id, nil)) }
      }
      activities.append(.work(work))
    case nil: preconditionFailure("No module was due to be executed.")
    }
  }

  /// The promise of a module with top-level `await` has settled; take steps until there are none.
  package mutating func settled(_ id: ModuleID, _ failure: Failure?) {
    var work: [Work] = []
    if let failure { reject(id, failure, &work) } else { fulfil(id, &work) }
    activities.append(.work(work))
  }

  /// The module cannot be evaluated: the engine refuses its text.
  package mutating func fail(_ id: ModuleID, _ failure: Failure) {
    self[id].status = .evaluated
    failures[id] = failure
  }

  package mutating func step() -> ModuleStep<Failure> {
    switch activities.popLast() {
    case nil: return .finished
    case .search(var search):
      if let step = step(&search) {
        activities.append(.search(search))
        return step
      }
      // The search is over: only its promise may be left.
      activities.append(.work([]))
      return end(search) ?? step()
    case .work(var work):
      while let next = work.popLast() {
        // One that failed meanwhile, by another one that it waits for, is not run.
        if case .run(let id) = next, self[id].status == .evaluated { continue }
        activities.append(.work(work))
        switch next {
        case .settle(let id, let failure): return .settle(id, failure)
        case .run(let id): return self[id].record.isAsync ? .start(id) : .execute(id)
        }
      }
      return .finished
    }
  }

  // MARK: Depth first

  /// The first lines of InnerModuleEvaluation: goes into a module that has not been evaluated.
  ///
  /// - Returns: false when the module has thrown before.
  @discardableResult
  private mutating func enter(_ module: ModuleID, _ search: inout Search) -> Bool {
    switch self[module].status {
    case .evaluated, .evaluatingAsync:
      if let failure = failures[module] {
        search.failure = failure
        return false
      }
    case .linked:
      self[module].status = .evaluating
      self[module].ancestorIndex = search.index
      self[module].pendingDependencies = 0
      self[module].search = search.number
      search.frames.append(.init(module: module, index: search.index))
      search.stack.append(module)
      search.index += 1
    default: break
    }
    return true
  }

  /// Goes on to the next body; nil when none is left.
  private mutating func step(_ search: inout Search) -> ModuleStep<Failure>? {
    while search.failure == nil, let frame = search.frames.last {
      let module = frame.module
      let top = search.frames.count - 1
      if frame.next < self[module].targets.count {
        guard let target = self[module].targets[frame.next] else {
          preconditionFailure("A module is evaluated before its requests are loaded.")
        }
        search.frames[top].next += 1
        let isOpen = self[target].status == .linked
        guard enter(target, &search) else { break }
        if !isOpen { finish(target, requestedBy: module, &search) }
      } else if !frame.hasRun {
        search.frames[top].hasRun = true
        if self[module].pendingDependencies > 0 || self[module].record.isAsync {
          self[module].order = .number(nextOrder)
          nextOrder += 1
          if self[module].pendingDependencies == 0 { return .start(module) }
        } else {
          return .execute(module)
        }
      } else {
        search.frames.removeLast()
        if self[module].ancestorIndex == frame.index { close(module, &search) }
        if let parent = search.frames.last?.module { finish(module, requestedBy: parent, &search) }
      }
    }
    return nil
  }

  /// What InnerModuleEvaluation does after a request of a module's has been evaluated.
  private mutating func finish(_ target: ModuleID, requestedBy module: ModuleID, _ search: inout Search) {
    var target = target
    if self[target].status == .evaluating {
      // One of an evaluation around this one is as far as it is, and has no part in this one's cycles.
      guard self[target].search == search.number else { return }
      self[module].ancestorIndex = min(self[module].ancestorIndex, self[target].ancestorIndex)
    } else {
      target = self[target].cycleRoot ?? target
      if let failure = failures[target] {
        search.failure = failure
        return
      }
    }
    if self[target].order.number != nil {
      self[module].pendingDependencies += 1
      self[target].asyncParents.append(module)
    }
  }

  /// A cycle is complete.
  private mutating func close(_ root: ModuleID, _ search: inout Search) {
    while let last = search.stack.popLast() {
      if case .unset = self[last].order { self[last].status = .evaluated } else { self[last].status = .evaluatingAsync }
      self[last].cycleRoot = root
      if last == root { return }
    }
  }

  /// The end of Evaluate.
  private mutating func end(_ search: Search) -> ModuleStep<Failure>? {
    if let failure = search.failure {
      for module in search.stack {
        self[module].status = .evaluated
        failures[module] = failure
      }
      return .settle(search.root, failure)
    }
    return self[search.root].status == .evaluated ? .settle(search.root, nil) : nil
  }

  // MARK: Asynchronous modules

  /// AsyncModuleExecutionFulfilled.
  private mutating func fulfil(_ id: ModuleID, _ work: inout [Work]) {
    guard self[id].status != .evaluated else { return }
    self[id].order = .done
    self[id].status = .evaluated
    let ready = ancestors(readyAfter: id)
      .sorted { (self[$0].order.number ?? 0) < (self[$1].order.number ?? 0) }
    work += ready.reversed().map { .run($0) }
    if self[id].hasCapability { work.append(.settle(id, nil)) }
  }

  /// GatherAvailableAncestors: the modules that wait for nothing else any more.
  private mutating func ancestors(readyAfter id: ModuleID) -> [ModuleID] {
    var ready: [ModuleID] = []
    var known: Set<ModuleID> = []
    var open = [id]
    while let module = open.popLast() {
      for parent in self[module].asyncParents
      where !known.contains(parent) && failures[self[parent].cycleRoot ?? parent] == nil {
        self[parent].pendingDependencies -= 1
        guard self[parent].pendingDependencies == 0 else { continue }
        known.insert(parent)
        ready.append(parent)
        if !self[parent].record.isAsync { open.append(parent) }
      }
    }
    return ready
  }

  /// AsyncModuleExecutionRejected: the modules that wait for one fail with it.
  private mutating func reject(_ id: ModuleID, _ failure: Failure, _ work: inout [Work]) {
    var settled: [Work] = []
    var open = [id]
    while let module = open.popLast() {
      guard self[module].status != .evaluated else { continue }
      failures[module] = failure
      self[module].status = .evaluated
      self[module].order = .done
      if self[module].hasCapability { settled.append(.settle(module, failure)) }
      open += self[module].asyncParents.reversed()
    }
    work += settled.reversed()
  }
}
