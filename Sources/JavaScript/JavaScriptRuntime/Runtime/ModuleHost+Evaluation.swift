import JavaScriptEngine
import JavaScriptModules
import JavaScriptSyntax

extension ModuleHost {
  // MARK: Instantiating

  /// Creates the functions of linked modules, and the getters by which they read the exports of others.
  func instantiateLinked() {
    let linked = graph.takeLinked()
    for id in linked {
      do throws(JSException) {
        try instantiate(id)
      } catch {
        graph.fail(id, thrown(error))
      }
    }
    // The others have getters to forward when they are executed.
    for id in linked where !graph.isInstantiatedLate(id) { forwardImports(of: id) }
  }

  private func number(_ id: ModuleID) -> JSLocal { realm.make(Double(id.index)) }

  private func instantiate(_ id: ModuleID) throws(JSException) {
    guard let functions, let module = entries[id.index].loaded else { return }
    entries[id.index].loaded = nil
    let url = module.url.description
    switch module.content {
    case .source(let text):
      let isLate = graph.isInstantiatedLate(id)
      if !hasNodeGlobals, url.hasText("/node_modules/") {
        hasNodeGlobals = true
        try realm.call(functions.defineGlobals.local)
      }
      let function = realm.keep(try realm.evaluate(parsed: ModuleScript(text, isLate: isLate).text, url: url))
      var targets = JSONLine()
      targets.list(0..<text.requests.count) { line, request in
        line.raw(String(graph.target(of: id, request: request)?.index ?? -1))
      }
      let list = realm.keep(realm.makeJSON(utf8: targets.utf8) ?? realm.undefined)
      try realm.call(
        functions.instantiate.local, number(id), function.local, list.local, realm.make(text.isAsync),
        realm.make(isLate))
    case .commonJS(let text):
      let function = realm.keep(try realm.evaluate(parsed: ModuleScript(text).text, url: url))
      let names = list(text.names)
      try realm.call(functions.common.local, number(id), function.local, names.local)
    case .builtIn(let module):
      let (name, names) = (realm.keep(realm.make(module.name)), list(module.exports))
      let refusal = realm.keep(module.refusal.map { realm.make($0) } ?? realm.null)
      try realm.call(functions.builtIn.local, number(id), name.local, names.local, refusal.local)
    case .json(let text):
      let value = realm.keep(realm.makeJSON(utf8: text.bytes) ?? realm.undefined)
      try realm.call(functions.value.local, number(id), value.local, realm.make(true))
    case .text(let text):
      let value = realm.keep(realm.make(text))
      try realm.call(functions.value.local, number(id), value.local, realm.make(true))
    case .bytes(let bytes):
      let buffer = realm.keep(realm.makeArrayBuffer(bytes))
      try realm.call(functions.bytes.local, number(id), buffer.local)
    }
  }

  private func list(_ names: [String]) -> JSHandle {
    var line = JSONLine()
    line.list(names) { $0.string($1) }
    return realm.keep(realm.makeJSON(utf8: line.utf8) ?? realm.undefined)
  }

  /// Gives the imported modules getters for the names that they re-export.
  private func forwardImports(of id: ModuleID) {
    guard let functions else { return }
    for item in graph.record(id).imports {
      guard case .name(let name) = item.imported, let target = graph.target(of: id, request: item.request),
        case .found(let binding) = graph.resolveExport(name, of: target),
        binding.module != target || binding.name.map({ !$0.utf8.elementsEqual(name.utf8) }) ?? true,
        forwards.insert(Forward(module: target, name: Array(name.utf8))).inserted
      else { continue }
      let exported = realm.keep(binding.name.map { realm.make($0) } ?? realm.null)
      let local = realm.keep(realm.make(name))
      _ = try? realm.call(
        functions.forward.local, number(target), local.local, number(binding.module), exported.local)
    }
  }

  // MARK: Evaluating

  /// Evaluates a linked module.
  ///
  /// - Parameter completion: receives the thrown value, or nil; called at once if the module is evaluated already.
  func evaluate(_ id: ModuleID, completion: @escaping (JSHandle?) -> Void) {
    let evaluation = graph.evaluate(id)
    if !evaluation.isNew, graph.status(evaluation.module) == .evaluated {
      return completion(graph.failure(evaluation.module))
    }
    waiters[evaluation.module, default: []].append(completion)
    if evaluation.isNew { drive() }
  }

