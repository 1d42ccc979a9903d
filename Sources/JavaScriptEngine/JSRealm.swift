import CJavaScriptCore

/// One global object in a virtual machine: where scripts are evaluated and values are made.
///
/// The layer below everything in this package that touches JavaScript. Not `Sendable`: use it on the thread that runs
/// its machine's JavaScript, and nowhere else.
@safe package final class JSRealm {
  package let machine: JSMachine
  private let ref: JSGlobalContextRef
  private let termination: PendingTermination
  /// Whether ``ImmediateValues`` knows this engine.
  let readsBits: Bool
  var rejectionHandler: ((_ reason: JSLocal, _ promise: JSLocal) -> Void)?
  var timeLimit: AnyObject?

  /// Makes a context with a global object of its own.
  ///
  /// - Parameter readsBits: false asks the C API for every number, as with an engine that is not known.
  package init(machine: JSMachine, readsBits: Bool = true) {
    self.machine = machine
    termination = machine.group.termination
    termination.clear()
    unsafe ref = JSGlobalContextCreateInGroup(machine.group.ref, nil)
    self.readsBits = unsafe readsBits && JSRealm.readsBits(in: ref)
  }

  deinit {
    unsafe machine.releaseGarbage(in: unsafe context)
    unsafe JSGlobalContextRelease(ref)
  }

  /// The engine's context, for one call of its functions: ask for it each time.
  @inline(__always)
  var context: JSGlobalContextRef {
    termination.clear()
    return unsafe ref
  }

  package var global: JSLocal { unsafe JSLocal(JSContextGetGlobalObject(context)) }

  /// A name for the inspector and for debuggers.
  package func setName(_ name: String) {
    let text = JSText(name)
    unsafe JSGlobalContextSetName(context, text.ref)
  }

  // MARK: Running code

  /// Evaluates a script and returns its completion value; microtasks have been run when it returns.
  package func evaluate(_ source: String, url: String) throws(JSException) -> JSLocal {
    try evaluate(JSText(source), url: url)
  }

  /// Evaluates a script that many realms share; its text is made once.
  package func evaluate(_ script: JSText, url: String) throws(JSException) -> JSLocal {
    let sourceURL = JSText(url)
    return try unsafe run { exception in
      unsafe JSEvaluateScript(context, script.ref, nil, sourceURL.ref, 1, exception)
    }
  }

  /// Throws the `SyntaxError` that evaluating the script would throw.
  package func checkSyntax(_ source: String, url: String) throws(JSException) {
    let script = JSText(source)
    let sourceURL = JSText(url)
    _ = unsafe try run { exception in
      unsafe JSCheckScriptSyntax(context, script.ref, sourceURL.ref, 1, exception) ? JSValueMakeUndefined(context) : nil
    }
  }

  /// Runs the engine on the caller's behalf and turns its exception into a Swift error: the one place that does.
  func run(_ body: (UnsafeMutablePointer<JSValueRef?>) -> JSValueRef?) throws(JSException) -> JSLocal {
    var exception: JSValueRef?
    let result = unsafe body(&exception)
    if let exception = unsafe exception { throw unsafe JSException(thrown: JSLocal(unsafe exception), in: self) }
    guard let result = unsafe result else { throw JSException(terminatedIn: self) }
    return unsafe JSLocal(result)
  }

  /// Keeps several calls in one turn: promise reactions run once, when `body` has returned.
  package func batched<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let lock = unsafe EngineSymbols.lock, let unlock = unsafe EngineSymbols.unlock else { return try body() }
    unsafe lock(context)
    defer { unsafe unlock(context) }
    return try body()
  }

  // MARK: Keeping values

  /// Protects a value from the collector for as long as the handle lives.
  package func keep(_ local: JSLocal) -> JSHandle { JSHandle(local, in: self) }

  /// Gives values back to the collector whose handles went away on other threads.
  package func releaseGarbage() { unsafe machine.releaseGarbage(in: unsafe context) }

  /// Runs a full collection now.
  ///
  /// For tests and for idle moments.
  package func collectGarbage() {
    releaseGarbage()
    if let collect = unsafe EngineSymbols.collectSynchronously {
      unsafe collect(context)
    } else {
      unsafe JSGarbageCollect(context)
    }
  }

  /// A number that the engine tells about its heap; nil if it tells none of this name.
  package func heapStatistic(_ name: String) -> Int? {
    guard let look = unsafe EngineSymbols.memoryStatistics, let object = unsafe look(context) else { return nil }
    return (try? get(name, of: unsafe JSLocal(object))).flatMap { Int(exactly: number($0)) }
  }

  /// How many values of one of the engine's own kinds its heap holds; 0 if it does not say.
  package func heapCount(of kind: String) -> Int {
    guard let look = unsafe EngineSymbols.memoryStatistics, let object = unsafe look(context),
      let kinds = try? get("objectTypeCounts", of: unsafe JSLocal(object))
    else { return 0 }
    return (try? get(kind, of: kinds)).flatMap { Int(exactly: number($0)) } ?? 0
  }

  /// Calls `handler` with each promise that was rejected and left unhandled when microtasks had run.
  package func onUnhandledRejection(
    _ handler: @escaping (_ reason: JSLocal, _ promise: JSLocal) -> Void
  ) throws(JSException) {
    guard let set = unsafe EngineSymbols.setRejectionCallback else { return }
    let function = makeFunction(name: "unhandledRejection") { [unowned self] arguments in
      if arguments.count > 1 { self.rejectionHandler?(arguments[1], arguments[0]) }
      return nil
    }
    rejectionHandler = handler
    _ = unsafe try run { exception in
      unsafe set(context, function.ref, exception)
      return unsafe JSValueMakeUndefined(context)
    }
  }

  /// Gives up the handler of unhandled rejections, before the realm goes and its machine stays.
  ///
  /// The engine holds on to the handler, and by it to the whole realm for as long as the machine lives; and it takes
  /// nothing but another function in its place. So it is given one of a realm that outlives this one.
  package func handOverRejections(to standIn: JSHandle) {
    rejectionHandler = nil
    guard let set = unsafe EngineSymbols.setRejectionCallback else { return }
    var exception: JSValueRef?
    unsafe set(context, standIn.local.ref, &exception)
  }

  /// Forbids `eval` and `Function` made from text, with a message for who tries.
  package func forbidEval(message: String) {
    let text = JSText(message)
    if let set = unsafe EngineSymbols.setEvalEnabled { unsafe set(context, false, text.ref) }
  }
}
