import CJavaScriptCore
public import Foundation
import JavaScriptEngine

extension JSValue {
  /// Converts to a Swift value; see the table of conversions in docs/javascriptcore.md.
  ///
  /// Numbers and booleans are `NSNumber` (so `as? Int`, `as? Double`, `as? Bool` work), objects `[String: Any]`, arrays
  /// `[Any]` with `NSNull` for `null` and `undefined`, a wrapped Swift object that object itself. `undefined` is nil.
  /// Where an object holds itself, and deeper than 256 levels, stands its `JSValue`.
  @discardableResult
  public func toObject() -> Any! {
    core.object(of: local)
  }

  /// Converts to a Swift value of a class; nil if it is no instance of it.
  @discardableResult
  public func toObjectOf(_ expectedClass: AnyClass!) -> Any! {
    guard let expectedClass, let object = toObject() else { return nil }
    return core.isKind(object, of: expectedClass) ? object : nil
  }

  /// The boolean that JavaScript's rules make of it.
  @discardableResult
  public func toBool() -> Bool { unsafe JSValueToBoolean(core.ref, local.ref) }

  /// The number that JavaScript's rules make of it; NaN if that throws.
  @discardableResult
  public func toDouble() -> Double {
    core.notifying(else: .nan) { () throws(JSThrow) in try core.number(of: local) }
  }

  /// The integer that JavaScript's `value | 0` yields: modulo 2^32; 0 for NaN and infinities.
  @discardableResult
  public func toInt32() -> Int32 {
    core.notifying(else: 0) { () throws(JSThrow) in
      unsafe try core.checking { exception in unsafe JSValueToInt32(core.ref, local.ref, exception) }
    }
  }

  /// The integer that JavaScript's `value >>> 0` yields: modulo 2^32; 0 for NaN and infinities.
  @discardableResult
  public func toUInt32() -> UInt32 {
    core.notifying(else: 0) { () throws(JSThrow) in
      unsafe try core.checking { exception in unsafe JSValueToUInt32(core.ref, local.ref, exception) }
    }
  }

  /// The number or BigInt as an integer, modulo 2^64.
  @discardableResult
  public func toInt64() -> Int64 {
    core.notifying(else: 0) { () throws(JSThrow) in
      unsafe try core.checking { exception in unsafe JSValueToInt64(core.ref, local.ref, exception) }
    }
  }

  /// The number or BigInt as an integer, modulo 2^64.
  @discardableResult
  public func toUInt64() -> UInt64 {
    core.notifying(else: 0) { () throws(JSThrow) in
      unsafe try core.checking { exception in unsafe JSValueToUInt64(core.ref, local.ref, exception) }
    }
  }

  /// A boolean as a boolean, anything else as the number that JavaScript's rules make of it.
  @discardableResult
  public func toNumber() -> NSNumber! {
    if let wrapped = core.wrapped(local) as? NSNumber { return wrapped }
    if isBoolean { return NSNumber(value: toBool()) }
    return NSNumber(value: toDouble())
  }

  /// The text that JavaScript's rules make of it; nil if that throws.
  ///
  /// A lone surrogate becomes U+FFFD: Swift's strings have none.
  @discardableResult
  public func toString() -> String! {
    if let wrapped = core.wrapped(local) as? String { return wrapped }
    return core.notifying(else: nil) { () throws(JSThrow) in try core.text(of: local) }
  }

  /// The moment that the value's number names, in milliseconds since 1970; nil if conversion throws.
  ///
  /// For what is no number, such as text that is none, the date's interval is NaN, as in Apple's framework.
  @discardableResult
  public func toDate() -> Date! {
    if let wrapped = core.wrapped(local) as? Date { return wrapped }
    return core.notifying(else: nil) { () throws(JSThrow) in
      Date(timeIntervalSince1970: try core.number(of: local) / 1000)
    }
  }

  /// The elements, as many as the object's `length` says; nil for `null` and `undefined`.
  ///
  /// A primitive is refused with a `TypeError`, more than 2^24 elements with a `RangeError`.
  @discardableResult
  public func toArray() -> [Any]! {
    core.notifying(else: nil) { () throws(JSThrow) in try core.array(of: local) }
  }

  /// The object's enumerable properties; nil for `null` and `undefined`.
  ///
  /// A primitive is refused with a `TypeError`. Properties that are `undefined`, or whose getter throws, are left out.
  @discardableResult
  public func toDictionary() -> [AnyHashable: Any]! {
    core.notifying(else: nil) { () throws(JSThrow) in try core.dictionary(of: local) }
  }
}

extension JSContextCore {
  /// Runs an engine's function that reports exceptions and returns no value of JavaScript's.
  @inline(__always)
  func checking<Result>(_ body: (UnsafeMutablePointer<JSValueRef?>) -> Result) throws(JSThrow) -> Result {
    var exception: JSValueRef?
    let result = unsafe body(&exception)
    if let exception = unsafe exception { throw unsafe JSThrow(JSLocal(exception)) }
    return result
  }

  @inline(__always)
  func number(of value: JSLocal) throws(JSThrow) -> Double {
    if state.readsBits, let number = ImmediateValues.number(value.bits) { return number }
    return try converted(toNumber: value)
  }

  private func converted(toNumber value: JSLocal) throws(JSThrow) -> Double {
    unsafe try checking { exception in unsafe JSValueToNumber(ref, value.ref, exception) }
  }

  func text(of value: JSLocal) throws(JSThrow) -> String {
    guard let text = unsafe try checking({ exception in unsafe JSValueToStringCopy(ref, value.ref, exception) })
    else { return "" }
    defer { unsafe JSStringRelease(text) }
    return unsafe JSContextCore.string(text)
  }

  /// The text of an engine's string.
  ///
  /// Most are ASCII, which the engine keeps in bytes; asking for UTF-16 would make it widen and keep a copy.
  static func string(_ text: JSStringRef) -> String {
    let count = unsafe JSStringGetLength(text)
    guard count <= 1024 else { return unsafe JSText(owned: JSStringRetain(text)).string }
    let ascii = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { buffer -> String? in
      guard unsafe JSStringGetUTF8CString(text, buffer.baseAddress!, count + 1) == count + 1 else { return nil }
      return unsafe buffer.withMemoryRebound(to: UInt8.self) { bytes in
        var bits: UInt8 = 0
        for index in 0..<count { unsafe bits |= bytes[index] }
        return bits < 0x80
          ? unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[..<count]), as: UTF8.self) : nil
      }
    }
    return unsafe ascii ?? JSText(owned: JSStringRetain(text)).string
  }

  func isKind(_ object: Any, of expected: AnyClass) -> Bool {
    // Swift's own types stand for the classes of Foundation that they bridge to.
    if let object = object as? NSObject { return object.isKind(of: expected) }
    var type: AnyClass? = Swift.type(of: object as AnyObject)
    while let current = type {
      if current == expected { return true }
      type = _getSuperclass(current)
    }
    return false
  }
}
