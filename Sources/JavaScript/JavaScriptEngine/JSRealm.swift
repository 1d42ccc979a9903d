import CJavaScriptCore
package import JavaScriptSyntax

/// A global object in a virtual machine, in which scripts are evaluated and values are made.
///
/// All JavaScript code of this package is built on it. It is not `Sendable`: use it only on the thread that runs its
/// virtual machine.
@safe package final class JSRealm {
  package let machine: JSMachine
  private let ref: JSGlobalContextRef
  private let termination: PendingTermination
  /// Whether the engine uses the encoding of ``ImmediateValues``.
  let readsBits: Bool
  var rejectionHandler: ((_ reason: JSLocal, _ promise: JSLocal) -> Void)?
  var timeLimit: AnyObject?
  var isInspectable = false

  /// Makes a context with a new global object.
  ///
  /// - Parameter readsBits: whether numbers are decoded from the bits of values; otherwise they are read through the C
  ///   API, as with an unknown engine.
  package init(machine: JSMachine, readsBits: Bool = true) {
    self.machine = machine
    termination = machine.group.termination
    termination.clear()
    unsafe ref = JSGlobalContextCreateInGroup(machine.group.ref, nil)
    if !EngineInspector.isOffByDefault { unsafe JSGlobalContextSetInspectable(ref, false) }
    self.readsBits = unsafe readsBits && JSRealm.readsBits(in: ref)
  }

  deinit {
    unsafe machine.unprotectReleasedValues(in: unsafe context)
    if isInspectable { unsafe EngineInspector.set(ref, isInspectable: false) }
    unsafe JSGlobalContextRelease(ref)
  }

  /// The engine's context, after clearing a pending termination.
  ///
  /// Read it anew for each call of an engine function.
  @inline(__always)
  var context: JSGlobalContextRef {
    termination.clear()
    return unsafe ref
  }

  package var global: JSLocal { unsafe JSLocal(JSContextGetGlobalObject(context)) }

  /// Sets the name that the inspector and debuggers show.
  package func setName(_ name: String) {
    let text = JSText(name)
    unsafe JSGlobalContextSetName(context, text.ref)
  }

  // MARK: Running code

  /// Evaluates a script and returns its completion value; microtasks have run when it returns.
  ///
  /// The `SyntaxError` of a script has a message of `JavaScriptSyntax`, and a column.
  package func evaluate(_ source: String, url: String) throws(JSException) -> JSLocal {
    let script = JSText(source)
    if EngineParser.hasManyBrackets(script) { try check(source, url: url) }
    do throws(JSException) {
      return try evaluate(parsed: script, url: url)
    } catch {
      // Of the text, or thrown by the script.
      if error.name == "SyntaxError" { try check(source, url: url) }
      throw error
    }
  }

  /// Throws the `SyntaxError` of a text.
  ///
  /// - Parameter prefixLength: how many UTF-16 units the engine's script has before the text.
  package func check(
    _ source: String, as kind: ScriptText.Kind = .script, url: String, prefixLength: Int = 0
  ) throws(JSException) {
    guard var error = ScriptSyntax.error(in: Array(source.utf8), kind: kind) else { return }
    if error.line == 1 { error.column += prefixLength }
    let sourceURL = JSText(url)
    do throws(JSException) {
      _ = try unsafe run { exception in
        unsafe EngineParser.fail(error, url: sourceURL, in: context, exception)
        return nil
      }
    } catch {
      var thrown = error
      thrown.isFromParser = !error.isTermination
      throw thrown
    }
  }

  /// Evaluates a script that is known to have no syntax error: one of ours, or one that was parsed.
  package func evaluate(parsed script: JSText, url: String) throws(JSException) -> JSLocal {
    let sourceURL = JSText(url)
    return try unsafe run { exception in
      unsafe JSEvaluateScript(context, script.ref, nil, sourceURL.ref, 1, exception)
    }
  }

  /// Calls the engine and converts its exception to a Swift error.
  ///
  /// No other function does that.
  func run(_ body: (UnsafeMutablePointer<JSValueRef?>) -> JSValueRef?) throws(JSException) -> JSLocal {
    var exception: JSValueRef?
    let result = unsafe body(&exception)
    if let exception = unsafe exception { throw unsafe JSException(thrown: JSLocal(unsafe exception), in: self) }
    guard let result = unsafe result else { throw JSException(terminatedIn: self) }
    return unsafe JSLocal(result)
  }

  /// Runs several calls as one batch: promise reactions run once, after `body` has returned.
  package func batched<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let lock = unsafe EngineSymbols.lock, let unlock = unsafe EngineSymbols.unlock else { return try body() }
    unsafe lock(context)
    defer { unsafe unlock(context) }
    return try body()
  }

  // MARK: Keeping values

  /// Protects a value from collection as long as the handle exists.
  package func keep(_ local: JSLocal) -> JSHandle { JSHandle(local, in: self) }

  /// Unprotects the values whose handles were released on other threads.
  package func unprotectReleasedValues() { unsafe machine.unprotectReleasedValues(in: unsafe context) }

  /// Runs a full garbage collection.
  ///
  /// For tests and idle periods, because it takes milliseconds.
  package func collectGarbage() {
    unprotectReleasedValues()
    if let collect = unsafe EngineSymbols.collectSynchronously {
      unsafe collect(context)
    } else {
      unsafe JSGarbageCollect(context)
    }
  }

  /// A number from the engine's heap statistics; nil if there is none with this name.
  package func heapStatistic(_ name: String) -> Int? {
    guard let statistics = unsafe EngineSymbols.memoryStatistics, let object = unsafe statistics(context) else {
      return nil
    }
    return (try? get(name, of: unsafe JSLocal(object))).flatMap { Int(exactly: number($0)) }
  }

  /// The number of heap values of one of the engine's internal types; 0 if unknown.
  package func heapCount(of kind: String) -> Int {
    guard let statistics = unsafe EngineSymbols.memoryStatistics, let object = unsafe statistics(context),
      let kinds = try? get("objectTypeCounts", of: unsafe JSLocal(object))
    else { return 0 }
    return (try? get(kind, of: kinds)).flatMap { Int(exactly: number($0)) } ?? 0
  }

  /// Calls `handler` with each promise that is rejected and still unhandled after microtasks have run.
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

  /// Whether a promise that ``onUnhandledRejection(_:)`` reported has a reaction by now.
  package func isHandled(_ promise: JSLocal) -> Bool {
    guard let isHandled = unsafe EngineSymbols.promiseIsHandled, let machine = unsafe JSContextGetGroup(ref) else {
      return false
    }
    // The value of an object is the address of its cell.
    return unsafe isHandled(promise.ref, machine)
  }

  /// Replaces the handler of unhandled rejections before the realm is destroyed.
  ///
  /// The engine retains the handler, and with it the whole realm, as long as the virtual machine exists, and accepts
  /// only another function as replacement. So it is replaced by a function of a realm that outlives this one.
  package func redirectRejections(to replacement: JSHandle) {
    rejectionHandler = nil
    guard let set = unsafe EngineSymbols.setRejectionCallback else { return }
    var exception: JSValueRef?
    unsafe set(context, replacement.local.ref, &exception)
  }

  /// Disables `eval` and `Function` with source text; an attempt to use them throws an error with this message.
  package func forbidEval(message: String) {
    let text = JSText(message)
    if let set = unsafe EngineSymbols.setEvalEnabled { unsafe set(context, false, text.ref) }
  }
}
