import CJavaScriptCore
public import Foundation
import JavaScriptEngine

/// A JavaScript value that Swift holds.
///
/// It retains its context. An object that JavaScript holds should store a ``JSManagedValue`` instead, to avoid a
/// reference cycle.
///
/// Two values are equal, by `==` and as dictionary keys, if they belong to one context and JavaScript's `===` is true.
///
/// Sendable: any thread may use and release it.
public final class JSValue: NSObject, @unchecked Sendable {
  // `@unchecked Sendable`: it is immutable, and the engine serializes all calls into one virtual machine.
  let core: JSContextCore
  let local: JSLocal
  /// Whether the value is on the heap, and protected from collection as long as this object exists.
  private let isProtected: Bool

  @inline(__always)
  init(_ local: JSLocal, in core: JSContextCore) {
    self.core = core
    self.local = local
    // Numbers, booleans, null and undefined are not heap cells.
    if core.state.readsBits, ImmediateValues.kind(local.bits) != nil {
      isProtected = false
    } else {
      unsafe JSValueProtect(core.ref, local.ref)
      isProtected = true
    }
    super.init()
  }

  deinit { if isProtected { core.references.release(local) } }

  /// The context of the value.
  public var context: JSContext! { core.facade }

  /// The engine's value, protected as long as this object exists.
  public var jsValueRef: JSValueRef! { unsafe local.ref }

  /// Whether both are the same value by JavaScript's `===`.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? JSValue, other.core.virtualMachine === core.virtualMachine else { return false }
    return unsafe JSValueIsStrictEqual(core.ref, local.ref, other.local.ref)
  }

  /// Equal for equal values.
  public override var hash: Int {
    switch unsafe JSValueGetType(core.ref, local.ref) {
    case kJSTypeString, kJSTypeBigInt, kJSTypeNumber: toString().hashValue
    default: unsafe local.ref.hashValue
    }
  }

  /// `String(value)`; if that throws, the thrown value as text.
  public override var description: String {
    do throws(JSThrow) {
      return try core.text(of: local)
    } catch {
      return unsafe JSValueGetType(core.ref, local.ref) == kJSTypeSymbol ? "Symbol()" : "a value without text"
    }
  }
}
