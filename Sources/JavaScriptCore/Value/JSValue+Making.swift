import CJavaScriptCore
import Foundation
import JavaScriptEngine

extension JSValue {
  /// Shared by the initialisers: undefined, and the context told, where making the value throws.
  convenience init(_ context: JSContext, _ make: (JSContextCore) throws(JSThrow) -> JSLocal) {
    let core = context.core
    core.tidy()
    do throws(JSThrow) {
      self.init(try make(core), in: core)
    } catch {
      core.notify(error)
      self.init(core.undefined, in: core)
    }
  }

  /// Converts a Swift value; see the table of conversions in docs/javascriptcore.md.
  ///
  /// An object that is no value of Foundation's is wrapped: JavaScript can hold it and hand it back, and `toObject()`
  /// returns the same object. Nil is `undefined`, `NSNull()` is `null`.
  public convenience init!(object value: Any!, in context: JSContext!) {
    self.init(context) { (core) throws(JSThrow) in try core.local(of: value) }
  }

  /// A boolean.
  public convenience init!(bool value: Bool, in context: JSContext!) {
    self.init(unsafe JSLocal(JSValueMakeBoolean(context.core.ref, value)), in: context.core)
  }

  /// A number.
  public convenience init!(double value: Double, in context: JSContext!) {
    self.init(unsafe JSLocal(JSValueMakeNumber(context.core.ref, value)), in: context.core)
  }

  /// A number.
  public convenience init!(int32 value: Int32, in context: JSContext!) {
    self.init(double: Double(value), in: context)
  }

  /// A number.
  public convenience init!(uInt32 value: UInt32, in context: JSContext!) {
    self.init(double: Double(value), in: context)
  }

  /// An object without properties.
  public convenience init!(newObjectIn context: JSContext!) {
    self.init(context) { core in unsafe JSLocal(JSObjectMake(core.ref, nil, nil)) }
  }

  /// An array without elements.
  public convenience init!(newArrayIn context: JSContext!) {
    self.init(context) { (core) throws(JSThrow) in
      unsafe try core.run { exception in unsafe JSObjectMakeArray(core.ref, 0, nil, exception) }
    }
  }

  /// A regular expression; a pattern or flags that are none give `undefined` and a `SyntaxError` in the context.
  public convenience init!(newRegularExpressionFromPattern pattern: String!, flags: String!, in context: JSContext!) {
    self.init(context) { (core) throws(JSThrow) in
      let pattern = JSText(pattern ?? "")
      let flags = JSText(flags ?? "")
      var arguments = unsafe (
        JSValueMakeString(core.ref, pattern.ref), JSValueMakeString(core.ref, flags.ref)
      )
      return unsafe try core.run { exception in
        unsafe withUnsafePointer(to: &arguments) { arguments in
          unsafe arguments.withMemoryRebound(to: JSValueRef?.self, capacity: 2) { arguments in
            unsafe JSObjectMakeRegExp(core.ref, 2, arguments, exception)
          }
        }
      }
    }
  }

  /// An `Error`.
  public convenience init!(newErrorFromMessage message: String!, in context: JSContext!) {
    self.init(context) { (core) throws(JSThrow) in
      let text = JSText(message ?? "")
      var argument: JSValueRef? = unsafe JSValueMakeString(core.ref, text.ref)
      return unsafe try core.run { exception in unsafe JSObjectMakeError(core.ref, 1, &argument, exception) }
    }
  }

  /// A symbol that equals no other.
  public convenience init!(newSymbolFromDescription description: String!, in context: JSContext!) {
    self.init(context) { core in
      let text = JSText(description ?? "")
      return unsafe JSLocal(JSValueMakeSymbol(core.ref, text.ref))
    }
  }

  /// `null`.
  public convenience init!(nullIn context: JSContext!) {
    self.init(unsafe JSLocal(JSValueMakeNull(context.core.ref)), in: context.core)
  }

  /// `undefined`.
  public convenience init!(undefinedIn context: JSContext!) {
    self.init(context.core.undefined, in: context.core)
  }

  /// Takes an engine's value; it must come from the context's virtual machine.
  public convenience init!(jsValueRef value: JSValueRef!, in context: JSContext!) {
    guard let value = unsafe value, let context else { return nil }
    self.init(unsafe JSLocal(value), in: context.core)
  }

  // MARK: BigInt

  /// A BigInt from digits as JavaScript's `BigInt(string)` reads them; nil, and a `SyntaxError`, for anything else.
  public convenience init?(newBigIntFrom string: String, in context: JSContext) {
    unsafe self.init(bigInt: context) { core, exception in
      let text = JSText(string)
      return unsafe JSBigIntCreateWithString(core.ref, text.ref, exception)
    }
  }

  /// A BigInt.
  public convenience init?(newBigIntFrom int64: Int64, in context: JSContext) {
    unsafe self.init(bigInt: context) { core, exception in unsafe JSBigIntCreateWithInt64(core.ref, int64, exception) }
  }

  /// A BigInt.
  public convenience init?(newBigIntFrom uint64: UInt64, in context: JSContext) {
    unsafe self.init(bigInt: context) { core, exception in unsafe JSBigIntCreateWithUInt64(core.ref, uint64, exception)
    }
  }

  /// A BigInt from a whole number; nil, and a `RangeError`, for anything else.
  public convenience init?(newBigIntFrom value: Double, in context: JSContext) {
    unsafe self.init(bigInt: context) { core, exception in unsafe JSBigIntCreateWithDouble(core.ref, value, exception) }
  }

  private convenience init?(
    bigInt context: JSContext, _ make: (JSContextCore, UnsafeMutablePointer<JSValueRef?>) -> JSValueRef?
  ) {
    let core = context.core
    do throws(JSThrow) {
      self.init(unsafe try core.run { exception in unsafe make(core, exception) }, in: core)
    } catch {
      core.notify(error)
      return nil
    }
  }
}
