import CJavaScriptCore
import JavaScriptEngine
import Synchronization

/// Swift's state for one engine context: the pending exception, the exception handler, the wrappers of Swift objects.
///
/// Functions and wrappers on the JavaScript heap share it. It retains neither the heap nor the context.
///
/// `@unchecked Sendable`: mutable state is behind `lock`, and no user closure runs under that lock.
@safe package final class JSContextState: @unchecked Sendable {
  /// The treatment of uncaught exceptions.
  enum Handler {
    /// Stored in the context, the default.
    case store
    /// Ignored: the handler was set to nil.
    case drop
    case call((JSContext?, JSValue?) -> Void)
  }

  let references: JSReferences
  /// The engine's context; valid while code runs in it or an object retains it.
  let context: JSGlobalContextRef

  /// Whether the engine uses the encoding of `ImmediateValues`.
  let readsBits: Bool

  private struct Fields {
    var exception: JSRoot?
    var handler = Handler.store
    var owners = 0
    var wrappers: [ObjectIdentifier: (weak: JSWeak, box: ObjectIdentifier)] = [:]
    var managed: [ObjectIdentifier: JSManagedReferences] = [:]
    /// The number of entries at which those of released owners are removed.
    var managedLimit = 64
    var exported: [ObjectIdentifier: JSExportedConstructor] = [:]
    var classFactory: JSRoot?
    weak var facade: JSContext?
  }
  private let lock = Mutex<Void>(())
  private var fields = Fields()
  private let isThrowing = Atomic<Bool>(false)
  private let isOwned = Atomic<Bool>(false)
  private let hasExports = Atomic<Bool>(false)

  init(references: JSReferences, context: JSGlobalContextRef) {
    self.references = references
    unsafe self.context = context
    readsBits = unsafe JSRealm.readsBits(in: context)
  }

  // MARK: The pending exception

  /// Exchanges the pending exception for another; nothing is taken where there is nothing.
  func exchangeException(_ root: JSRoot?) -> JSRoot? {
    if root == nil, !isThrowing.load(ordering: .relaxed) { return nil }
    return lock.withLock { _ in
      isThrowing.store(root != nil, ordering: .relaxed)
      let old = fields.exception
      fields.exception = root
      return old
    }
  }

  var exception: JSRoot? { isThrowing.load(ordering: .relaxed) ? lock.withLock { _ in fields.exception } : nil }

  var handler: Handler {
    get { lock.withLock { _ in fields.handler } }
    set {
      let old = lock.withLock { _ in
        let old = fields.handler
        fields.handler = newValue
        return old
      }
      withExtendedLifetime(old) {}  // The old closure goes when the lock is free.
    }
  }

  // MARK: The context in Swift

  /// The `JSContext` of this engine context: the existing one, or a new one if it was released.
  func facade(orMake make: () -> JSContext) -> JSContext {
    if let facade = lock.withLock({ _ in fields.facade }) { return facade }
    let made = make()
    return lock.withLock { _ in
      if let facade = fields.facade { return facade }
      fields.facade = made
      return made
    }
  }

  func adopt(_ facade: JSContext) { lock.withLock { _ in fields.facade = facade } }

  /// Adds an owner; true for the first one, which retains the engine's context for all of them.
  func addOwner() -> Bool {
    lock.withLock { _ in
      fields.owners += 1
      isOwned.store(true, ordering: .relaxed)
      return fields.owners == 1
    }
  }

  /// Adds an owner if there is one; functions of the engine's context may outlive its owners in another context.
  var isHeld: Bool { isOwned.load(ordering: .relaxed) }

  func addOwnerIfHeld() -> Bool {
    lock.withLock { _ in
      guard fields.owners > 0 else { return false }
      fields.owners += 1
      return true
    }
  }

  /// A reference to the engine's context, if an owner guarantees that it exists.
  package var liveCore: JSContextCore? {
    if let facade = lock.withLock({ _ in fields.facade }) { return facade.core }
    return JSContextCore(ifHeld: self)
  }

  /// Removes an owner; true for the last one, which releases the state's references to the heap.
  func removeOwner() -> Bool {
    let left = lock.withLock { _ -> (isLast: Bool, fields: Fields) in
      fields.owners -= 1
      guard fields.owners == 0 else { return (false, Fields()) }
      isOwned.store(false, ordering: .relaxed)
      let old = fields
      fields = Fields()
      isThrowing.store(false, ordering: .relaxed)
      return (true, old)
    }
    for wrapper in left.fields.wrappers.values { references.release(wrapper.weak) }
    return left.isLast
  }

  // MARK: Wrappers

  func wrapper(of object: ObjectIdentifier) -> JSWeak? { lock.withLock { _ in fields.wrappers[object]?.weak } }

  package var wrappers: [JSWeak] { lock.withLock { _ in fields.wrappers.values.map(\.weak) } }

  /// Sets the wrapper of an object; returns the replaced weak reference, to be released.
  func setWrapper(_ weak: JSWeak, box: ObjectIdentifier, of object: ObjectIdentifier) -> JSWeak? {
    lock.withLock { _ in fields.wrappers.updateValue((weak, box), forKey: object)?.weak }
  }

  /// Removes the wrapper of an object, unless the object has another one by now; returns the weak reference.
  func removeWrapper(box: ObjectIdentifier, of object: ObjectIdentifier) -> JSWeak? {
    lock.withLock { _ in
      guard fields.wrappers[object]?.box == box else { return nil }
      return fields.wrappers.removeValue(forKey: object)?.weak
    }
  }

  // MARK: Exported classes

  func exportedClass(of type: ObjectIdentifier) -> JSExportedConstructor? {
    lock.withLock { _ in fields.exported[type] }
  }

  func setExportedClass(_ made: JSExportedConstructor, of type: ObjectIdentifier) {
    lock.withLock { _ in fields.exported[type] = made }
    hasExports.store(true, ordering: .relaxed)
  }

  /// The exported class that has this constructor; nil for any other value.
  func exportedType(constructor: JSLocal) -> AnyClass? {
    guard hasExports.load(ordering: .relaxed) else { return nil }
    return lock.withLock { _ in
      fields.exported.values.first { $0.constructor.local.bits == constructor.bits }?.type
    }
  }

  var classFactory: JSRoot? {
    get { lock.withLock { _ in fields.classFactory } }
    set { lock.withLock { _ in fields.classFactory = newValue } }
  }

  // MARK: Managed references

  func withManaged<Result>(
    _ owner: ObjectIdentifier, _ body: (inout JSManagedReferences?) -> Result
  ) -> Result {
    lock.withLock { _ in
      defer {
        // The release of an owner is not reported if JavaScript did not hold it at the end.
        if fields.managed.count > fields.managedLimit {
          fields.managed = fields.managed.filter { $0.value.isOwned }
          fields.managedLimit = max(64, 2 * fields.managed.count)
        }
      }
      return body(&fields.managed[owner])
    }
  }
}

/// A protected value that does not retain its context, such as a context's pending exception.
final class JSRoot: Sendable {
  let local: JSLocal
  private let references: JSReferences

  init(_ local: JSLocal, in context: JSGlobalContextRef, _ references: JSReferences) {
    self.local = local
    self.references = references
    unsafe JSValueProtect(context, local.ref)
  }

  deinit { references.release(local) }
}
