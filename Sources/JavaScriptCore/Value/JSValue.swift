import CJavaScriptCore
public import Foundation
import JavaScriptEngine

/// A JavaScript value held by Swift.
///
/// It keeps its context alive. To keep one in an object that JavaScript holds in turn use ``JSManagedValue``, or the two
/// keep each other for ever.
///
/// Two are equal, as `==` and as dictionary keys, when they are the same value of one context by JavaScript's `===`.
///
/// Sendable: it may be used and let go on any thread.
public final class JSValue: NSObject, @unchecked Sendable {
  // `@unchecked Sendable`: nothing in it changes, and the engine orders all calls into one virtual machine.
  let core: JSContextCore
  let local: JSLocal
  /// Whether the value lives on the heap, and is protected from the collector while this object lives.
  private let isProtected: Bool

  @inline(__always)
  init(_ local: JSLocal, in core: JSContextCore) {
    self.core = core
    self.local = local
    // Numbers, booleans, null and undefined are words, not cells.
    if core.state.readsBits, ImmediateValues.kind(local.bits) != nil {
      isProtected = false
    } else {
      unsafe JSValueProtect(core.ref, local.ref)
      isProtected = true
    }
    super.init()
  }

  deinit { if isProtected { core.references.release(local) } }

  /// The context that the value comes from.
  public var context: JSContext! { core.facade }

  /// The engine's value; it is protected for as long as this object lives.
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

  /// `String(value)`, and what that throws if it throws.
  public override var description: String {
    do throws(JSThrow) {
      return try core.text(of: local)
    } catch {
      return unsafe JSValueGetType(core.ref, local.ref) == kJSTypeSymbol ? "Symbol()" : "a value without text"
    }
  }
}
