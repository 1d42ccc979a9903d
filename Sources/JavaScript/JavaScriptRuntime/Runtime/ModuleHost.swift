import CausewayConcurrency
import JavaScriptEngine
import JavaScriptModules
import JavaScriptSyntax

/// Loads the modules of one context and carries out the steps of their graph.
///
/// It is made, used and released on the JavaScript thread only.
final class ModuleHost {
  /// The data of a module beside its record in the graph.
  struct Entry {
    let key: ModuleKey
    let url: ModuleURL
    /// Nil when it has been instantiated.
    var loaded: LoadedModule?
  }

  /// A getter for a name that a module exports from another module.
  struct Forward: Hashable {
    let module: ModuleID
    let name: [UInt8]
  }

  /// A load in progress.
  private struct Load {
    let key: ModuleKey
    let task: Task<Void, Never>
    let open: OpenLoads
    let completion: (Result<[LoadedModule], ModuleError>) -> Void
  }

  /// Identifies a load.
  struct LoadID {
    fileprivate let number: Int
    fileprivate let key: ModuleKey
  }

  struct Functions {
    let instantiate, forward, value, bytes, common, builtIn, defineGlobals, execute, start, loaded, refused: JSHandle
    let makeError, importFrom: JSHandle
  }

  let configuration: ModuleConfiguration
  unowned let host: RuntimeHost
  private(set) lazy var own = ThreadConfined(self)
  var graph = ModuleGraph<JSHandle>()
  var ids: [ModuleKey: ModuleID] = [:]
  /// The keys of `ids`, for loads.
  private let known = KnownModules()
  var entries: [Entry] = []
  var byteCount = 0
  var forwards: Set<Forward> = []
  /// The callbacks for the end of a module's evaluation, which receive the thrown value, or nil.
  var waiters: [ModuleID: [(JSHandle?) -> Void]] = [:]
  /// The first module that the host imported.
  var main: ModuleID?
  var functions: Functions?
  /// Tells the listeners of `process` what happens to the program; nil until `process` is used.
  var onProcessEvent: JSHandle?
  /// Whether the globals that packages expect are there.
  var hasNodeGlobals = false
  /// Classic scripts that have an `import()`, and what `createRequire` was called with; each with its place among them.
  private var scripts: [ModuleURL] = []
  private var scriptIndices: [ModuleURL: Int] = [:]
  /// The loads in progress, by their numbers.
  private var loads: [Int: Load] = [:]
  private var nextLoad = 0
  /// The load that was started last.
  private var latestLoad: LoadID?
  private let thread: JavaScriptThread

  var realm: JSRealm { host.realm }

  /// - Parameter connect: the function of the embedded script; it takes the native functions and returns its own.
  init(
    _ configuration: ModuleConfiguration, host: RuntimeHost, thread: JavaScriptThread, connect: JSHandle
  ) throws(JSException) {
    self.configuration = configuration
    self.host = host
    self.thread = thread
    configuration.loader.begin()
    let made = try realm.call(connect.local, makeNative())
    func function(_ name: String) throws(JSException) -> JSHandle { realm.keep(try realm.get(name, of: made)) }
    functions = Functions(
      instantiate: try function("instantiate"), forward: try function("forward"), value: try function("value"),
      bytes: try function("bytes"), common: try function("common"), builtIn: try function("builtIn"),
      defineGlobals: try function("defineGlobals"), execute: try function("execute"),
      start: try function("start"), loaded: try function("loaded"), refused: try function("refused"),
      makeError: try function("makeError"), importFrom: try function("importFrom"))
  }

  /// Cancels pending loads and releases every value.
  func close() {
    for load in loads.values { load.task.cancel() }
    loads = [:]
    functions = nil
    onProcessEvent = nil
    waiters = [:]
    graph = ModuleGraph()
    entries = []
    own.clear()
  }

  /// The base URL for the specifiers of a module or script; the loader's base for an unknown number.
  func url(of number: Int) -> ModuleURL {
    if entries.indices.contains(number) { return entries[number].url }
    let script = -2 - number
    return scripts.indices.contains(script) ? scripts[script] : configuration.loader.base
  }

