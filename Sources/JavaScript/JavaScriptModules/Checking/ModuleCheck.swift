import JavaScriptSyntax

/// Finds errors of modules without running them: in their syntax, their imports and the names that they import.
package struct ModuleCheck: Sendable {
  /// An error, with the text in which it occurred.
  package struct Problem: Sendable {
    package let error: ModuleError
    /// The text of the error's referrer; nil if it was not loaded.
    package let source: String?

    package init(error: ModuleError, source: String?) {
      self.error = error
      self.source = source
    }
  }

  /// The result of a check.
  package struct Report: Sendable {
    /// In the order in which the modules are reached, at most ``ModuleCheck/maximumProblems``.
    package var problems: [Problem] = []
    /// The URLs of the modules that were loaded.
    package var modules: [ModuleURL] = []
  }

  /// The largest number of errors that are collected.
  package static let maximumProblems = 1_000

  private let configuration: ModuleConfiguration

  package init(_ configuration: ModuleConfiguration) { self.configuration = configuration }

  /// Checks modules and all that they request.
  ///
  /// A `require()` or `import()` of a literal string is checked unless the code handles its failure. Packages try many
  /// optional modules, so theirs are followed only if the module exists.
  package func check(_ roots: [ModuleKey]) async -> Report {
    configuration.loader.begin()
    var walk = Walk(roots)
    while !walk.level.isEmpty, walk.report.problems.count < ModuleCheck.maximumProblems {
      let level = walk.level
      walk.level = []
      for (key, result) in zip(level, await load(level)) {
        if !take(key, result, &walk) { return walk.report }
      }
    }
    link(&walk)
    return walk.report
  }

  // MARK: Loading

  /// A module and its requests.
  private struct Checked: Sendable {
    let module: LoadedModule
    /// The module of each request of the text; nil for one that does not resolve.
    let targets: [ModuleKey?]
    /// The modules to load next: of requests and of calls.
    let requests: [Request]
    let errors: [ModuleError]
  }

  /// What led to a module.
  private struct Request: Sendable {
    let target: ModuleKey
    let referrer: ModuleKey
    /// The referrer's own URL.
    let url: String
    let specifier: String
    let position: ModuleText.Position
  }

  private struct Failure: Error {
    let error: ModuleError
    let source: String?
  }

  private struct Walk {
    var report = Report()
    var level: [ModuleKey]
    /// The modules that were reached: each is loaded once.
    var reached: Set<ModuleKey> = []
    /// The request that led to a module first; none for the roots.
    var requests: [ModuleKey: Request] = [:]
    var loaded: [(key: ModuleKey, checked: Checked)] = []
    var texts: [String: String] = [:]
    var bytes = 0

    init(_ roots: [ModuleKey]) {
      level = []
      for root in roots { reach(root) }
    }

    mutating func reach(_ key: ModuleKey, by request: Request? = nil) {
      guard reached.insert(key).inserted else { return }
      level.append(key)
      requests[key] = request
    }

    /// The modules that led to one, the outermost first, without itself.
    func chain(to key: ModuleKey) -> [String] {
      var urls: [String] = []
      var current = requests[key]
      while let request = current {
        urls.append(request.url)
        current = requests[request.referrer]
      }
      return urls.reversed()
    }

    mutating func add(_ error: ModuleError, at key: ModuleKey) {
      guard report.problems.count < ModuleCheck.maximumProblems else { return }
      var error = error
      error.chain = chain(to: key)
      report.problems.append(Problem(error: error, source: error.referrer.flatMap { texts[$0] }))
    }
  }

  private func load(_ keys: [ModuleKey]) async -> [Result<Checked, Failure>] {
    await withTaskGroup(of: (Int, Result<Checked, Failure>).self) { group in
      var results: [Result<Checked, Failure>?] = Array(repeating: nil, count: keys.count)
      var next = 0
      func start() {
        guard next < keys.count else { return }
        let (number, key) = (next, keys[next])
        next += 1
        group.addTask { (number, await result(of: key)) }
      }
      for _ in 0..<max(1, configuration.limits.concurrentLoads) { start() }
      while let (number, result) = await group.next() {
        results[number] = result
        start()
      }
      return results.compactMap { $0 }
    }
  }

  private func result(of key: ModuleKey) async -> Result<Checked, Failure> {
    var text: String?
    do throws(ModuleError) {
      if let module = try configuration.builtIn(key) {
        return .success(Checked(module: module, targets: [], requests: [], errors: []))
      }
      var source = try await configuration.source(of: key.url, as: key.format)
      text = source.format == .bytes ? nil : String(validating: source.bytes, as: UTF8.self)
      let content = try configuration.content(of: &source, for: key, by: .import)
      return .success(checked(key, source, content))
    } catch {
      return .failure(Failure(error: error, source: text))
    }
  }

  private func checked(_ key: ModuleKey, _ source: ModuleSource, _ content: ModuleContent) -> Checked {
    let url = source.url.description
    var errors: [ModuleError] = []
    var targets: [ModuleKey?] = []
    var requests: [Request] = []
    func add(_ target: ModuleKey, _ specifier: String, _ position: ModuleText.Position) {
      requests.append(
        Request(target: target, referrer: key, url: url, specifier: specifier, position: position))
    }
    if case .source(let text) = content {
      for request in text.requests {
        do throws(ModuleError) {
          let target = try configuration.target(of: request, in: source)
          targets.append(target)
          add(target, request.specifier, request.position)
        } catch {
          targets.append(nil)
          errors.append(error)
        }
      }
    }
    for call in ModuleCheck.calls(in: source, content) {
      let kind: ModuleRequestKind = call.function == .import ? .import : .require
      do throws(ModuleError) {
        let target = try configuration.resolve(call.specifier, from: source.url, by: kind)
        if !call.hasOptions { add(ModuleKey(url: target), call.specifier, call.position) }
      } catch {
        guard !call.isOptional, !source.url.isInPackage else { continue }
        errors.append(
          error.requested(call.specifier, by: url, line: call.position.line, column: call.position.column))
      }
    }
    let text: String = if case .bytes = content { "" } else { String(decoding: source.bytes, as: UTF8.self) }
    let module = LoadedModule(
      key: key, url: source.url, content: content, source: text, byteCount: source.bytes.count, targets: [])
    return Checked(module: module, targets: targets, requests: requests, errors: errors)
  }

  /// The calls of `import()` and `require()` in a text that was parsed without an error.
  private static func calls(in source: ModuleSource, _ content: ModuleContent) -> [LiteralRequest] {
    let isModule: Bool
    switch content {
    case .source: isModule = true
    case .commonJS: isModule = false
    default: return []
    }
    // A text is parsed again for them. Most modules of packages have none.
    let mark = isModule ? "import(" : "require"
    guard !source.url.isInPackage || String(decoding: source.bytes, as: UTF8.self).utf8.contains(mark.utf8) else {
      return []
    }
    return StackRoom.parseLarge(source.language == .typeScript ? .typeScript : .javaScript) { options in
      LiteralRequest.all(in: source.bytes.span, isModule: isModule, options: options)
    }
  }

  /// Records a module and its requests; false when a limit is reached.
  private func take(_ key: ModuleKey, _ result: Result<Checked, Failure>, _ walk: inout Walk) -> Bool {
    switch result {
    case .failure(let failure):
      if let source = failure.source { walk.texts[failure.error.referrer ?? ""] = source }
      guard failure.error.referrer == nil, let request = walk.requests[key] else {
        walk.add(failure.error, at: key)
        return true
      }
      let error = failure.error.requested(
        request.specifier, by: request.url, line: request.position.line, column: request.position.column)
      walk.add(error, at: request.referrer)
    case .success(let checked):
      let module = checked.module
      walk.loaded.append((key, checked))
      if case .builtIn = module.content {} else { walk.report.modules.append(module.url) }
      walk.texts[module.url.description] = module.source
      walk.bytes += module.byteCount
      for error in checked.errors { walk.add(error, at: key) }
      for request in checked.requests { walk.reach(request.target, by: request) }
      do throws(ModuleError) {
        try configuration.limits.check(count: walk.reached.count, bytes: walk.bytes)
      } catch {
        walk.add(error, at: key)
        return false
      }
    }
    return true
  }

  // MARK: Names

  /// Checks that the modules export the names that others import from them.
  private func link(_ walk: inout Walk) {
    var graph = ModuleGraph<Never>()
    var ids: [ModuleKey: ModuleID] = [:]
    for (key, checked) in walk.loaded { ids[key] = graph.add(ModuleRecord(checked.module)) }
    for (key, checked) in walk.loaded {
      guard let id = ids[key] else { continue }
      for (request, target) in checked.targets.enumerated() {
        if let target = target.flatMap({ ids[$0] }) { graph.setTarget(of: id, request: request, to: target) }
      }
    }
    for (key, _) in walk.loaded {
      guard let id = ids[key] else { continue }
      let room = ModuleCheck.maximumProblems - walk.report.problems.count
      for error in graph.nameErrors(of: id, maximum: room) { walk.add(error, at: key) }
    }
  }
}

extension ModuleURL {
  /// Whether the module belongs to an installed package.
  fileprivate var isInPackage: Bool { path.hasText("/node_modules/") }
}
