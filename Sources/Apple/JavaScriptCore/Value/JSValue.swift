import CJavaScriptCore
public import Foundation
package import JavaScriptEngine

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
  package let core: JSContextCore
  package let local: JSLocal
  /// Whether the value is on the heap, and protected from collection as long as this object exists.
  private let isProtected: Bool

  @inline(__always)
  package init(_ local: JSLocal, in core: JSContextCore) {
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

  /// `undefined`, of a context that all such values share.
  public override convenience init() { self.init(JSValue.shared.core.undefined, in: JSValue.shared.core) }
  static let shared = JSContext()!

  /// Whether it is a number, a boolean, `null` or `undefined`, which belong to no virtual machine.
  var isImmediate: Bool { core.state.readsBits && ImmediateValues.kind(local.bits) != nil }

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

/// Lets the compiler accept values of JavaScript in blocks: `@convention(block) (JSValue) -> JSValue`.
///
/// It takes the types that Swift bridges to Objective-C; this one is bridged to itself.
extension JSValue: _ObjectiveCBridgeable {
  /// The value itself.
  public func _bridgeToObjectiveC() -> JSValue { self }
  /// The value itself.
  public static func _forceBridgeFromObjectiveC(_ source: JSValue, result: inout JSValue?) { result = source }
  /// The value itself.
  public static func _conditionallyBridgeFromObjectiveC(_ source: JSValue, result: inout JSValue?) -> Bool {
    result = source
    return true
  }
  /// The value itself; `undefined` for nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: JSValue?) -> JSValue { source ?? JSValue() }
}
