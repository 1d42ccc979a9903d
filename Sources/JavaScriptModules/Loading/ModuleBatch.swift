import JavaScriptSyntax

/// Loads modules with all that they request, several at a time, away from the thread that evaluates them.
package struct ModuleBatch: Sendable {
  package let configuration: ModuleConfiguration
  /// Modules that the context has already.
  package let known: Set<ModuleKey>
  /// Bytes of text that the context has already.
  package let knownBytes: Int

  package init(_ configuration: ModuleConfiguration, known: Set<ModuleKey>, knownBytes: Int) {
    self.configuration = configuration
    self.known = known
    self.knownBytes = knownBytes
  }

  /// A module to load, and where it was asked for.
  private struct Job: Sendable {
    let key: ModuleKey
    let number: Int
    let request: ModuleText.Request?
    let referrer: ModuleKey?
  }

  private struct Failure: Error {
    let number: Int
    var error: ModuleError
  }

  /// Loads a module and all below it that the context does not have, in the order in which they were found.
  ///
  /// - Throws: the first error by that order, with the chain of modules that led there.
  package func load(_ root: ModuleKey) async throws(ModuleError) -> [LoadedModule] {
    guard !known.contains(root) else { return [] }
    var jobs = [Job(key: root, number: 0, request: nil, referrer: nil)]
    var found: [ModuleKey: Int] = [root: 0]
    var loaded: [LoadedModule?] = [nil]
    var bytes = knownBytes
    var failure: Failure?
    await withTaskGroup(of: (Job, Result<LoadedModule, ModuleError>).self) { group in
      var next = 0
      var running = 0
      while true {
        while failure == nil, next < jobs.count, running < max(1, configuration.limits.concurrentLoads) {
          let job = jobs[next]
          next += 1
          running += 1
          group.addTask { (job, await self.result(of: job)) }
        }
        guard let (job, result) = await group.next() else { break }
        running -= 1
        do throws(ModuleError) {
          let module = try result.get()
          bytes += module.byteCount
          try check(count: known.count + jobs.count, bytes: bytes)
          loaded[job.number] = module
          guard case .source(let text) = module.content else { continue }
          for (target, request) in zip(module.targets, text.requests)
          where !known.contains(target) && found[target] == nil {
            found[target] = jobs.count
            jobs.append(Job(key: target, number: jobs.count, request: request, referrer: job.key))
            loaded.append(nil)
          }
        } catch {
          let earlier = failure.map { $0.number < job.number } ?? false
          if !earlier { failure = Failure(number: job.number, error: error) }
        }
      }
    }
    guard var failure else { return loaded.compactMap { $0 } }
    failure.error.chain = chain(to: jobs[failure.number], from: failure.error, jobs, found)
    throw failure.error
  }

  /// The modules that led to an error, the outermost first, without the one that the error names.
  private func chain(
    to job: Job, from error: ModuleError, _ jobs: [Job], _ found: [ModuleKey: Int]
  ) -> [String] {
    var urls: [String] = [job.key.url.description]
    var referrer = job.referrer
    while let key = referrer, let number = found[key] {
      urls.append(key.url.description)
      referrer = jobs[number].referrer
    }
    let shown = urls.firstIndex(of: error.referrer ?? "").map { urls.dropFirst($0 + 1) } ?? urls[...]
    return shown.reversed()
  }

  private func check(count: Int, bytes: Int) throws(ModuleError) {
    let limits = configuration.limits
    guard count <= limits.modules else {
      throw ModuleError(.resourceExhausted, "There are more modules than the limit of \(limits.modules).")
    }
    guard bytes <= limits.totalBytes else {
      throw ModuleError(
        .resourceExhausted, "The texts of all modules have more bytes than the limit of \(limits.totalBytes).")
    }
  }

  private func result(of job: Job) async -> Result<LoadedModule, ModuleError> {
    do throws(ModuleError) {
      guard !Task.isCancelled else {
        throw ModuleError(.cancelled, "The task that loads \(job.key.url) was cancelled.")
      }
      if let module = try configuration.builtIn(job.key) { return .success(module) }
      let source: ModuleSource
      do {
        source = try await configuration.loader.load(job.key.url, as: job.key.format)
      } catch let error as ModuleError {
        throw error
      } catch {
        throw ModuleError(.unknown, "The loader cannot load \(job.key.url): \(error)")
      }
      return .success(try configuration.accept(source, for: job.key, by: .import))
    } catch {
      guard let request = job.request, error.referrer == nil else { return .failure(error) }
      return .failure(
        error.requested(
          request.specifier, by: job.referrer?.url.description, line: request.position.line,
          column: request.position.column))
    }
  }
}

