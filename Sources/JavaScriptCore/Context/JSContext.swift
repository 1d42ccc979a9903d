@_exported public import CJavaScriptCore
public import Foundation
import JavaScriptEngine

/// A place where JavaScript is evaluated: one global object, in a virtual machine of its own or shared.
///
/// What JavaScript throws and does not catch is kept in ``exception``, or reaches the ``exceptionHandler`` that was set; the
/// call that met it returns `undefined`.
///
/// Sendable: every call may be made on any thread, and calls into one virtual machine wait for each other. That says
/// nothing about what a closure of yours captures: it runs on the thread that runs the JavaScript calling it.
open class JSContext: NSObject, @unchecked Sendable {
  // `@unchecked Sendable`: the one property is a constant, and `Sendable`; all that changes is behind the lock of
  // `JSContextState`.
  let core: JSContextCore

  /// Makes a context in a virtual machine of its own: `JSContext()`, `JSContext()!`.
  ///
  /// Nil where the virtual machine is. Apple's is implicitly unwrapped, so programs unwrap it; `NSObject`'s own `init()`
  /// cannot be, which the parameter that nobody passes works around.
  public convenience init!(_: Void = ()) {
    guard let machine = JSVirtualMachine() else { return nil }
    self.init(virtualMachine: machine)
  }

  /// Replaced by the initialiser above.
  @available(*, unavailable) public override init() { fatalError("It cannot be called.") }

  /// Makes a context that shares values with the others of a virtual machine.
  public init!(virtualMachine: JSVirtualMachine!) {
    core = JSContextCore(virtualMachine: virtualMachine)
    super.init()
    core.state.adopt(self)
  }

  init(core: JSContextCore) {
    self.core = core
    super.init()
  }

  // MARK: Evaluating scripts

  /// Evaluates a script and returns the value of its last statement; promise reactions have run when it returns.
  @discardableResult
  open func evaluateScript(_ script: String!) -> JSValue! { evaluateScript(script, withSourceURL: nil) }

  /// Evaluates a script that is known by a URL in stack traces and error positions.
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

  /// The exception that no JavaScript has caught; set it in a closure that JavaScript called, to throw there.
  ///
  /// A call from JavaScript begins without one. Reading it does not clear it.
  open var exception: JSValue! {
    get { core.state.exception.map { core.value($0.local) } }
    set {
      guard let value = newValue else { return core.setException(nil) }
      core.notifying(else: ()) { () throws(JSThrow) in core.setException(core.value(try core.local(of: value))) }
    }
  }

  /// Called with each exception that JavaScript did not catch, on the thread of the call that met it.
  ///
  /// The default keeps it in ``exception``. Nil drops exceptions in silence. It may enter JavaScript again.
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

  /// The virtual machine that holds the context's values.
  open var virtualMachine: JSVirtualMachine! { core.virtualMachine }

  /// A name for debuggers and inspectors; nil if none was given.
  open var name: String! {
    get { unsafe JSGlobalContextCopyName(core.ref).map { unsafe JSText(owned: $0).string } }
    set {
      let text = newValue.map { JSText($0) }
      unsafe JSGlobalContextSetName(core.ref, text?.ref)
    }
  }

  /// Whether a remote inspector may look at the context; false unless set.
  ///
  /// GTK's engine offers only web views to inspectors.
  open var isInspectable: Bool {
    get { unsafe JSGlobalContextIsInspectable(core.ref) }
    set { unsafe JSGlobalContextSetInspectable(core.ref, newValue) }
  }

  // MARK: The C API

  /// The engine's context.
  open var jsGlobalContextRef: JSGlobalContextRef! { unsafe core.ref }

  /// The context of an engine's context: the one in use if there is one, so state is shared with it.
  ///
  /// Equal to that one, yet an object of its own: Swift's initialisers cannot return another object.
  public convenience init!(jsGlobalContextRef: JSGlobalContextRef!) {
    guard let ref = unsafe jsGlobalContextRef else { return nil }
    unsafe self.init(core: JSContext.core(ref))
    _ = core.state.facade { self }
  }

  private static func core(_ ref: JSGlobalContextRef) -> JSContextCore {
    let machine = unsafe JSVirtualMachine.machine(of: JSContextGetGroup(ref))
    return JSContextCore(joining: unsafe machine.references.state(of: ref))
  }

  /// Contexts are equal that are the same to the engine.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? JSContext else { return false }
    return unsafe other.core.ref == core.ref
  }

  /// Equal for equal contexts.
  open override var hash: Int { unsafe core.ref.hashValue }
}

extension JSContext {
  // MARK: Properties of the global object

  /// A property of the global object, `undefined` if there is none; `context["name"]` is the same.
  @discardableResult
  public func objectForKeyedSubscript(_ key: Any!) -> JSValue! { globalObject.forProperty(key) }

  /// Sets a property of the global object to a value converted as ``JSValue/init(object:in:)`` says.
  public func setObject(_ object: Any!, forKeyedSubscript key: (any NSCopying & NSObjectProtocol)!) {
    globalObject.setValue(object, forProperty: key)
  }

  /// Sets a property of the global object.
  public func setObject(_ object: Any!, forKeyedSubscript key: String) {
    globalObject.setValue(object, forProperty: key)
  }

  /// A property of the global object: `context["render"]`.
  public subscript(key: Any) -> JSValue! {
    get { globalObject.forProperty(key) }
    set { globalObject.setValue(newValue, forProperty: key) }
  }

  /// Sets a property of the global object to a Swift value.
  @_disfavoredOverload
  public subscript(key: Any) -> Any? {
    @available(*, unavailable, message: "a property is read as a JSValue") get { nil }
    set { globalObject.setValue(newValue, forProperty: key) }
  }
}
