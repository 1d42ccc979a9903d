@_exported public import CJavaScriptCore
@_exported public import Foundation
@_exported public import FoundationNetworking
import JavaScriptEngine

/// A JavaScript execution context: a global object in its own or a shared virtual machine.
///
/// An uncaught exception is stored in ``exception`` or passed to the ``exceptionHandler``; the call that raised it
/// returns `undefined`.
///
/// Sendable: any thread may call it, and calls into one virtual machine wait for each other. This does not cover the
/// values that your closures capture: a closure runs on the thread whose JavaScript calls it.
open class JSContext: JSFrameworkObject, @unchecked Sendable {
  // `@unchecked Sendable`: the only property is a constant of a `Sendable` type; mutable state is behind the lock of
  // `JSContextState`.
  package final let core: JSContextCore

  /// Makes a context in a new virtual machine; nil if no virtual machine can be made.
  public init!() {
    guard let machine = JSVirtualMachine() else { return nil }
    core = JSContextCore(virtualMachine: machine)
    super.init(of: ())
    core.state.adopt(self)
  }

  /// Makes a context that shares values with the other contexts of a virtual machine; in a new one if it is nil.
  public init!(virtualMachine: JSVirtualMachine!) {
    guard let machine = virtualMachine ?? JSVirtualMachine() else { return nil }
    core = JSContextCore(virtualMachine: machine)
    super.init(of: ())
    core.state.adopt(self)
  }

  init(core: JSContextCore) {
    self.core = core
    super.init(of: ())
  }

  // MARK: Evaluating scripts

  /// Evaluates a script and returns the value of its last statement; promise reactions have run when it returns.
  @discardableResult
  open func evaluateScript(_ script: String!) -> JSValue! { evaluateScript(script, withSourceURL: nil) }

  /// Evaluates a script.
  ///
  /// The URL identifies it in stack traces and error locations.
  @discardableResult
  open func evaluateScript(_ script: String!, withSourceURL sourceURL: URL!) -> JSValue! {
    if !core.references.isEmpty { unsafe core.references.releaseAll(in: core.ref) }
    return core.notifying { () throws(JSThrow) in
      let url = sourceURL.map { JSText($0.absoluteString) }
      return try core.evaluate(JSText(script ?? ""), url: url)
    }
  }

  // MARK: The context's own properties

  /// The global object.
  open var globalObject: JSValue! { unsafe core.value(JSLocal(JSContextGetGlobalObject(core.ref))) }

  /// The last uncaught exception.
  ///
  /// Setting it in a closure that JavaScript called throws there.
  ///
  /// A call from JavaScript starts without one. Reading it does not clear it.
  open var exception: JSValue! {
    get { core.state.exception.map { core.value($0.local) } }
    set {
      guard let value = newValue else { return core.setException(nil) }
      core.notifying(else: ()) { () throws(JSThrow) in core.setException(core.value(try core.local(of: value))) }
    }
  }

  /// Called with each uncaught exception, on the thread of the call that raised it.
  ///
  /// The default stores it in ``exception``; nil ignores exceptions. The handler may call JavaScript.
  open var exceptionHandler: ((JSContext?, JSValue?) -> Void)! {
    get {
      switch core.state.handler {
      case .store: { context, exception in context?.exception = exception }
      case .drop: nil
      case .call(let handler): handler
      }
    }
    set { core.state.handler = newValue.map { .call($0) } ?? .drop }
  }

  /// The virtual machine of the context.
  open var virtualMachine: JSVirtualMachine! { core.virtualMachine }

  /// The name for debuggers and inspectors; nil if none is set.
  open var name: String! {
    get { unsafe JSGlobalContextCopyName(core.ref).map { unsafe JSText(owned: $0).string } }
    set {
      let text = newValue.map { JSText($0) }
      unsafe JSGlobalContextSetName(core.ref, text?.ref)
    }
  }

  /// Whether a remote inspector may attach to the context; false by default.
  ///
  /// On Linux, debug a `JavaScriptRuntime` instead of a context. A program that shows a web view and was started with
  /// `WEBKIT_INSPECTOR_SERVER` lists inspectable contexts there; such a context stays in memory until the process ends,
  /// because the engine aborts when it destroys it.
  open var isInspectable: Bool {
    get { unsafe JSGlobalContextIsInspectable(core.ref) }
    set { unsafe EngineInspector.set(core.ref, isInspectable: newValue) }
  }

  // MARK: The C API

  /// The engine's context.
  open var jsGlobalContextRef: JSGlobalContextRef! { unsafe core.ref }

  /// Makes a context for an engine context; it shares the state of an existing `JSContext` for it.
  ///
  /// The two are equal but not identical: a Swift initialiser cannot return an existing object.
  public convenience init!(jsGlobalContextRef: JSGlobalContextRef!) {
    guard let ref = unsafe jsGlobalContextRef else { return nil }
    unsafe self.init(core: JSContext.core(ref))
    _ = core.state.facade { self }
  }

  private static func core(_ ref: JSGlobalContextRef) -> JSContextCore {
    let machine = unsafe JSVirtualMachine.machine(of: JSContextGetGroup(ref))
    return JSContextCore(joining: unsafe machine.references.state(of: ref))
  }

  /// Two contexts are equal if they have the same engine context.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? JSContext else { return false }
    return unsafe other.core.ref == core.ref
  }

  /// Equal for equal contexts.
  open override var hash: Int { unsafe core.ref.hashValue }
}

extension JSContext {
  // MARK: Properties of the global object

  /// A property of the global object; `undefined` if there is none.
  @discardableResult
  public func objectForKeyedSubscript(_ key: Any!) -> JSValue! { globalObject.forProperty(key) }

  /// Sets a property of the global object to a value, which is converted as by `JSValue.init(object:in:)`.
  public func setObject(_ object: Any!, forKeyedSubscript key: (any NSCopying & NSObjectProtocol)!) {
    globalObject.setValue(object, forProperty: key)
  }

  /// Sets a property of the global object.
  public func setObject(_ object: Any!, forKeyedSubscript key: String) {
    globalObject.setValue(object, forProperty: key)
  }
}
