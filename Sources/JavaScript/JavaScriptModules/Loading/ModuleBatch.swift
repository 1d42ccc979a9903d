import JavaScriptSyntax
import Synchronization

/// Loads modules and all modules that they request, several at a time, off the thread that evaluates them.
package struct ModuleBatch: Sendable {
  package let configuration: ModuleConfiguration
  /// The modules that the context already has, including modules that it gets in the meantime.
  package let known: KnownModules
  /// The bytes of text that the context already has.
  package let knownBytes: Int
  /// Records which modules are being loaded, for errors and leak checks; nil where nothing reads it.
  private let loading: OpenLoads?

  package init(
    _ configuration: ModuleConfiguration, known: KnownModules, knownBytes: Int, loading: OpenLoads? = nil
  ) {
    self.configuration = configuration
    self.known = known
    self.knownBytes = knownBytes
    self.loading = loading
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

  /// Loads a module and all modules below it that the context does not have; returns them in the order of discovery.
  ///
  /// - Throws: the first error in that order, with the chain of modules that led to it.
  package func load(_ root: ModuleKey) async throws(ModuleError) -> [LoadedModule] {
    guard !known.contains(root) else { return [] }
    var jobs = [Job(key: root, number: 0, request: nil, referrer: nil)]
    var found: [ModuleKey: Int] = [root: 0]
    var loaded: [LoadedModule?] = [nil]
    var bytes = knownBytes
    var failure: Failure?
    await withTaskGroup(of: [(Job, Result<LoadedModule, ModuleError>)].self) { group in
      var next = 0
      var running: Set<Int> = []
      var tasks = 0
      let most = max(1, configuration.limits.concurrentLoads)
      while true {
        while failure == nil, next < jobs.count, tasks < most {
          let part = Array(jobs[next..<min(jobs.count, next + partSize(of: jobs.count - next, most))])
          next += part.count
          tasks += 1
          running.formUnion(part.map(\.number))
          group.addTask { await self.results(of: part) }
        }
        if let failure, !running.contains(where: { $0 < failure.number }) {
          // Modules that were found later cannot change the result, and loading them may never end.
          group.cancelAll()
          break
        }
        guard let results = await group.next() else { break }
        tasks -= 1
        for (job, result) in results {
          running.remove(job.number)
          do throws(ModuleError) {
            let module = try result.get()
            bytes += module.byteCount
            try configuration.limits.check(count: known.count + jobs.count, bytes: bytes)
            loaded[job.number] = module
            guard case .source(let text) = module.content else { continue }
            for (target, request) in zip(module.targets, text.requests)
            where !known.contains(target) && found[target] == nil {
              try configuration.limits.check(count: known.count + jobs.count + 1, bytes: bytes)
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
    }
    guard var failure else { return loaded.compactMap { $0 } }
    failure.error.chain = chain(to: jobs[failure.number], from: failure.error, jobs, found)
    let referrer = loaded.first { $0?.url.description == failure.error.referrer }
    throw failure.error.showing(Array((referrer??.source ?? "").utf8))
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

  /// How many modules one task loads: several where none waits, because a task costs more than a small file.
  private func partSize(of count: Int, _ most: Int) -> Int {
    guard let loader = configuration.loader as? any ImmediateModuleLoader, loader.isImmediate else { return 1 }
    return max(8, (count + most - 1) / most)
  }

  private func results(of part: [Job]) async -> [(Job, Result<LoadedModule, ModuleError>)] {
    var results: [(Job, Result<LoadedModule, ModuleError>)] = []
    for job in part { results.append((job, await result(of: job))) }
    return results
  }

  private func result(of job: Job) async -> Result<LoadedModule, ModuleError> {
    do throws(ModuleError) {
      guard !Task.isCancelled else {
        throw ModuleError(.cancelled, "The task that loads \(job.key.url) was cancelled.")
      }
      if let module = try configuration.builtIn(job.key) { return .success(module) }
      let place = loading?.begin(job.key.url)
      defer { if let place { loading?.end(place) } }
      var source = try await configuration.source(of: job.key.url, as: job.key.format)
      let content = try await configuration.contentLater(of: &source, for: job.key)
      if let loader = configuration.loader as? any DistantModuleLoader, case .source(let text) = content {
        await loader.prepare(text.requests.map(\.specifier), from: source.url)
      }
      return .success(try configuration.module(job.key, source, content))
    } catch {
      guard let request = job.request, error.referrer == nil else { return .failure(error) }
      return .failure(
        error.requested(
          request.specifier, by: job.referrer?.url.description, line: request.position.line,
          column: request.position.column))
    }
  }
}

/// The modules that a context has; loads read them on other threads, without a copy.
package final class KnownModules: Sendable {
  private let keys = Mutex<Set<ModuleKey>>([])

  package init() {}

  package var count: Int { keys.withLock { $0.count } }
  package func contains(_ key: ModuleKey) -> Bool { keys.withLock { $0.contains(key) } }
  package func insert(_ key: ModuleKey) { _ = keys.withLock { $0.insert(key) } }
}

extension ModuleConfiguration {
  /// Loads one module synchronously, for `require()`; its requests are only resolved.
  package func loadNow(_ key: ModuleKey) throws(ModuleError) -> LoadedModule {
    if let module = try builtIn(key) { return module }
    var source = try sourceNow(of: key.url, as: key.format)
    let content = try content(of: &source, for: key, by: .require)
    return try module(key, source, content)
  }

  /// A module of Node's, for which no loader is asked; nil for other URLs.
  func builtIn(_ key: ModuleKey) throws(ModuleError) -> LoadedModule? {
    guard key.url.scheme == NodeModule.scheme else { return nil }
    let module = try NodeModule.content(of: key.url)
    guard key.format == nil else {
      throw ModuleError(
        .failedPrecondition, "\(key.url) is a code module: import it without the attribute 'type'.")
    }
    return LoadedModule(key: key, url: key.url, content: .builtIn(module), source: "", byteCount: 0, targets: [])
  }

  /// The same as ``content(of:for:by:_:)`` for an import.
  ///
  /// A large text is parsed on a thread of its own: parsing takes a second for some ten megabytes, in which other tasks need
  /// the threads of Swift's pool. The end of the task ends it.
  func contentLater(of source: inout ModuleSource, for key: ModuleKey) async throws(ModuleError) -> ModuleContent {
    guard source.bytes.count > ModuleConfiguration.largeText else {
      return try content(of: &source, for: key, by: .import)
    }
    let (cancellation, unparsed) = (ParserCancellation(), source)
    let (result, parsed) = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Parsed, Never>) in
        let parse: @Sendable () -> Void = {
          continuation.resume(returning: self.parsed(unparsed, for: key, cancellation))
        }
        // Not on a queue: tasks run on the same threads on Linux.
        if !StackRoom.beginWithLargeStack(parse) { parse() }
      }
    } onCancel: {
      cancellation.cancel()
    }
    source = parsed
    return try result.get()
  }

  private typealias Parsed = (Result<ModuleContent, ModuleError>, ModuleSource)

  private func parsed(
    _ source: ModuleSource, for key: ModuleKey, _ cancellation: ParserCancellation
  ) -> Parsed {
    var source = source
    do throws(ModuleError) {
      return (.success(try content(of: &source, for: key, by: .import, cancellation)), source)
    } catch {
      return (.failure(error), source)
    }
  }

  /// Bytes of a text that a task parses itself, in less than a few milliseconds.
  private static let largeText = 64 << 10

  /// Checks a source's format, gives it the format of its key, and parses it.
  func content(
    of source: inout ModuleSource, for key: ModuleKey, by kind: ModuleRequestKind,
    _ cancellation: ParserCancellation? = nil
  ) throws(ModuleError) -> ModuleContent {
    if let format = key.format {
      guard format != .json || source.format == .json else {
        throw ModuleError(
          .failedPrecondition, "\(key.url) is imported with { type: \"json\" }, but is not a JSON module.")
      }
      source.format = format
    } else if source.format == .json, kind == .import {
      throw ModuleError(
        .failedPrecondition, "\(key.url) is a JSON module: import it with { type: \"json\" }.")
    }
    let content = try parsed.content(of: source, cancellation)
    guard case .commonJS(let text) = content, !text.reexports.isEmpty else { return content }
    return .commonJS(CommonJSText(code: text.code, names: names(of: text, at: source.url), reexports: []))
  }

  /// A module with the modules that it requests.
  func module(
    _ key: ModuleKey, _ source: ModuleSource, _ content: ModuleContent
  ) throws(ModuleError) -> LoadedModule {
    var targets: [ModuleKey] = []
    if case .source(let text) = content {
      for request in text.requests { targets.append(try target(of: request, in: source)) }
    }
    let isText = if case .bytes = content { false } else { true }
    return LoadedModule(
      key: key, url: source.url, content: content, source: isText ? try ModuleParser.text(source) : "",
      byteCount: source.bytes.count, targets: targets)
  }

  func target(of request: ModuleText.Request, in source: ModuleSource) throws(ModuleError) -> ModuleKey {
    do throws(ModuleError) {
      let format = try ModuleKey.format(request.attributes)
      return ModuleKey(url: try resolve(request.specifier, from: source.url, by: .import), format: format)
    } catch {
      throw error.requested(
        request.specifier, by: source.url.description, line: request.position.line, column: request.position.column
      ).showing(error.referrer == nil ? source.bytes : [])
    }
  }

  /// The names of a CommonJS module, with those of the modules that it passes on.
  ///
  /// A module that cannot be loaded has no names; it is an error when the importer is evaluated.
  private func names(of text: CommonJSText, at url: ModuleURL) -> [String] {
    var names = text.names
    var seen: Set<ModuleURL> = [url]
    var open = text.reexports.map { (specifier: $0, referrer: url) }
    while let next = open.popLast(), seen.count < 1_000 {
      guard let target = try? resolve(next.specifier, from: next.referrer, by: .require), seen.insert(target).inserted,
        let source = try? sourceNow(of: target, as: nil),
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
