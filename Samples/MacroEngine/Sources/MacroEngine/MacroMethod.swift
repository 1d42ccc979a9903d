public import JavaScriptCoreAdditions
import Synchronization

/// A macro: a named JavaScript function whose source can be changed.
public final class MacroMethod: Sendable {
  private struct State {
    var javascript: String
    var function: JSValue?
    var generation = 0
    /// The error of the source, if it cannot be compiled.
    var failure: MacroError?
  }

  /// The name by which other macros of the context call it.
  public let key: String
  /// The name of its context.
  public let context: String
  private let engine: MacroEngine
  private let state: Mutex<State>

  /// Makes a macro that is compiled by its first call.
  public init(javascript: String, key: String, engine: MacroEngine, context: String = "main") {
    self.key = key
    self.context = context
    self.engine = engine
    state = Mutex(State(javascript: javascript))
  }

  /// The source, `function() { … }`.
  ///
  /// A changed source is compiled by the next call.
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

  /// Calls the macro with converted Swift values.
  ///
  /// It throws a ``MacroError``: an error of the source, an exception of the macro, or a violated time limit.
  @discardableResult
  public func call(_ arguments: Any...) throws(MacroError) -> JSValue { try call(with: arguments) }

  /// Compiles the macro if its source has changed, so that other macros can call it.
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
      // A macro that is terminated in a promise reaction leaves no exception.
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
