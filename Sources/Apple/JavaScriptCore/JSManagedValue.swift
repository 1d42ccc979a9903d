import CJavaScriptCore
public import Foundation
import JavaScriptEngine

/// A weak reference to a JavaScript value.
///
/// For objects that JavaScript holds and that refer to JavaScript values: a `JSValue` would create a reference cycle
/// that keeps the object and the context alive forever. The value is collected when neither JavaScript holds it nor an
/// owner that JavaScript can reach (``JSVirtualMachine/addManagedReference(_:withOwner:)``).
///
/// Sendable: any thread may use and release it.
public final class JSManagedValue: NSObject, @unchecked Sendable {
  // `@unchecked Sendable`: it is immutable; the engine's lock serializes all uses of the weak reference.
  private let state: JSContextState?
  private let kind: Kind

  private enum Kind {
    case nothing
    case weak(JSWeak)
    /// Values that are not objects refer to nothing, so they are simply retained.
    case kept(JSRoot)
  }

  /// Makes a reference to a value; nil makes an empty one.
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

  /// Makes a reference with an owner, as ``JSVirtualMachine/addManagedReference(_:withOwner:)`` does.
  public convenience init!(value: JSValue!, andOwner owner: Any!) {
    self.init(value: value)
    if let value { value.core.virtualMachine.addManagedReference(self, withOwner: owner) }
  }

  deinit { if case .weak(let weak) = kind { state?.references.release(weak) } }

  /// The value; nil if it was collected or its context was destroyed.
  public var value: JSValue! {
    guard let state, let core = state.liveCore else { return nil }
    switch kind {
    case .nothing: return nil
    case .kept(let root): return core.value(root.local)
    case .weak(let weak):
      // Before the engine's lock is taken: a released object may wait for another thread that enters the engine.
      core.releaseListedReferencesIfMany()
      return core.locked { weak.object.map { JSValue($0, in: core) } }
    }
  }

  var context: JSContextState? { state }
}

extension JSVirtualMachine {
  /// Keeps the values of `object` alive as long as JavaScript can reach `owner`, the Swift object of a wrapper.
  ///
  /// `object` is a ``JSManagedValue``, or the owner of others. Calls are counted: each is undone by one call of
  /// ``removeManagedReference(_:withOwner:)``.
  public func addManagedReference(_ object: Any!, withOwner owner: Any!) {
    change(object, owner) { managed, object in managed.add(object) }
  }

  /// Undoes one call of ``addManagedReference(_:withOwner:)``.
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
      let entries = core.state.withManaged(ObjectIdentifier(holder)) { managed in
        // Taken out of the dictionary, so that the mutation does not copy it.
        var known = managed?.isOf(holder) == true ? managed.take()! : JSManagedReferences(owner: holder)
        defer { managed = known.isEmpty ? nil : known }
        return body(&known, held)
      }
      if entries.isEmpty { continue }
      core.notifying(else: ()) { () throws(JSThrow) in
        try core.locked { () throws(JSThrow) in
          core.changeManaged(at: entries, of: try core.wrap(holder), owner: holder)
        }
      }
    }
  }

  /// A managed value belongs to its own context; any other object may own values of all contexts.
  private func contexts(of object: AnyObject) -> [JSContextCore] {
    if let value = object as? JSManagedValue { return value.context?.liveCore.map { [$0] } ?? [] }
    return references.liveStates.compactMap(\.liveCore)
  }
}

/// The values of one context that a Swift object owns, each with an index.
struct JSManagedReferences {
  private struct Entry {
    weak var object: AnyObject?
    let key: ObjectIdentifier
    /// Zero for a free index.
    var count: Int
  }

  private weak var owner: AnyObject?
  private var entries: [Entry] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  private var free: [Int] = []
  private var lastChecked = 0

  init(owner: AnyObject) { self.owner = owner }

  var isEmpty: Bool { indices.isEmpty }

  /// Whether the owner still exists.
  var isOwned: Bool { owner != nil }

  /// Whether the entry belongs to this object, and not to an earlier object with the same address.
  func isOf(_ object: AnyObject) -> Bool { owner === object }

  var indicesInUse: [Int] { Array(indices.values) }

  func object(at index: Int) -> AnyObject? {
    entries.indices.contains(index) && entries[index].count > 0 ? entries[index].object : nil
  }

  /// Increments a count; returns the changed indexes.
  mutating func add(_ object: AnyObject) -> [Int] {
    let left = removeReleased()
    let key = ObjectIdentifier(object)
    if let index = indices[key] {
      if entries[index].object != nil {
        entries[index].count += 1
        return left
      }
      // The entry belonged to an earlier object with the same address.
      removeEntry(index)
    }
    let index = free.popLast() ?? entries.count
    let entry = Entry(object: object, key: key, count: 1)
    if index < entries.count { entries[index] = entry } else { entries.append(entry) }
    indices[key] = index
    return left + [index]
  }

  /// Decrements a count; returns the changed indexes.
  mutating func remove(_ object: AnyObject) -> [Int] {
    guard let index = indices[ObjectIdentifier(object)] else { return [] }
    if entries[index].count > 1 {
      entries[index].count -= 1
      return []
    }
    removeEntry(index)
    return [index]
  }

  /// Checks two entries and returns the indexes of those whose object was released without being removed.
  private mutating func removeReleased() -> [Int] {
    var left: [Int] = []
    for _ in 0..<min(2, entries.count) {
      lastChecked = (lastChecked + 1) % entries.count
      guard entries[lastChecked].count > 0, entries[lastChecked].object == nil else { continue }
      removeEntry(lastChecked)
      left.append(lastChecked)
    }
    return left
  }

  private mutating func removeEntry(_ index: Int) {
    indices[entries[index].key] = nil
    entries[index].count = 0
    free.append(index)
  }
}

extension JSContextCore {
  /// Adds the references of a Swift object to its new wrapper.
  func attachManaged(to wrapper: JSLocal, owner: AnyObject) {
    let indices = state.withManaged(ObjectIdentifier(owner)) { managed -> [Int] in
      if managed?.isOf(owner) == false { managed = nil }
      return managed?.indicesInUse ?? []
    }
    changeManaged(at: indices, of: wrapper, owner: owner)
  }

  /// Updates the wrapper's references at these indexes, under names that scripts cannot read.
  fileprivate func changeManaged(at indices: [Int], of wrapper: JSLocal, owner: AnyObject) {
    guard let set = unsafe JSPrivateProperty.set, let delete = unsafe JSPrivateProperty.delete else { return }
    for index in indices {
      // Read under the engine's lock: if two threads change one index, the later update writes the final state.
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

/// Properties of wrappers that scripts cannot read.
enum JSPrivateProperty {
  typealias Set = @convention(c) (JSContextRef, JSObjectRef, JSStringRef, JSValueRef) -> Bool
  typealias Delete = @convention(c) (JSContextRef, JSObjectRef, JSStringRef) -> Bool
  static let set = unsafe EngineSymbols.find("JSObjectSetPrivateProperty", as: Set.self)
  static let delete = unsafe EngineSymbols.find("JSObjectDeletePrivateProperty", as: Delete.self)
}