extension ModuleConfiguration {
  /// Loads one module at once, for `require()`; its requests are only resolved.
  package func loadNow(_ key: ModuleKey) throws(ModuleError) -> LoadedModule {
    if let module = try builtIn(key) { return module }
    let source: ModuleSource
    do {
      source = try loader.loadNow(key.url, as: key.format)
    } catch let error as ModuleError {
      throw error
    } catch {
      throw ModuleError(.unknown, "The loader cannot load \(key.url): \(error)")
    }
    return try accept(source, for: key, by: .require)
  }

  /// A module of Node's, for which no loader is asked; nil for other URLs.
  func builtIn(_ key: ModuleKey) throws(ModuleError) -> LoadedModule? {
    guard key.url.scheme == NodeModule.scheme else { return nil }
    let module = try NodeModule.content(of: key.url)
    guard key.format == nil else {
      throw ModuleError(
        .failedPrecondition, "\(key.url) is a module of code: import it without the attribute type.")
    }
    return LoadedModule(key: key, url: key.url, content: .builtIn(module), source: "", byteCount: 0, targets: [])
  }

  /// Checks what a loader delivered, parses it, and resolves what it requests.
  func accept(
    _ source: ModuleSource, for key: ModuleKey, by kind: ModuleRequestKind
  ) throws(ModuleError) -> LoadedModule {
    guard source.bytes.count <= limits.sourceBytes else {
      throw .tooLarge("\(key.url)", source.bytes.count, limits.sourceBytes)
    }
    if let hashes = importMap?.integrity(of: key.url) {
      try ModuleIntegrity.check(source.bytes, of: key.url, against: hashes)
    }
    var source = source
    if let format = key.format {
      guard format != .json || source.format == .json else {
        throw ModuleError(
          .failedPrecondition, "\(key.url) is imported with { type: \"json\" }, and is no JSON module.")
      }
      source.format = format
    } else if source.format == .json, kind == .import {
      throw ModuleError(
        .failedPrecondition, "\(key.url) is a JSON module: import it with { type: \"json\" }.")
    }
    var content = try parsed.content(of: source)
    if case .commonJS(let text) = content, !text.reexports.isEmpty {
      content = .commonJS(CommonJSText(code: text.code, names: names(of: text, at: source.url), reexports: []))
    }
    var targets: [ModuleKey] = []
    if case .source(let text) = content {
      for request in text.requests { targets.append(try target(of: request, in: source)) }
    }
    let isText = if case .bytes = content { false } else { true }
    return LoadedModule(
      key: key, url: source.url, content: content, source: isText ? try ModuleParser.text(source) : "",
      byteCount: source.bytes.count, targets: targets)
  }

  private func target(of request: ModuleText.Request, in source: ModuleSource) throws(ModuleError) -> ModuleKey {
    do throws(ModuleError) {
      let format = try ModuleKey.format(request.attributes)
      return ModuleKey(url: try resolve(request.specifier, from: source.url, by: .import), format: format)
    } catch {
      throw error.requested(
        request.specifier, by: source.url.description, line: request.position.line, column: request.position.column)
    }
  }

  /// The names of a CommonJS module, with those of the modules that it passes on.
  ///
  /// What cannot be loaded has no names: it is an error when the module is evaluated.
  private func names(of text: CommonJSText, at url: ModuleURL) -> [String] {
    var names = text.names
    var seen: Set<ModuleURL> = [url]
    var open = text.reexports.map { (specifier: $0, referrer: url) }
    while let next = open.popLast(), seen.count < 1_000 {
      guard let target = try? resolve(next.specifier, from: next.referrer, by: .require), seen.insert(target).inserted,
        let source = try? loader.loadNow(target, as: nil), source.bytes.count <= limits.sourceBytes,
        case .commonJS(let text)? = try? parsed.content(of: source)
      else { continue }
      names += text.names
      open += text.reexports.map { (specifier: $0, referrer: target) }
    }
    return CommonJSText.unique(names)
  }
}

extension CommonJSText {
  /// Each name once, without `default`, which is the module's value.
  static func unique(_ names: [String]) -> [String] {
    var known: Set<ExactText> = ["default"]
    return names.filter { known.insert(ExactText($0)).inserted }
  }
}