  /// Carries out the steps of the graph until none is ready.
  func drive() {
    while let functions, !host.isStopped {
      switch graph.step() {
      case .finished: return
      case .execute(let id):
        if graph.isInstantiatedLate(id) { forwardImports(of: id) }
        let failure = run(functions.execute, id)
        graph.executed(id, failure)
      case .start(let id):
        if graph.isInstantiatedLate(id) { forwardImports(of: id) }
        if let failure = run(functions.start, id) { host.reportUncaught(failure.local) }
      case .settle(let id, let failure):
        for waiter in waiters.removeValue(forKey: id) ?? [] { waiter(failure) }
      }
    }
  }

  private func run(_ function: JSHandle, _ id: ModuleID) -> JSHandle? {
    do throws(JSException) {
      try realm.call(function.local, number(id))
      return nil
    } catch {
      return thrown(error)
    }
  }

  /// The thrown value; `undefined` if the engine stopped the script, whose context is unusable.
  func thrown(_ error: JSException) -> JSHandle { error.value ?? realm.keep(realm.undefined) }

  /// The promise of a module that awaits has settled.
  func settled(_ number: Int, _ failure: JSLocal?) {
    guard entries.indices.contains(number) else { return }
    graph.settled(ModuleID(index: number), failure.map { realm.keep($0) })
    drive()
  }

  // MARK: At once

  /// The module that `require` means, loaded now.
  func require(_ specifier: String, from number: Int) throws(ModuleFailure) -> ModuleID {
    do throws(ModuleError) {
      let key = ModuleKey(url: try configuration.resolve(specifier, from: url(of: number), by: .require))
      if let id = ids[key] { return id }
      try loadNow(key)
      guard let id = ids[key] else { throw ModuleError(.unknown, "\(key.url) was not loaded.") }
      if graph.record(id).requests.isEmpty {
        try graph.link(id)
        instantiateLinked()
      }
      return id
    } catch {
      throw .module(error)
    }
  }

  private func loadNow(_ root: ModuleKey) throws(ModuleError) {
    var open = [root]
    var found: Set<ModuleKey> = [root]
    var modules: [LoadedModule] = []
    var bytes = byteCount
    while let key = open.popLast() {
      let module = try configuration.loadNow(key)
      modules.append(module)
      bytes += module.byteCount
      try configuration.limits.check(count: entries.count + found.count, bytes: bytes)
      for target in module.targets.reversed() where ids[target] == nil && found.insert(target).inserted {
        open.append(target)
      }
    }
    try merge(modules)
  }

  /// Links and evaluates a module that `require` asks for.
  func evaluateNow(_ id: ModuleID) throws(ModuleFailure) {
    let url = graph.record(id).url
    guard graph.status(id) != .evaluating, graph.status(id) != .linking else {
      var error = ModuleError(
        .failedPrecondition, "require() of \(url) in a cycle: that module is still being evaluated.")
      error.nodeCode = "ERR_REQUIRE_CYCLE_MODULE"
      throw .module(error)
    }
    let reachable = graph.reachable(from: id)
    // A `require` that came from elsewhere, such as `createRequire`: the exports are there when the module has run.
    if let open = reachable.first(where: { graph.status($0) == .evaluating && graph.isInstantiatedLate($0) }) {
      var error = ModuleError(
        .failedPrecondition,
        "require() of \(url) in a cycle: it imports \(graph.record(open).url), which is still being evaluated.")
      error.nodeCode = "ERR_REQUIRE_CYCLE_MODULE"
      throw .module(error)
    }
    let awaits = reachable.first { graph.record($0).isAsync && graph.status($0) != .evaluated }
    if let awaits {
      var error = ModuleError(
        .failedPrecondition,
        "require() cannot wait for \(graph.record(awaits).url), which awaits at its top level: use import().")
      error.nodeCode = "ERR_REQUIRE_ASYNC_MODULE"
      throw .module(error)
    }
    do throws(ModuleError) { try graph.link(id) } catch { throw .module(error) }
    instantiateLinked()
    evaluate(id) { _ in }
    if let failure = graph.failure(id) { throw .thrown(failure) }
  }
}