  /// The text of a classic script with its `import()` directed to this context; unchanged if it has none.
  ///
  /// - Parameter url: what relative specifiers of the script are resolved against, if the loader could load it.
  func withImports(_ source: String, url: String) -> String {
    var number = -1
    if let url = ModuleURL(url), (try? configuration.loader.check(url)) != nil {
      number = -2 - (scriptIndices[url] ?? scripts.count)
    }
    let name = "\(CommonJSText.importFunction)(\(number))"
    guard let text = ProgramText.scriptText(source, importFunction: name) else { return source }
    if let url = ModuleURL(url) { note(url, number) }
    return text
  }

  /// The number by which a URL that is no module's is a base for specifiers; -1 if the loader does not load it.
  func number(of url: ModuleURL) -> Int {
    guard (try? configuration.loader.check(url)) != nil else { return -1 }
    let number = -2 - (scriptIndices[url] ?? scripts.count)
    return note(url, number) ? number : -1
  }

  /// - Returns: false if there are too many: as many as modules at most, because a program may create scripts without end.
  @discardableResult private func note(_ url: ModuleURL, _ number: Int) -> Bool {
    guard number == -2 - scripts.count else { return number < -1 }
    guard scripts.count < configuration.limits.modules else { return false }
    scriptIndices[url] = scripts.count
    scripts.append(url)
    return true
  }

  // MARK: Loading

  /// Loads a module with all its dependencies, then links and evaluates it, in later turns.
  ///
  /// - Parameters:
  ///   - isMain: whether it is the main module.
  ///   - completion: receives the module or the error.
  func load(_ key: ModuleKey, isMain: Bool, completion: @escaping (Result<ModuleID, ModuleFailure>) -> Void) {
    let number = nextLoad
    nextLoad += 1
    latestLoad = LoadID(number: number, key: key)
    let open = OpenLoads()
    let batch = ModuleBatch(configuration, known: known, knownBytes: byteCount, loading: open)
    let isKnown = ids[key] != nil
    host.setActive(.modules, true)
    let task = Task { [thread, own] in
      let result: Result<[LoadedModule], ModuleError>
      if isKnown {
        result = .success([])
      } else {
        do throws(ModuleError) { result = .success(try await batch.load(key)) } catch { result = .failure(error) }
      }
      thread.perform { own.value?.take(number, result) }
    }
    loads[number] = Load(key: key, task: task, open: open) { [unowned self] result in
      finish(key, isMain, result, completion)
    }
  }

  private func take(_ number: Int, _ result: Result<[LoadedModule], ModuleError>) {
    guard let load = loads.removeValue(forKey: number) else { return }
    if loads.isEmpty { host.setActive(.modules, false) }
    load.completion(result)
  }

  /// Ends a load that has no more waiters; no effect if it has ended.
  func cancel(_ load: LoadID) {
    loads[load.number]?.task.cancel()
    take(load.number, .failure(ModuleError(.cancelled, "The import of \(load.key.url) was cancelled.")))
  }

  /// The load that was started last, once.
  func takeLatestLoad() -> LoadID? {
    defer { latestLoad = nil }
    return latestLoad
  }

  /// How many imports are loading.
  var loadCount: Int { loads.count }

  /// The modules that a load waits for: those being loaded, else those that await at their top level.
  func waiting(for load: LoadID) -> String? {
    let open = loads[load.number]?.open.urls.map(\.description) ?? []
    if !open.isEmpty { return "it is loading \(ModuleHost.list(open))" }
    let awaiting = ids[load.key].map { graph.awaiting(below: $0).map { graph.record($0).url } } ?? []
    return awaiting.isEmpty ? nil : "it is waiting for the top-level await of \(ModuleHost.list(awaiting))"
  }

  private static func list(_ urls: [String]) -> String {
    let most = 3
    return urls.prefix(most).joined(separator: ", ") + (urls.count > most ? " and \(urls.count - most) more" : "")
  }

  /// The loads in progress, for leak checks.
  func openLoads(of owner: String) -> [OpenResource] {
    loads.sorted { $0.key < $1.key }.map { number, load in
      let open = load.open.urls.filter { $0 != load.key.url }.map(\.description)
      let waits = open.isEmpty ? "" : ", which waits for \(ModuleHost.list(open))"
      return OpenResource(.moduleLoad, "of \(load.key.url)\(waits)", of: owner, identity: "load \(number)")
    }
  }

