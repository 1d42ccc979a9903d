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
    case .weak(let weak):
      // Before the engine is locked: an object that goes may wait for another thread that enters it.
      core.tidy()
      return core.locked { weak.object.map { JSValue($0, in: core) } }
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
    _ object: Any!, _ owner: Any!, _ body: (inout JSManagedReferences, AnyObject) -> [Int]
  ) {
    guard let object, let owner, type(of: object) is AnyClass, type(of: owner) is AnyClass else { return }
    let held = object as AnyObject
    let holder = owner as AnyObject
    for core in contexts(of: held) {
      let places = core.state.withManaged(ObjectIdentifier(holder)) { managed in
        // Taken out: what is changed where it lies is not copied.
        var known = managed?.isOf(holder) == true ? managed.take()! : JSManagedReferences(owner: holder)
        defer { managed = known.isEmpty ? nil : known }
        return body(&known, held)
      }
      if places.isEmpty { continue }
      core.notifying(else: ()) { () throws(JSThrow) in
        try core.locked { () throws(JSThrow) in
          core.changeManaged(at: places, of: try core.wrap(holder), owner: holder)
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

/// What one Swift object holds of one context's values, each at a place of its own.
struct JSManagedReferences {
  private struct Place {
    weak var object: AnyObject?
    let key: ObjectIdentifier
    /// Zero for a place that is free.
    var count: Int
  }

  private weak var owner: AnyObject?
  private var places: [Place] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  private var free: [Int] = []
  private var lastLook = 0

  init(owner: AnyObject) { self.owner = owner }

  var isEmpty: Bool { indices.isEmpty }

  /// Whether the owner is still there.
  var isOwned: Bool { owner != nil }

  /// Whether this is still about that object, and not about one that had its address before.
  func isOf(_ object: AnyObject) -> Bool { owner === object }

  var indicesInUse: [Int] { Array(indices.values) }

  func object(at index: Int) -> AnyObject? {
    places.indices.contains(index) && places[index].count > 0 ? places[index].object : nil
  }

  /// Counts one more, and returns the places that changed.
  mutating func add(_ object: AnyObject) -> [Int] {
    let left = takeLeft()
    let key = ObjectIdentifier(object)
    if let index = indices[key] {
      if places[index].object != nil {
        places[index].count += 1
        return left
      }
      // Another object had the address.
      vacate(index)
    }
    let index = free.popLast() ?? places.count
    let place = Place(object: object, key: key, count: 1)
    if index < places.count { places[index] = place } else { places.append(place) }
    indices[key] = index
    return left + [index]
  }

  /// Counts one less, and returns the places that changed.
  mutating func remove(_ object: AnyObject) -> [Int] {
    guard let index = indices[ObjectIdentifier(object)] else { return [] }
    if places[index].count > 1 {
      places[index].count -= 1
      return []
    }
    vacate(index)
    return [index]
  }

  /// The places of objects that were let go without being removed, of two that are looked at.
  private mutating func takeLeft() -> [Int] {
    var left: [Int] = []
    for _ in 0..<min(2, places.count) {
      lastLook = (lastLook + 1) % places.count
      guard places[lastLook].count > 0, places[lastLook].object == nil else { continue }
      vacate(lastLook)
      left.append(lastLook)
    }
    return left
  }

  private mutating func vacate(_ index: Int) {
    indices[places[index].key] = nil
    places[index].count = 0
    free.append(index)
  }
}

extension JSContextCore {
  /// Makes a new wrapper hold what its Swift object holds.
  func attachManaged(to wrapper: JSLocal, owner: AnyObject) {
    let indices = state.withManaged(ObjectIdentifier(owner)) { managed -> [Int] in
      if managed?.isOf(owner) == false { managed = nil }
      return managed?.indicesInUse ?? []
    }
    changeManaged(at: indices, of: wrapper, owner: owner)
  }

  /// Makes a wrapper hold what its Swift object holds at these places by now, under names that scripts cannot see.
  fileprivate func changeManaged(at indices: [Int], of wrapper: JSLocal, owner: AnyObject) {
    guard let set = unsafe JSPrivateProperty.set, let delete = unsafe JSPrivateProperty.delete else { return }
    for index in indices {
      // Asked here, under the engine's lock: of two threads that change a place the last one to come leaves what is so.
      let object = state.withManaged(ObjectIdentifier(owner)) { $0?.isOf(owner) == true ? $0?.object(at: index) : nil }
      let value: JSLocal? = object.flatMap { ($0 as? JSManagedValue).map { $0.value?.local } ?? (try? wrap($0)) }
      let name = JSText("managed \(index)")
      if let value {
        _ = unsafe set(ref, wrapper.ref, name.ref, value.ref)
      } else {
        _ = unsafe delete(ref, wrapper.ref, name.ref)
      }
    }
  }
}

/// Properties of wrappers that scripts cannot see.
enum JSPrivateProperty {
  typealias Set = @convention(c) (JSContextRef, JSObjectRef, JSStringRef, JSValueRef) -> Bool
  typealias Delete = @convention(c) (JSContextRef, JSObjectRef, JSStringRef) -> Bool
  static let set = unsafe EngineSymbols.find("JSObjectSetPrivateProperty", as: Set.self)
  static let delete = unsafe EngineSymbols.find("JSObjectDeletePrivateProperty", as: Delete.self)
}
