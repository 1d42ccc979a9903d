public import Causeway
import MacroEngine
import Synchronization

/// The application: three rings, four buttons, and their macros.
///
/// All its user interfaces (pages, the terminal) show the same state.
public actor MacroApplication {
  /// The rings.
  public nonisolated let document = RingDocument()
  /// The methods and events for pages: see ``MacroApplication/permissions``.
  public nonisolated let bridge: Bridge
  nonisolated let log = ConsoleLog()
  nonisolated let changeNotifier: ChangeNotifier

  private let engine: MacroEngine
  private let runner: MacroRunner
  private var library: MacroLibrary
  private nonisolated let methods: [String: MacroMethod]
  /// The tasks of macros that run or wait, by number.
  private var runs: [Int: Task<String?, any Error>] = [:]
  private var lastRun = 0
  /// The number of the running macro.
  private nonisolated let current = Mutex<(number: Int, key: String)?>(nil)

  /// Makes an application with the macros of this store.
  ///
  /// - Parameters:
  ///   - timeLimit: the processor time that a macro may take without interruption.
  ///   - timeout: the longest total time of a macro, including its waits.
  public init(store: MacroStore, timeLimit: Duration = .seconds(1), timeout: Duration = .seconds(10)) {
    let log = log
    bridge = Bridge()
    changeNotifier = ChangeNotifier(document: document, log: log, bridge: bridge)
    engine = MacroEngine(timeLimit: timeLimit) { [changeNotifier] line in
      log.write(line.level, line.text)
      changeNotifier.notify()
    }
    runner = MacroRunner(engine: engine, timeout: timeout)
    let library = MacroLibrary(store: store)
    self.library = library
    let engine = engine
    methods = Dictionary(
      uniqueKeysWithValues: library.macros.map { macro in
        (macro.key, MacroMethod(javascript: macro.javascript, key: macro.key, engine: engine))
      })
    document.delegate = changeNotifier
    engine.addObject(document)
    engine.addFunction("pause") { (milliseconds: Double) async throws in
      // A value that is not a number counts as 0, as in setTimeout().
      try await Task.sleep(for: .milliseconds(milliseconds > 0 ? min(milliseconds, 60_000) : 0))
    }
    offer(on: bridge)
  }

  // MARK: Macros

  /// The macros, in the order of their buttons.
  public var macros: [Macro] { library.macros }

  /// A message about a damaged macro file; nil if there is none.
  public var problem: String? { library.problem }

  /// Runs a macro after those before it; returns its result as text.
  ///
  /// All its changes are one undo step. If it fails with a ``MacroError``, the rings are restored.
  @discardableResult
  public func run(_ key: String) async throws -> String? {
    _ = try library.macro(key)
    lastRun += 1
    let number = lastRun
    let task = Task { [runner, methods] in
      try await runner.run(methods[key]!) {
        self.began(number, key)
      } end: { result in
        self.ended(result)
      }
    }
    runs[number] = task
    defer { runs[number] = nil }
    return try await task.value
  }

  /// Runs on the macros' thread: changes from now on belong to the macro.
  private nonisolated func began(_ number: Int, _ key: String) {
    current.withLock { $0 = (number, key) }
    log.begin(key)
    document.begin()
    // Macros call each other by name. A macro that cannot be compiled fails when it is run itself.
    for other in methods.values { try? other.compile() }
    try? bridge.emit("macro.running", key)
  }

  private nonisolated func ended(_ result: Result<String?, MacroError>) {
    switch result {
    case .success(let text):
      document.keep()
      if let text { log.write("result", text) }
    case .failure(let error):
      document.revert()
      log.write("failure", error.message, line: error.line, column: error.column)
    }
    log.begin(nil)
    current.withLock { $0 = nil }
    try? bridge.emit("macro.running", String?.none)
    changeNotifier.notify()
  }

  /// Stops the running macro; false if there is none.
  @discardableResult
  public func stop() -> Bool {
    guard let number = current.withLock({ $0?.number }), let task = runs[number] else { return false }
    task.cancel()
    return true
  }

  /// Sets the source of a macro; throws if it cannot be compiled.
  public func edit(_ key: String, _ javascript: String, revision: Int) throws {
    if let error = MacroSyntax.check(javascript) { throw MacroApplicationError.notCompiled(error) }
    try library.edit(key, javascript, revision: revision)
    changed(key)
  }

  /// Restores the original source of a macro.
  public func restore(_ key: String) throws {
    try library.restore(key)
    changed(key)
  }

  /// Restores the source of a macro before its last change.
  public func undoEdit(_ key: String) throws {
    try library.undo(key)
    changed(key)
  }

  private func changed(_ key: String) {
    if let macro = try? library.macro(key) { methods[key]?.javascript = macro.javascript }
    try? bridge.emit("macros.changed", MacroList(macros: library.macros, problem: library.problem))
  }

  // MARK: Pages

  /// The macros, and a message about their file.
  struct MacroList: Encodable, Sendable {
    var macros: [Macro]
    var problem: String?
  }

  /// The complete state for a page.
  struct ApplicationState: Encodable, Sendable {
    var rings: RingDocument.Picture
    var macros: MacroList
    var log: [ConsoleLog.Line]
    var running: String?
  }

  /// The current state for a page.
  var state: ApplicationState {
    ApplicationState(
      rings: document.picture, macros: MacroList(macros: library.macros, problem: library.problem), log: log.lines,
      running: current.withLock { $0?.key })
  }
}