  private func finish(
    _ key: ModuleKey, _ isMain: Bool, _ result: Result<[LoadedModule], ModuleError>,
    _ completion: @escaping (Result<ModuleID, ModuleFailure>) -> Void
  ) {
    do throws(ModuleError) {
      try merge(try result.get())
      guard let id = ids[key] else { throw ModuleError(.unknown, "The loader did not load \(key.url).") }
      if isMain, main == nil { main = id }
      try graph.link(id)
      // Two turns, because an async module instantiates at the end of the first one.
      _ = try? host.enter("import") { (_) throws(JSException) in instantiateLinked() }
      _ = try? host.enter("import") { (realm) throws(JSException) in
        realm.batched { evaluate(id) { completion($0.map { .failure(.thrown($0)) } ?? .success(id)) } }
      }
    } catch {
      completion(.failure(.module(error)))
    }
  }

  /// Adds loaded modules that the context does not have yet.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` if they exceed the limits, together with the modules that other imports have added
  ///   in the meantime.
  func merge(_ modules: [LoadedModule]) throws(ModuleError) {
    var added: [(ModuleID, LoadedModule)] = []
    let new = modules.filter { ids[$0.key] == nil }
    if !new.isEmpty {
      try configuration.limits.check(
        count: entries.count + new.count, bytes: new.reduce(byteCount) { $0 + $1.byteCount })
    }
    for module in new where ids[module.key] == nil {
      let id = graph.add(ModuleRecord(module))
      ids[module.key] = id
      known.insert(module.key)
      entries.append(Entry(key: module.key, url: module.url, loaded: module))
      byteCount += module.byteCount
      switch module.content {
      case .bytes, .builtIn: break
      case .source, .commonJS, .json, .text:
        host.sources.add(
          module.source, url: module.url.description, prefixLength: ModuleScript.prefixLength(of: module.content))
      }
      added.append((id, module))
    }
    for (id, module) in added {
      for (request, target) in module.targets.enumerated() {
        if let target = ids[target] { graph.setTarget(of: id, request: request, to: target) }
      }
    }
    guard let inspected = host.inspected else { return }
    for (_, module) in added where module.content.isCode {
      inspected.willRun(module.source, url: module.url.description)
    }
  }
}

extension ModuleContent {
  /// Whether it is a program's text.
  fileprivate var isCode: Bool {
    switch self {
    case .source, .commonJS: true
    case .json, .text, .bytes, .builtIn: false
    }
  }
}

/// The reason why an import failed.
enum ModuleFailure: Error {
  case module(ModuleError)
  /// An exception that a module threw.
  case thrown(JSHandle)

  /// Whether the error is located in a program's text; if not, it belongs to the `import()` that failed.
  var hasPlace: Bool {
    switch self {
    case .module(let error): error.referrer != nil
    case .thrown: true
    }
  }
}

/// The script whose value is a module's function.
struct ModuleScript {
  let code: String
  var text: JSText { JSText(code) }

  private static let commonPrefix =
    "(function (exports, require, module, __filename, __dirname, \(CommonJSText.importFunction)) {"

  /// - Parameter isLate: whether the module is instantiated when it is executed: by the plain function.
  init(_ text: ModuleText, isLate: Bool) {
    // The C API counts lines from 1. So the prefix and the module's first line share one.
    let lines = text.code.utf8
    guard let end = lines.firstIndex(of: 0x0A) else { preconditionFailure("A module's text has a first line.") }
    let body = lines[lines.index(after: end)...]
    if isLate {
      code =
        String(text.plainPrefix.utf8.dropLast())! + String(body.dropLast(text.suffix.utf8.count))! + text.plainSuffix
    } else {
      code = String(lines[..<end])! + String(body)!
    }
  }

  init(_ text: CommonJSText) { code = ModuleScript.commonPrefix + text.code + "\n})" }

  /// How many UTF-16 units stand before the module's text.
  static func prefixLength(of content: ModuleContent) -> Int {
    switch content {
    // Both forms are equally long.
    case .source(let text): text.plainPrefix.utf16.count - 1
    case .commonJS: commonPrefix.utf16.count
    case .json, .text, .bytes, .builtIn: 0
    }
  }
}
