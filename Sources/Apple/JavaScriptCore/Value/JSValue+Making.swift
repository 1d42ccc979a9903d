import CJavaScriptCore
import Foundation
import JavaScriptEngine

extension JSValue {
  /// Makes the value; if that throws, it is undefined and the context receives the exception.
  convenience init(_ context: JSContext, _ make: (JSContextCore) throws(JSThrow) -> JSLocal) {
    let core = context.core
    core.releaseListedReferencesIfMany()
    do throws(JSThrow) {
      self.init(try make(core), in: core)
    } catch {
      core.notify(error)
      self.init(core.undefined, in: core)
    }
  }

  /// Converts a Swift value by the table in docs/javascriptcore.md.
  ///
  /// An object of a class outside of Foundation is wrapped: JavaScript can store it and pass it back, and `toObject()`
  /// returns the same object. Nil becomes `undefined`, `NSNull()` becomes `null`.
  public convenience init!(object value: Any!, in context: JSContext!) {
    self.init(context) { (core) throws(JSThrow) in try core.local(of: value) }
  }

  /// Makes a boolean.
  public convenience init!(bool value: Bool, in context: JSContext!) {
    self.init(unsafe JSLocal(JSValueMakeBoolean(context.core.ref, value)), in: context.core)
  }

  /// Makes a number.
  public convenience init!(double value: Double, in context: JSContext!) {
    self.init(unsafe JSLocal(JSValueMakeNumber(context.core.ref, value)), in: context.core)
  }

  /// Makes a number.
  public convenience init!(int32 value: Int32, in context: JSContext!) {
    self.init(double: Double(value), in: context)
  }

  /// Makes a number.
  public convenience init!(uInt32 value: UInt32, in context: JSContext!) {
    self.init(double: Double(value), in: context)
  }

  /// Makes an object without properties.
  public convenience init!(newObjectIn context: JSContext!) {
    self.init(context) { core in unsafe JSLocal(JSObjectMake(core.ref, nil, nil)) }
  }

  /// Makes an array without elements.
  public convenience init!(newArrayIn context: JSContext!) {
    self.init(context) { (core) throws(JSThrow) in
      unsafe try core.run { exception in unsafe JSObjectMakeArray(core.ref, 0, nil, exception) }
    }
  }

  /// Makes a regular expression; an invalid pattern or flag makes `undefined`, with a `SyntaxError` in the context.
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

  /// Makes an `Error`.
  public convenience init!(newErrorFromMessage message: String!, in context: JSContext!) {
    self.init(context) { (core) throws(JSThrow) in
      let text = JSText(message ?? "")
      var argument: JSValueRef? = unsafe JSValueMakeString(core.ref, text.ref)
      return unsafe try core.run { exception in unsafe JSObjectMakeError(core.ref, 1, &argument, exception) }
    }
  }

  /// Makes a symbol that is not equal to any other.
  public convenience init!(newSymbolFromDescription description: String!, in context: JSContext!) {
    self.init(context) { core in
      let text = JSText(description ?? "")
      return unsafe JSLocal(JSValueMakeSymbol(core.ref, text.ref))
    }
  }

  /// Makes `null`.
  public convenience init!(nullIn context: JSContext!) {
    self.init(unsafe JSLocal(JSValueMakeNull(context.core.ref)), in: context.core)
  }

  /// Makes `undefined`.
  public convenience init!(undefinedIn context: JSContext!) {
    self.init(context.core.undefined, in: context.core)
  }

  /// Makes a reference to a value of the engine, which must belong to the context's virtual machine.
  public convenience init!(jsValueRef value: JSValueRef!, in context: JSContext!) {
    guard let value = unsafe value, let context else { return nil }
    self.init(unsafe JSLocal(value), in: context.core)
  }

  // MARK: BigInt

  /// Makes a BigInt from text, as JavaScript's `BigInt(string)` does; nil, and a `SyntaxError`, for invalid text.
  public convenience init?(newBigIntFrom string: String, in context: JSContext) {
    unsafe self.init(bigInt: context) { core, exception in
      let text = JSText(string)
      return unsafe JSBigIntCreateWithString(core.ref, text.ref, exception)
    }
  }

  /// Makes a BigInt.
  public convenience init?(newBigIntFrom int64: Int64, in context: JSContext) {
    unsafe self.init(bigInt: context) { core, exception in unsafe JSBigIntCreateWithInt64(core.ref, int64, exception) }
  }

  /// Makes a BigInt.
  public convenience init?(newBigIntFrom uint64: UInt64, in context: JSContext) {
    unsafe self.init(bigInt: context) { core, exception in unsafe JSBigIntCreateWithUInt64(core.ref, uint64, exception)
    }
  }

  /// Makes a BigInt from a whole number; nil, and a `RangeError`, for any other number.
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
