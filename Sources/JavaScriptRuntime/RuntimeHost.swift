import CausewayCensus
import CausewayClock
package import JavaScriptEngine
import Synchronization

/// What lives on the JavaScript thread: the realm, its globals, its timers.
///
/// Made, used and released there only.
package final class RuntimeHost {
  package let realm: JSRealm
  private let thread: JavaScriptThread
  let configuration: RuntimeConfiguration
  private let clock: Timekeeper
  let watchdog: Watchdog?
  private(set) var globals: Globals?
  private var alarm: Alarm?
  private var isFireQueued = false
  private var isFiring = false
  /// What the alarm is set to when the timers of this turn have run.
  private var heldAlarm: Double?
  private var collector: IdleCollector?
  /// Nil for a runtime without a loader.
  private(set) var modules: ModuleHost?
  private lazy var own = Confined(self)
  private var active: ActivitySource = []
  private var idleWaiters: [CheckedContinuation<Void, Never>] = []
  private(set) var programs: [Int: RunningProgram] = [:]
  private var nextProgram = 0
  /// Why it was closed.
  private var end: JavaScriptError?
  /// Sources by URL, for the line that an error message shows.
  var sources = SourceCache()

  /// Something that keeps a program alive.
  package struct ActivitySource: OptionSet {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let timers = ActivitySource(rawValue: 1)
    package static let calls = ActivitySource(rawValue: 2)
    /// Modules that are being loaded.
    static let modules = ActivitySource(rawValue: 4)
  }

  struct Globals {
    let fire, inspect, describe, rejected, uncaught, complete, stack, timers, platform, then, modules: JSHandle
  }

  init(
    machine: JSMachine, thread: JavaScriptThread, configuration: RuntimeConfiguration, watchdog: Watchdog?,
    onStop: @escaping @Sendable () -> Void
  ) throws(JavaScriptError) {
    self.thread = thread
    self.configuration = configuration
    clock = Timekeeper(configuration.clock)
    realm = JSRealm(machine: machine)
    realm.setName(configuration.name)
    self.watchdog = watchdog
    do throws(JSError) {
      globals = try installGlobals()
      modules = try makeModules()
      try realm.onUnhandledRejection { [own] reason, promise in own.value?.rejected(reason, of: promise) }
    } catch {
      own.clear()
      throw JavaScriptError(
        code: .thrown, operation: "start", message: "The runtime's own globals did not load: \(error)")
    }
    if !configuration.allowsEval { realm.forbidEval(message: "Making code from text is turned off here.") }
    watchdog?.arm(realm, onStop: onStop)
    collector = IdleCollector(thread: thread) { [unowned realm] in realm.collectGarbage() }
  }

  // MARK: Entering

  /// Runs native code that may enter JavaScript; throws also when the engine stopped a script of it.
  package func enter<Value>(_ operation: String, _ body: (JSRealm) throws(JSError) -> Value) throws(JavaScriptError)
    -> Value
  {
    // What a stopped script left undone makes its context useless: nothing more is run there.
    try requireRunning(operation)
    realm.releaseGarbage()
    collector?.noteWork()
    let value: Value
    do throws(JSError) {
      value = try body(realm)
    } catch {
      throw failure(error, operation: operation)
    }
    try requireRunning(operation)
    return value
  }

  /// The engine returns from a call whose promise reactions it stopped as if nothing had happened.
  private func requireRunning(_ operation: String) throws(JavaScriptError) {
    if let watchdog, watchdog.hasFired { throw stopped(operation) }
  }

  func stopped(_ operation: String) -> JavaScriptError {
    watchdog?.error(operation)
      ?? JavaScriptError(code: .timeLimit, operation: operation, message: "The engine stopped the script.")
  }

  /// Evaluates a classic script in the global scope.
  func evaluate(_ source: String, url: String) throws(JavaScriptError) {
    sources.add(source, url: url)
    _ = try enter("evaluate \(url)") { (realm) throws(JSError) in
      try realm.evaluate(withImports(source, url: url), url: url)
    }
  }

  /// Evaluates a classic script and follows its value: the value of the promise, if it is one.
  func evaluate(
    _ source: String, url: String, onValue: @escaping (JSLocal) -> Void
  ) throws(JavaScriptError) -> RunningProgram {
    sources.add(source, url: url)
    return try follow(operation: "evaluate \(url)", onValue: onValue) { (realm) throws(JSError) in
      try realm.evaluate(withImports(source, url: url), url: url)
    }
  }

  // MARK: Programs

  /// Starts a program that may use `await` at its top level.
  func start(_ source: String, url: String) throws(JavaScriptError) -> RunningProgram {
    sources.add(source, url: url, prefixLength: Program.prefix.utf16.count)
    return try follow(operation: "run \(url)") { (realm) throws(JSError) in
      try realm.call(try realm.evaluate(withImports(Program(source).wrapped, url: url), url: url))
    }
  }

  /// Makes a value and follows it until it settles, if it is a promise.
  ///
  /// Both in one turn, so that a promise which is rejected from the beginning counts as handled.
  func follow(
    operation: String, onValue: @escaping (JSLocal) -> Void = { _ in }, _ make: (JSRealm) throws(JSError) -> JSLocal
  ) throws(JavaScriptError) -> RunningProgram {
    let program = try realm.batched { () throws(JavaScriptError) in
      let value = try enter(operation) { (realm) throws(JSError) in realm.keep(try make(realm)) }
      return try observe(value, operation: operation, onValue: onValue)
    }
    // Its promise reactions have run now, and not before.
    try requireRunning(operation)
    return program
  }

  private func observe(
    _ value: JSHandle, operation: String, onValue: @escaping (JSLocal) -> Void
  ) throws(JavaScriptError) -> RunningProgram {
    guard let then = globals?.then else { throw closeReason }
    let id = nextProgram
    nextProgram += 1
    let program = RunningProgram(operation: operation, onValue: onValue) { [own] in own.value?.ended(id) }
    // Nothing else can be a promise, and the first of those takes the engine a quarter of a millisecond.
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
      _ = try enter(operation) { (realm) throws(JSError) in
        try realm.call(then.local, value.local, fulfilled, rejected)
      }
    } catch {
      // A promise whose constructor cannot be read: nobody will hear of its end.
      programs[id] = nil
      throw error
    }
    return program
  }

  /// Names the runtime, for a person.
  package var name: String { configuration.name }
  /// Tells the stack of the script that runs.
  var stackFunction: JSHandle? { globals?.stack }
  /// Tells the timers that are set.
  var timersFunction: JSHandle? { globals?.timers }
  /// Timers and signals for the script of a module above, whatever user code has made of the globals; nil when closed.
  package var platform: JSHandle? { globals?.platform }

  private func ended(_ id: Int) {
    if let program = programs.removeValue(forKey: id), program.hasFailed { resumeIdleWaiters() }
  }

  // MARK: Staying alive

  /// Whether no timer is set and no call is pending.
  var isIdle: Bool { active.isEmpty }

  package func setActive(_ source: ActivitySource, _ isActive: Bool) {
    if isActive {
      active.insert(source)
    } else if active.remove(source) != nil, active.isEmpty {
      // Reactions to what ended may start something new: look again when this turn is over.
      thread.perform { [host = own] in
        if let host = host.value, host.isIdle { host.resumeIdleWaiters() }
      }
    }
  }

  /// Suspends until the host may have become idle, a program failed, the runtime closed or the task was cancelled.
  func nextIdleMoment(unless program: RunningProgram? = nil, isolation: isolated (any Actor)) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { continuation in
        // Asked again here: between the caller's question and this line other work of this thread may have run.
        let isDone = isIdle || program?.hasFailed == true || Task.isCancelled
        if isDone { continuation.resume() } else { idleWaiters.append(continuation) }
      }
    } onCancel: { [thread, own] in
      thread.perform { own.value?.resumeIdleWaiters() }
    }
  }

  private func resumeIdleWaiters() {
    let waiters = idleWaiters
    idleWaiters = []
    for waiter in waiters { waiter.resume() }
  }

  // MARK: Life

  /// Evaluates the first part of a script, and each other one when JavaScript first needs it.
  ///
  /// - Returns: what the script's entry exports.
  package func load(_ script: DeferredScript) throws(JSError) -> JSLocal {
    let evaluate = realm.makeFunction(name: "evaluate") { [own] arguments throws(JSThrow) in
      guard let realm = own.value?.realm, let number = Int(exactly: realm.number(arguments[0])) else { return nil }
      do throws(JSError) {
        return try script.evaluate(part: number, in: realm)
      } catch {
        // Without a value the engine has stopped everything, and what this returns is seen by nobody.
        if let value = error.value { throw JSThrow(value.local) }
        return nil
      }
    }
    return try realm.call(try script.evaluate(part: 0, in: realm), evaluate)
  }

  private func makeModules() throws(JSError) -> ModuleHost? {
    guard let modules = configuration.modules, let globals else { return nil }
    return try ModuleHost(modules, host: self, thread: thread, connect: globals.modules)
  }

  /// Work for the thread that ends a program as `failure` says, if the host still lives.
  func ending(
    _ program: RunningProgram, with failure: @escaping @Sendable (RuntimeHost) -> JavaScriptError
  ) -> @Sendable () -> Void {
    { [thread, own] in
      thread.perform { if let host = own.value { program.finish(.failure(failure(host))) } }
    }
  }

  private func installGlobals() throws(JSError) -> Globals {
    let install = try load(RuntimeGlobals.script)
    let host = realm.makeObject()
    define(in: host)
    let made = try realm.call(install, host)
    func function(_ name: String) throws(JSError) -> JSHandle { realm.keep(try realm.get(name, of: made)) }
    return Globals(
      fire: try function("fire"), inspect: try function("inspect"), describe: try function("describe"),
      rejected: try function("rejected"), uncaught: try function("uncaught"), complete: try function("complete"),
      stack: try function("stack"), timers: try function("timers"),
      platform: try function("platform"), then: try function("then"), modules: try function("modules"))
  }

  /// The functions that the globals stand on.
  private func define(in host: JSLocal) {
    func function(_ name: String, _ body: @escaping JSNativeBody) {
      realm.define(name, as: realm.makeFunction(name: name, body), in: host)
    }
    // After a reload the engine may still end a promise of its own in the old context, whose functions find nobody.
    function("now") { [clock, own] _ in own.value?.realm.make(Double(clock.now.nanoseconds) / 1_000_000) }
    let origin = clock.stepped?.millisecondsSinceEpoch ?? WallClock.millisecondsSinceEpoch
    realm.define("timeOrigin", as: realm.make(origin), in: host)
    realm.define("movesDate", as: realm.make(clock.stepped != nil), in: host)
    realm.define("remembersPlaces", as: realm.make(Census.current != nil), in: host)
    realm.define("page", as: realm.make(configuration.isPage), in: host)
    realm.define("colors", as: realm.make(configuration.colors), in: host)
    function("setAlarm") { [own] arguments in
      if let host = own.value { host.setAlarm(milliseconds: host.realm.number(arguments[0])) }
      return nil
    }
    function("setActive") { [own] arguments in
      if let host = own.value { host.setActive(.timers, host.realm.number(arguments[0]) > 0) }
      return nil
    }
    function("random") { [own] arguments in
      guard let realm = own.value?.realm, let count = Int(exactly: realm.number(arguments[0])) else { return nil }
      return realm.make(RandomText(count: count).text)
    }
    function("print") { [own] arguments in
      guard let host = own.value, let text = host.realm.text(arguments[1])?.string else { return nil }
      let level = host.realm.text(arguments[0]).flatMap { ConsoleLevel(rawValue: $0.string) } ?? .log
      host.configuration.console.print(text, level: level)
      return nil
    }
    defineLooks(in: host, own: own)
    function("report") { [own] arguments in
      guard let host = own.value else { return nil }
      let kind = host.realm.text(arguments[1]).flatMap { UncaughtKind(rawValue: $0.string) } ?? .exception
      host.report(arguments[0], kind: kind)
      return nil
    }
  }

  private func setAlarm(milliseconds: Double) {
    // Each timer that fires sets the alarm for the next one: only the last of these counts.
    guard !isFiring else {
      heldAlarm = milliseconds
      return
    }
    guard milliseconds >= 0 else {
      alarm?.set(.never)
      return
    }
    if alarm == nil {
      alarm = Alarm(clock: clock, name: "the timers of runtime \(configuration.name)") { [thread, host = own] in
        thread.perform { host.value?.fireTimers() }
      }
    }
    // Rounded up: an alarm that rings a fraction early would find nothing due and ring again, on a clock that stands
    // still for ever. JavaScript's time is the quotient, which may be less than what was multiplied.
    var nanoseconds = (milliseconds * 1_000_000).rounded(.up)
    if nanoseconds / 1_000_000 < milliseconds { nanoseconds = nanoseconds.nextUp.rounded(.up) }
    alarm?.set(nanoseconds < 9.2e18 ? Moment(nanoseconds: Int64(nanoseconds)) : .never)
  }

  /// How many timers run in one turn of the thread, and for how many nanoseconds: other work runs between two turns.
  private static let mostTimersInTurn = 64
  private static let longestTurnOfTimers: UInt64 = 1_000_000

  /// Runs timers that are due, each with its microtasks, and queues one more turn if more are due.
  private func fireTimers(wasQueued: Bool = false) {
    guard wasQueued || !isFireQueued else { return }
    isFireQueued = true
    isFiring = true
    var isDue = true
    var count = 0
    repeat {
      guard let fire = globals?.fire else { break }
      isDue = (try? enter("timer") { (realm) throws(JSError) in realm.boolean(try realm.call(fire.local)) }) == true
      count += 1
    } while isDue && count < RuntimeHost.mostTimersInTurn && thread.nanosecondsInTurn < RuntimeHost.longestTurnOfTimers
    isFiring = false
    isFireQueued = isDue
    if isDue {
      thread.perform { [host = own] in host.value?.fireTimers(wasQueued: true) }
    } else if let due = heldAlarm {
      setAlarm(milliseconds: due)
    }
    heldAlarm = nil
  }

  /// Why the runtime ended, or would if it ended now.
  var closeReason: JavaScriptError {
    end ?? (watchdog?.hasFired == true ? stopped("run") : .closed)
  }

  /// Fails whoever waits and lets go of the globals.
  func close(_ reason: JavaScriptError) {
    end = reason
    alarm = nil
    collector?.stop()
    collector = nil
    globals = nil
    modules?.close()
    modules = nil
    active = []
    for program in Array(programs.values) { program.finish(.failure(reason)) }
    resumeIdleWaiters()
    own.clear()
  }
}
