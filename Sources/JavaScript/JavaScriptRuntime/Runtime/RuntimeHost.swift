import CausewayConcurrency
package import JavaScriptEngine
import JavaScriptSyntax
import Synchronization

/// A JavaScript context with its globals, timers and running programs.
///
/// It is made, used and released on the JavaScript thread only.
package final class RuntimeHost {
  package let realm: JSRealm
  let thread: JavaScriptThread
  /// The workers that its scripts start.
  let workers: WorkerGroup
  let configuration: RuntimeConfiguration
  private let clock: AnyClock
  let watchdog: Watchdog?
  let programExit: ProgramExit
  /// Whether the program ends when this turn is over.
  var isEnding = false
  /// Nil for a context that no debugger inspects.
  package private(set) var inspected: InspectedContext?
  private var onStop: @Sendable () -> Void = {}
  private(set) var globals: Globals?
  /// Nil until the globals are loaded.
  private var builtIns: JSHandle?
  private var timer: DeadlineTimer?
  private var isFireQueued = false
  private var isFiring = false
  /// The due time that the timer is set to when this turn's timers have run.
  var deferredDueTime: Double?
  /// The bytes of texts that are converted; nil until the first one.
  var textBytes: SharedBytes?
  /// The number of values that the host protects on first use.
  var ownProtectedObjects: Int { textBytes == nil ? 0 : 1 }
  private var collector: IdleCollector?
  /// Nil without a module loader, and until ``connectModules()`` is called.
  private(set) var modules: ModuleHost?
  /// Nil for a runtime without extensions.
  package private(set) var extensions: RuntimeExtensions?
  lazy var confinedSelf = ThreadConfined(self)
  var active: ActivitySource = []
  /// Whether a look at the activity waits for its turn of the thread.
  var checksIdle = false
  /// Called when a task waits for the end of the program and only calls and streams keep it alive: those streams may have no
  /// waiting reader.
  package var onlyCallsAreLeft: (() -> Void)?
  var idleWaiters: [Deferred<Void>] = []
  /// The open resources of what other modules attached, for leak checks.
  var attachedResources: () -> [OpenResource] = { [] }
  private(set) var programs: [Int: RunningProgram] = [:]
  private var nextProgram = 0
  /// The reason of its end; nil while it is open.
  private var end: JavaScriptError?
  /// Sources by URL, for the source lines in error reports.
  var sources = SourceCache()

  init(
    machine: JSMachine, thread: JavaScriptThread, configuration: RuntimeConfiguration, workers: WorkerGroup,
    watchdog: Watchdog?, programExit: ProgramExit, onStop: @escaping @Sendable () -> Void
  ) throws(JavaScriptError) {
    self.thread = thread
    self.workers = workers
    self.configuration = configuration
    let clock: any Clock<Duration> = configuration.clock ?? ContinuousClock()
    self.clock = AnyClock(clock)
    realm = JSRealm(machine: machine)
    realm.setName(configuration.name)
    self.watchdog = watchdog
    self.programExit = programExit
    if !EngineSyntax.isKnown {
      EngineSyntax.parsesUsing = (try? realm.evaluate(EngineSyntax.probe, url: "causeway:syntax")) != nil
    }
    do throws(JSException) {
      globals = try installGlobals()
      try realm.onUnhandledRejection { [confinedSelf] reason, promise in
        confinedSelf.value?.rejected(reason, of: promise, confinedHost: confinedSelf)
      }
    } catch {
      confinedSelf.clear()
      throw JavaScriptError(
        code: .thrown, operation: "start", message: "The runtime's globals did not load: \(error)")
    }
    if !configuration.allowsEval {
      realm.forbidEval(message: "Compiling code from strings is disabled in this runtime.")
    }
    self.onStop = onStop
    inspected = configuration.inspection?.makeContext(configuration.name, on: thread)
    watchdog?.arm(realm, inspected: inspected, onStop: onStop)
    if let inspected {
      sources.onPrefix = { inspected.setPrefixLength($0, of: $1) }
      realm.setName(inspected.engineName)
      realm.makeInspectable()
      inspected.begin()
    }
    collector = IdleCollector(thread: thread) { [unowned realm] in realm.collectGarbage() }
  }

  // MARK: Entering

  /// Runs native code that may enter JavaScript; also throws if the engine stopped the script.
  package func enter<Value>(_ operation: String, _ body: (JSRealm) throws(JSException) -> Value) throws(JavaScriptError)
    -> Value
  {
    // A context in which a script was stopped is in an undefined state, so no code runs in it any more.
    try requireRunning(operation)
    realm.unprotectReleasedValues()
    collector?.recordWork()
    if watchdog?.exceedsHeap({ realm.heapStatistic("heapSize") }) == true {
      onStop()
      throw stopped(operation)
    }
    let value: Value
    do throws(JSException) {
      value = try body(realm)
    } catch {
      throw failure(error, operation: operation)
    }
    try requireRunning(operation)
    return value
  }

  /// Needed because the engine returns normally from a call whose promise reactions it stopped.
  private func requireRunning(_ operation: String) throws(JavaScriptError) {
    if isStopped { throw stopped(operation) }
  }

  /// Evaluates a classic script in the global scope.
  func evaluate(_ source: String, url: String) throws(JavaScriptError) {
    sources.add(source, url: url)
    inspected?.willRun(source, url: url)
    _ = try enter("evaluate \(url)") { (realm) throws(JSException) in
      try realm.batched { () throws(JSException) in try realm.evaluate(try scriptText(source, url: url), url: url) }
    }
  }

  /// Evaluates a classic script and follows its value: if it is a promise, until the promise settles.
  func evaluate(
    _ source: String, url: String, onValue: @escaping (JSLocal) -> Void
  ) throws(JavaScriptError) -> RunningProgram {
    sources.add(source, url: url)
    inspected?.willRun(source, url: url)
    return try follow(operation: "evaluate \(url)", onValue: onValue) { (realm) throws(JSException) in
      try realm.evaluate(try scriptText(source, url: url), url: url)
    }
  }

  // MARK: Programs

  /// Starts a program, which may use top-level `await`.
  func start(_ source: String, url: String) throws(JavaScriptError) -> RunningProgram {
    sources.add(source, url: url, prefixLength: Program.prefix.utf16.count)
    inspected?.willRun(source, url: url)
    return try follow(operation: "run \(url)") { (realm) throws(JSException) in
      let program = Program(source)
      try realm.check(program.source, as: .program, url: url, prefixLength: Program.prefix.utf16.count)
      return try realm.call(try realm.evaluate(parsed: JSText(try rewritten(program.wrapped, url: url)), url: url))
    }
  }

  /// Makes a value and, if it is a promise, follows it until it settles.
  ///
  /// Both happen in one batch, so that a promise which is already rejected counts as handled.
  func follow(
    operation: String, onValue: @escaping (JSLocal) -> Void = { _ in }, _ make: (JSRealm) throws(JSException) -> JSLocal
  ) throws(JavaScriptError) -> RunningProgram {
    let program = try realm.batched { () throws(JavaScriptError) in
      let value = try enter(operation) { (realm) throws(JSException) in realm.keep(try make(realm)) }
      return try observe(value, operation: operation, onValue: onValue)
    }
    // Promise reactions run at the end of the batch.
    try requireRunning(operation)
    return program
  }

  private func observe(
    _ value: JSHandle, operation: String, onValue: @escaping (JSLocal) -> Void
  ) throws(JavaScriptError) -> RunningProgram {
    guard let then = globals?.then else { throw closeReason }
    let id = nextProgram
    nextProgram += 1
    let program = RunningProgram(operation: operation, onValue: onValue) { [confinedSelf] in
      confinedSelf.value?.programEnded(id)
    }
    // Only objects can be promises, and following the first promise takes the engine a quarter of a millisecond.
    guard realm.kind(of: value.local) == .object else {
      program.fulfil(value.local)
      return program
    }
    programs[id] = program
    let fulfilled = realm.makeFunction(name: "fulfilled") { [weak program] arguments in
      program?.fulfil(arguments[0])
      return nil
    }
    let rejected = realm.makeFunction(name: "rejected") { [weak self, weak program] arguments in
      if let self { program?.finish(.failure(self.failure(thrown: arguments[0], operation: operation))) }
      return nil
    }
    do throws(JavaScriptError) {
      _ = try enter(operation) { (realm) throws(JSException) in
        try realm.call(then.local, value.local, fulfilled, rejected)
      }
    } catch {
      // The promise's constructor cannot be read, so no reaction will ever run.
      programs[id] = nil
      throw error
    }
    return program
  }

  /// The runtime's name, for messages.
  package var name: String { configuration.name }
  /// The function that returns the stack of the running script.
  var stackFunction: JSHandle? { globals?.stack }
  /// The function that returns the timers that are set.
  var timersFunction: JSHandle? { globals?.timers }
  /// Timers and abort signals for scripts of other modules, independent of changes that user code made to the globals.
  ///
  /// Nil if the host is closed.
  package var platform: JSHandle? { globals?.platform }

  private func programEnded(_ id: Int) {
    guard let program = programs.removeValue(forKey: id), program.hasFailed else { return }
    // The error is thrown where the host waits for the program.
    if configuration.endsAtUncaught { isEnding = true }
    resumeIdleWaiters()
  }

  // MARK: Life

  /// Evaluates the first part of a script immediately, and each other part when JavaScript first uses it.
  ///
  /// - Returns: the exports of the script's entry module.
  package func load(_ script: DeferredScript) throws(JSException) -> JSLocal {
    let evaluate = realm.makeFunction(name: "evaluate") { [confinedSelf] arguments throws(JSThrow) in
      guard let realm = confinedSelf.value?.realm, let number = Int(exactly: realm.number(arguments[0])) else {
        return nil
      }
      do throws(JSException) {
        return try script.evaluate(part: number, in: realm)
      } catch {
        // An error without a value means that the engine has stopped the script, so no code receives this result.
        if let value = error.value { throw JSThrow(value.local) }
        return nil
      }
    }
    let known: JSHandle
    if let builtIns { known = builtIns } else { known = realm.keep(try BuiltIns.read(in: realm)) }
    builtIns = known
    return try realm.call(try script.evaluate(part: 0, in: realm), evaluate, known.local)
  }

  /// The modules of the context, which are made for the first import; nil without a loader.
  func connectModules() throws(JSException) -> ModuleHost? {
    if modules == nil, var configuration = configuration.modules, let globals {
      if !self.configuration.allowsEval { configuration.allowsDataURLs = false }
      modules = try ModuleHost(configuration, host: self, thread: thread, connect: globals.modules)
    }
    return modules
  }

  private func installGlobals() throws(JSException) -> Globals {
    let install = try load(RuntimeGlobals.script)
    let host = realm.makeObject()
    define(in: host)
    let made = try realm.call(install, host)
    func function(_ name: String) throws(JSException) -> JSHandle { realm.keep(try realm.get(name, of: made)) }
    return Globals(
      fire: try function("fire"), inspect: try function("inspect"), describe: try function("describe"),
      rejected: try function("rejected"), handled: try function("handled"), uncaught: try function("uncaught"),
      complete: try function("complete"),
      stack: try function("stack"), timers: try function("timers"),
      platform: try function("platform"), then: try function("then"), modules: try function("modules"))
  }

  /// Defines the native functions that the globals call.
  private func define(in host: JSLocal) {
    func function(_ name: String, _ body: @escaping JSNativeBody) {
      realm.define(name, as: realm.makeFunction(name: name, body), in: host)
    }
    // After a reload the engine may still settle one of its promises in the old context, when the host is gone.
    function("now") { [confinedSelf] _ in confinedSelf.value.map { $0.realm.make($0.milliseconds) } }
    let origin = clock.manualClock?.millisecondsSinceEpoch ?? WallClock.millisecondsSinceEpoch
    realm.define("timeOrigin", as: realm.make(origin), in: host)
    realm.define("movesDate", as: realm.make(clock.manualClock != nil), in: host)
    if let locale = configuration.locale { realm.define("locale", as: realm.make(locale), in: host) }
    realm.define("remembersPlaces", as: realm.make(ResourceTracker.current != nil), in: host)
    realm.define("page", as: realm.make(configuration.isPage), in: host)
    realm.define("colors", as: realm.make(configuration.colors), in: host)
    function("setAlarm") { [confinedSelf] arguments in
      if let host = confinedSelf.value { host.setTimer(milliseconds: host.realm.number(arguments[0])) }
      return nil
    }
    function("setActive") { [confinedSelf] arguments in
      if let host = confinedSelf.value { host.setActive(.timers, host.realm.number(arguments[0]) > 0) }
      return nil
    }
    defineIntrospection(in: host, confinedHost: confinedSelf)
    defineText(in: host, confinedHost: confinedSelf)
    realm.define("worker", as: realm.make(configuration.workerScope != nil), in: host)
    let list = configuration.allExtensions
    if !list.isEmpty {
      let extensions = RuntimeExtensions(list, host: self, thread: thread, clock: clock.manualClock)
      self.extensions = extensions
      realm.define("extensions", as: extensions.makeNative(), in: host)
    }
  }

  /// The time by the runtime's clock, for scripts.
  private var milliseconds: Double { Double(clock.now.nanoseconds) / 1_000_000 }

  private func setTimer(milliseconds: Double) {
    // Each timer that fires sets the due time of the next one; only the last setting counts.
    guard !isFiring else {
      deferredDueTime = milliseconds
      return
    }
    guard milliseconds >= 0 else {
      timer?.set(.never)
      return
    }
    if timer == nil {
      timer = DeadlineTimer(clock: clock, name: "the timers of runtime \(configuration.name)") {
        [thread, host = confinedSelf] in
        thread.perform { host.value?.fireTimers() }
      }
    }
    // Rounded up: a timer that fires a fraction early would find no due timer and be set again, for ever on a clock
    // that does not advance by itself. JavaScript computes its time by division, which may give less than the
    // multiplied value.
    var nanoseconds = (milliseconds * 1_000_000).rounded(.up)
    if nanoseconds / 1_000_000 < milliseconds { nanoseconds = nanoseconds.nextUp.rounded(.up) }
    timer?.set(nanoseconds < 9.2e18 ? Instant(nanoseconds: Int64(nanoseconds)) : .never)
  }

  /// Runs due timers, each with its microtasks, and queues another turn if more are due.
  private func fireTimers(wasQueued: Bool = false) {
    guard wasQueued || !isFireQueued, !isEnding else { return }
    isFireQueued = true
    isFiring = true
    let due = (try? enter("timer") { (realm) -> Double in fireTimers(due: milliseconds, in: realm) }) ?? -1
    isFiring = false
    deferredDueTime = nil
    isFireQueued = due >= 0 && due <= milliseconds
    if isFireQueued {
      thread.perform { [host = confinedSelf] in host.value?.fireTimers(wasQueued: true) }
    } else {
      setTimer(milliseconds: due)
    }
  }

  /// The reason of the host's end; the reason it would have now, if it is still open.
  var closeReason: JavaScriptError {
    end ?? (isStopped ? stopped("run") : .closed)
  }

  /// Fails all pending programs and releases the globals.
  func close(_ reason: JavaScriptError) {
    end = reason
    timer = nil
    collector?.stop()
    collector = nil
    globals = nil
    builtIns = nil
    textBytes = nil
    modules?.close()
    modules = nil
    extensions?.close()
    extensions = nil
    active = []
    finishPrograms(reason)
    inspected?.end()
    confinedSelf.clear()
  }
}
