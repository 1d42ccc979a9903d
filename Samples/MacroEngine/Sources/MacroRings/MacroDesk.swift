public import Causeway
import MacroEngine
import Synchronization

/// The program: three rings, four buttons, and the macros behind them.
///
/// Whoever shows it (a page, a terminal) sees the same.
public actor MacroDesk {
  /// The rings.
  public nonisolated let document = RingDocument()
  /// What pages may call and listen to: see ``MacroDesk/permissions``.
  public nonisolated let bridge: Bridge
  nonisolated let log = ConsoleLog()
  nonisolated let painter: Painter

  private let engine: MacroEngine
  private let runner: MacroRunner
  private var library: MacroLibrary
  private nonisolated let methods: [String: MacroMethod]
  /// Those that run or wait for their turn, by number.
  private var runs: [Int: Task<String?, any Error>] = [:]
  private var lastRun = 0
  /// The one whose turn it is.
  private nonisolated let current = Mutex<(number: Int, key: String)?>(nil)

  /// A desk with the macros of this store.
  ///
  /// - Parameters:
  ///   - timeLimit: how much processor time a macro may take at a stretch.
  ///   - patience: how long a macro may take in all, waiting included.
  public init(store: MacroStore, timeLimit: Duration = .seconds(1), patience: Duration = .seconds(10)) {
    let log = log
    bridge = Bridge()
    painter = Painter(document: document, log: log, bridge: bridge)
    engine = MacroEngine(timeLimit: timeLimit) { [painter] line in
      log.write(line.level, line.text)
      painter.paint()
    }
    runner = MacroRunner(engine: engine, patience: patience)
    let library = MacroLibrary(store: store)
    self.library = library
    let engine = engine
    methods = Dictionary(
      uniqueKeysWithValues: library.macros.map { macro in
        (macro.key, MacroMethod(javascript: macro.javascript, key: macro.key, engine: engine))
      })
    document.delegate = painter
    engine.addObject(document)
    engine.addFunction("pause") { (milliseconds: Double) async throws in
      // What is no number is no time, as in setTimeout().
      try await Task.sleep(for: .milliseconds(milliseconds > 0 ? min(milliseconds, 60_000) : 0))
    }
    offer(on: bridge)
  }

  // MARK: Macros

  /// The macros, in the order of their buttons.
  public var macros: [Macro] { library.macros }

  /// What is wrong with the file of macros, for a person to read; nil if nothing is.
  public var problem: String? { library.problem }

  /// Runs a macro when its turn has come; what it returned, as text.
  ///
  /// All that it changes is one step. If it fails, by a ``MacroError``, the rings are as before it.
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

  /// On the macros' thread: what changes from now on is the macro's.
  private nonisolated func began(_ number: Int, _ key: String) {
    current.withLock { $0 = (number, key) }
    log.begin(key)
    document.begin()
    // Macros call each other by their names. One that cannot be compiled says so when it is run itself.
    for other in methods.values { try? other.compile() }
    try? bridge.emit("macro.running", key)
  }

  private nonisolated func ended(_ result: Result<String?, MacroError>) {
    switch result {
    case .success(let text):
      document.keep()
      if let text { log.write("result", text) }
    case .failure(let error):
      document.takeBack()
      log.write("failure", error.message, line: error.line, column: error.column)
    }
    log.begin(nil)
    current.withLock { $0 = nil }
    try? bridge.emit("macro.running", String?.none)
    painter.paint()
  }

  /// Ends the macro that runs; false if none does.
  @discardableResult
  public func stop() -> Bool {
    guard let number = current.withLock({ $0?.number }), let task = runs[number] else { return false }
    task.cancel()
    return true
  }

  /// Gives a macro another source; refuses what cannot be compiled.
  public func edit(_ key: String, _ javascript: String, revision: Int) throws {
    if let error = MacroSyntax.shared.check(javascript) { throw DeskError.notCompiled(error) }
    try library.edit(key, javascript, revision: revision)
    changed(key)
  }

  /// Gives a macro the source that it came with.
  public func restore(_ key: String) throws {
    try library.restore(key)
    changed(key)
  }

  /// Gives a macro the source that it had before its latest change.
  public func undoEdit(_ key: String) throws {
    try library.undo(key)
    changed(key)
  }

  private func changed(_ key: String) {
    if let macro = try? library.macro(key) { methods[key]?.javascript = macro.javascript }
    try? bridge.emit("macros.changed", MacroList(macros: library.macros, problem: library.problem))
  }

  // MARK: Pages

  /// The macros, and what is wrong with their file.
  struct MacroList: Encodable, Sendable {
    var macros: [Macro]
    var problem: String?
  }

  /// All that a page shows.
  struct Whole: Encodable, Sendable {
    var rings: RingDocument.Picture
    var macros: MacroList
    var log: [ConsoleLog.Line]
    var running: String?
  }

  /// All that a page shows, as it is now.
  var whole: Whole {
    Whole(
      rings: document.picture, macros: MacroList(macros: library.macros, problem: library.problem), log: log.lines,
      running: current.withLock { $0?.key })
  }
}
