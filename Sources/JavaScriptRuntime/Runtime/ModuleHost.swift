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

  struct Functions {
    let instantiate, forward, value, bytes, common, builtIn, defineGlobals, execute, start, loaded, refused: JSHandle
    let makeError, importFrom: JSHandle
  }

  let configuration: ModuleConfiguration
  unowned let host: RuntimeHost
  private(set) lazy var own = ThreadConfined(self)
  var graph = ModuleGraph<JSHandle>()
  var ids: [ModuleKey: ModuleID] = [:]
  var entries: [Entry] = []
  var byteCount = 0
  var forwards: Set<Forward> = []
  /// The callbacks for the end of a module's evaluation, which receive the thrown value, or nil.
  var waiters: [ModuleID: [(JSHandle?) -> Void]] = [:]
  /// The first module that the host imported.
  var main: ModuleID?
  var functions: Functions?
  /// Whether the globals that packages expect are there.
  var hasNodeGlobals = false
  /// Classic scripts that have an `import()`, and what `createRequire` was called with.
  private var scripts: [ModuleURL] = []
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var nextTask = 0
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
    for task in tasks.values { task.cancel() }
    tasks = [:]
    pending = [:]
    functions = nil
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
    guard source.utf8.contains("import".utf8) else { return source }
    var number = -1
    if let url = ModuleURL(url), (try? configuration.loader.check(url)) != nil {
      number = -2 - (scripts.firstIndex(of: url) ?? scripts.count)
    }
    let name = "\(CommonJSText.importFunction)(\(number))"
    guard let text = ProgramText.scriptText(source, importFunction: name) else { return source }
    if let url = ModuleURL(url) { note(url, number) }
    return text
  }

  /// The number by which a URL that is no module's is a base for specifiers; -1 if the loader does not load it.
  func number(of url: ModuleURL) -> Int {
    guard (try? configuration.loader.check(url)) != nil else { return -1 }
    let number = -2 - (scripts.firstIndex(of: url) ?? scripts.count)
    return note(url, number) ? number : -1
  }

  /// - Returns: false if there are too many: as many as modules at most, because a program may create scripts without end.
  @discardableResult private func note(_ url: ModuleURL, _ number: Int) -> Bool {
    guard number == -2 - scripts.count else { return number < -1 }
    guard scripts.count < configuration.limits.modules else { return false }
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
    let number = nextTask
    nextTask += 1
    let batch = ModuleBatch(configuration, known: Set(ids.keys), knownBytes: byteCount)
    let isKnown = ids[key] != nil
    host.setActive(.modules, true)
    pending[number] = { [unowned self] result in
      tasks[number] = nil
      if tasks.isEmpty { host.setActive(.modules, false) }
      finish(key, isMain, result, completion)
    }
    tasks[number] = Task { [thread, own] in
      let result: Result<[LoadedModule], ModuleError>
      if isKnown {
        result = .success([])
      } else {
        do throws(ModuleError) { result = .success(try await batch.load(key)) } catch { result = .failure(error) }
      }
      thread.perform { own.value?.take(number, result) }
    }
  }

  /// The continuation of each load, by its number.
  private var pending: [Int: (Result<[LoadedModule], ModuleError>) -> Void] = [:]

  private func take(_ number: Int, _ result: Result<[LoadedModule], ModuleError>) {
    pending.removeValue(forKey: number)?(result)
  }

  private func finish(
    _ key: ModuleKey, _ isMain: Bool, _ result: Result<[LoadedModule], ModuleError>,
    _ completion: @escaping (Result<ModuleID, ModuleFailure>) -> Void
  ) {
    do throws(ModuleError) {
      merge(try result.get())
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
  func merge(_ modules: [LoadedModule]) {
    var added: [(ModuleID, LoadedModule)] = []
    for module in modules where ids[module.key] == nil {
      let id = graph.add(ModuleRecord(module))
      ids[module.key] = id
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
  }
}

/// The reason why an import failed.
enum ModuleFailure: Error {
  case module(ModuleError)
  /// A module threw it.
  case thrown(JSHandle)
}

extension ModuleRecord {
  init(_ module: LoadedModule) {
    let url = module.url.description
    switch module.content {
    case .source(let text): self.init(url: url, text)
    case .commonJS(let text): self.init(url: url, exports: ["default"] + text.names, isCommonJS: true)
    case .builtIn(let module): self.init(url: url, exports: ["default"] + module.exports)
    case .json, .text, .bytes: self.init(url: url, exports: ["default"])
    }
  }
}

/// The script whose value is a module's function.
struct ModuleScript {
  let code: String

  private static let commonPrefix =
    "(function (exports, require, module, __filename, __dirname, \(CommonJSText.importFunction)) {"

  init(_ text: ModuleText) {
    // The C API counts lines from 1. So the prefix and the module's first line share one.
    var code = text.code
    if let end = code.utf8.firstIndex(of: 0x0A) { code.replaceSubrange(end...end, with: "") }
    self.code = code
  }

  init(_ text: CommonJSText) { code = ModuleScript.commonPrefix + text.code + "\n})" }

  /// How many UTF-16 units stand before the module's text.
  static func prefixLength(of content: ModuleContent) -> Int {
    switch content {
    case .source(let text):
      String(text.code.utf8.prefix { $0 != 0x0A })?.utf16.count ?? 0
    case .commonJS: commonPrefix.utf16.count
    case .json, .text, .bytes, .builtIn: 0
    }
  }
}
