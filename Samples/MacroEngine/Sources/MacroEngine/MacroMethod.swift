public import JavaScriptCore
import Synchronization

/// One macro: a JavaScript function with a name, whose source may be changed.
public final class MacroMethod: Sendable {
  private struct State {
    var javascript: String
    var function: JSValue?
    var generation = 0
    /// Why the source cannot be compiled.
    var failure: MacroError?
  }

  /// The name by which other macros of its context call it.
  public let key: String
  /// The name of the context that it runs in.
  public let context: String
  private let engine: MacroEngine
  private let state: Mutex<State>

  /// A macro that is compiled when it is first called.
  public init(javascript: String, key: String, engine: MacroEngine, context: String = "main") {
    self.key = key
    self.context = context
    self.engine = engine
    state = Mutex(State(javascript: javascript))
  }

  /// The source, `function() { … }`; the next call compiles what was set.
  public var javascript: String {
    get { state.withLock { $0.javascript } }
    set {
      let old = state.withLock { state in
        guard state.javascript != newValue else { return JSValue?.none }
        defer { state = State(javascript: newValue) }
        return state.function
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Calls the macro with Swift values, converted.
  ///
  /// Throws a ``MacroError``: what is wrong with the source, what the macro threw, or that it ran longer than the engine's
  /// limit and was ended.
  @discardableResult
  public func call(_ arguments: Any...) throws(MacroError) -> JSValue { try call(with: arguments) }

  /// Compiles the macro if its source has changed, so that others can call it by its key.
  public func compile() throws(MacroError) { _ = try compiled() }

  func call(with arguments: [Any]) throws(MacroError) -> JSValue {
    let stops = engine.stops
    do throws(MacroError) {
      let function = try compiled()
      let context = function.context!
      context.exception = nil
      let result = function.call(withArguments: arguments)!
      if let exception = context.exception {
        context.exception = nil
        throw MacroError(exception, source: javascript)
      }
      // A macro that is ended in a promise reaction leaves no exception.
      if engine.stops != stops { throw MacroError.endless(engine.timeLimit) }
      return result
    } catch {
      throw engine.stops == stops ? error : MacroError.endless(engine.timeLimit)
    }
  }

  private func compiled() throws(MacroError) -> JSValue {
    let generation = engine.generation
    let (javascript, known, failure) = state.withLock { state in
      (state.javascript, state.generation == generation ? state.function : nil, state.failure)
    }
    if let failure { throw failure }
    if let known { return known }
    let compiled: Result<JSValue, MacroError>
    do throws(MacroError) {
      compiled = .success(try engine.setMethod(javascript, key: key, context: context))
    } catch {
      compiled = .failure(error)
    }
    state.withLock { state in
      guard state.javascript == javascript else { return }
      switch compiled {
      case .success(let function): (state.function, state.generation) = (function, generation)
      case .failure(let error): state.failure = error
      }
    }
    return try compiled.get()
  }
}
