import CJavaScriptCore
public import Foundation
import JavaScriptEngine

/// A value that Swift holds without keeping it alive.
///
/// For objects that JavaScript holds and that hold JavaScript values in turn: with a `JSValue` the two would keep each
/// other, and the context, for ever. The value goes when neither JavaScript nor an owner that JavaScript can reach
/// (``JSVirtualMachine/addManagedReference(_:withOwner:)``) holds it.
///
/// Sendable: it may be used and let go on any thread.
public final class JSManagedValue: NSObject, @unchecked Sendable {
  // `@unchecked Sendable`: nothing in it changes; the engine's lock orders all uses of the weak reference.
  private let state: JSContextState?
  private let kind: Kind

  private enum Kind {
    case nothing
    case weak(JSWeak)
    /// Values that are no objects hold nothing, and are simply kept.
    case kept(JSRoot)
  }

  /// Holds a value; nil holds nothing.
  public init!(value: JSValue!) {
    guard let value else {
      state = nil
      kind = .nothing
      super.init()
      return
    }
    let core = value.core
    state = core.state
    if unsafe JSValueIsObject(core.ref, value.local.ref),
      let weak = unsafe JSWeak(value.local, in: core.virtualMachine.machine.group.ref)
    {
      kind = .weak(weak)
    } else {
      kind = .kept(unsafe JSRoot(value.local, in: core.ref, core.references))
    }
    super.init()
  }

  /// Holds a value on behalf of an owner, as ``JSVirtualMachine/addManagedReference(_:withOwner:)`` does.
  public convenience init!(value: JSValue!, andOwner owner: Any!) {
    self.init(value: value)
    if let value { value.core.virtualMachine.addManagedReference(self, withOwner: owner) }
  }

  deinit { if case .weak(let weak) = kind { state?.references.release(weak) } }

  /// The value; nil when it was collected, or its context is gone.
  public var value: JSValue! {
    guard let state, let core = state.liveCore else { return nil }
    switch kind {
    case .nothing: return nil
    case .kept(let root): return core.value(root.local)
    case .weak(let weak): return core.locked { weak.object.map { core.value($0) } }
    }
  }

  var context: JSContextState? { state }
}

extension JSVirtualMachine {
  /// Keeps what `object` holds for as long as JavaScript can reach `owner`, the Swift object whose wrapper it has.
  ///
  /// `object` is a ``JSManagedValue``, or an object that is in turn the owner of others. Calls count: each is undone by
  /// one call of ``removeManagedReference(_:withOwner:)``.
  public func addManagedReference(_ object: Any!, withOwner owner: Any!) {
    change(object, owner) { managed, object in managed.add(object) }
  }

  /// Takes back one ``addManagedReference(_:withOwner:)``.
  public func removeManagedReference(_ object: Any!, withOwner owner: Any!) {
    change(object, owner) { managed, object in managed.remove(object) }
  }

  private func change(
    _ object: Any!, _ owner: Any!, _ body: (inout JSManagedReferences, AnyObject) -> Void
  ) {
    guard let object, let owner, type(of: object) is AnyClass, type(of: owner) is AnyClass else { return }
    let held = object as AnyObject
    let holder = owner as AnyObject
    for core in contexts(of: held) {
      core.state.withManaged(ObjectIdentifier(holder)) { managed in
        var known = managed?.isOf(holder) == true ? managed! : JSManagedReferences(owner: holder)
        body(&known, held)
        managed = known.isEmpty ? nil : known
      }
      core.notifying(else: ()) { () throws(JSThrow) in
        try core.locked { () throws(JSThrow) in
          core.attachManaged(to: try core.wrap(holder), owner: holder, isNew: false)
        }
      }
    }
  }

  /// A managed value belongs to its own context; any other object may hold values of every context.
  private func contexts(of object: AnyObject) -> [JSContextCore] {
    if let value = object as? JSManagedValue { return value.context?.liveCore.map { [$0] } ?? [] }
    return references.liveStates.compactMap(\.liveCore)
  }
}

/// What one Swift object holds of one context's values.
struct JSManagedReferences {
  private weak var owner: AnyObject?
  private struct Entry {
    weak var object: AnyObject?
    var count: Int
  }
  private var entries: [ObjectIdentifier: Entry] = [:]

  init(owner: AnyObject) { self.owner = owner }

  var isEmpty: Bool { entries.isEmpty }
  var objects: [AnyObject] { entries.values.compactMap(\.object) }

  /// Whether the owner is still there.
  var isOwned: Bool { owner != nil }

  /// Whether this is still about that object, and not about one that had its address before.
  func isOf(_ object: AnyObject) -> Bool { owner === object }

  mutating func add(_ object: AnyObject) {
    // What was let go without being removed.
    entries = entries.filter { $0.value.object != nil }
    entries[ObjectIdentifier(object), default: Entry(object: object, count: 0)].count += 1
  }

  mutating func remove(_ object: AnyObject) {
    let key = ObjectIdentifier(object)
    guard let entry = entries[key] else { return }
    entries[key] = entry.count > 1 ? Entry(object: object, count: entry.count - 1) : nil
  }
}

extension JSContextCore {
  /// Makes a wrapper hold what its Swift object holds: an array under a name that scripts cannot see.
  ///
  /// A new wrapper of an object that holds nothing needs none.
  func attachManaged(to wrapper: JSLocal, owner: AnyObject, isNew: Bool) {
    let objects = state.withManaged(ObjectIdentifier(owner)) { managed -> [AnyObject]? in
      guard let known = managed else { return nil }
      guard known.isOf(owner) else {
        managed = nil
        return nil
      }
      return known.objects
    }
    if isNew, objects == nil { return }
    guard let setPrivate = unsafe JSPrivateProperty.set else { return }
    let held = unsafe JSLocal(JSObjectMakeArray(ref, 0, nil, nil)!)
    for (index, object) in (objects ?? []).enumerated() {
      let value: JSLocal? = (object as? JSManagedValue).map { $0.value?.local } ?? (try? wrap(object))
      guard let value else { continue }
      unsafe JSObjectSetPropertyAtIndex(ref, held.ref, UInt32(index), value.ref, nil)
    }
    let name = JSText("managed")
    _ = unsafe setPrivate(ref, wrapper.ref, name.ref, held.ref)
  }
}

/// Properties of wrappers that scripts cannot see.
enum JSPrivateProperty {
  typealias Set = @convention(c) (JSContextRef, JSObjectRef, JSStringRef, JSValueRef) -> Bool
  static let set = unsafe EngineSymbols.find("JSObjectSetPrivateProperty", as: Set.self)
}
