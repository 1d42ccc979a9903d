import CJavaScriptCore
public import Foundation
import JavaScriptEngine

extension JSValue {
  /// Converts the value to Swift by the table in docs/javascriptcore.md.
  ///
  /// Numbers and booleans become `NSNumber` (so `as? Int`, `as? Double` and `as? Bool` work), objects `[String: Any]`,
  /// arrays `[Any]` with `NSNull` for `null` and `undefined`; a wrapped Swift object becomes itself, and `undefined`
  /// becomes nil. A cyclic reference, and a value deeper than 256 levels, stays a `JSValue`.
  @discardableResult
  public func toObject() -> Any! {
    core.object(of: local)
  }

  /// Converts the value to an instance of a class; nil if it is not one.
  @discardableResult
  public func toObjectOf(_ expectedClass: AnyClass!) -> Any! {
    guard let expectedClass, let object = toObject() else { return nil }
    return core.isKind(object, of: expectedClass) ? object : nil
  }

  /// The value as a boolean, by JavaScript's rules.
  @discardableResult
  public func toBool() -> Bool { unsafe JSValueToBoolean(core.ref, local.ref) }

  /// The value as a number, by JavaScript's rules; NaN if the conversion throws.
  @discardableResult
  public func toDouble() -> Double {
    core.notifying(else: .nan) { () throws(JSThrow) in try core.number(of: local) }
  }

  /// The result of `value | 0` in JavaScript: modulo 2^32; 0 for NaN and infinities.
  @discardableResult
  public func toInt32() -> Int32 {
    core.notifying(else: 0) { () throws(JSThrow) in
      unsafe try core.checking { exception in unsafe JSValueToInt32(core.ref, local.ref, exception) }
    }
  }

  /// The result of `value >>> 0` in JavaScript: modulo 2^32; 0 for NaN and infinities.
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

  /// A boolean for a boolean, otherwise the number by JavaScript's rules; NaN if the conversion throws.
  @discardableResult
  public func toNumber() -> NSNumber! {
    if isBoolean { return NSNumber(value: toBool()) }
    return NSNumber(javaScript: toDouble())
  }

  /// The value as text, by JavaScript's rules; nil if the conversion throws.
  ///
  /// A lone surrogate becomes U+FFFD, because a Swift string cannot contain it.
  @discardableResult
  public func toString() -> String! {
    if let wrapped = core.wrapped(local) as? String { return wrapped }
    return core.notifying(else: nil) { () throws(JSThrow) in try core.text(of: local) }
  }

  /// The date for the value as milliseconds since 1970; nil if the conversion throws.
  ///
  /// If the value is not a number, the date's interval is NaN, as in Apple's framework.
  @discardableResult
  public func toDate() -> Date! {
    if let wrapped = core.wrapped(local) as? Date { return wrapped }
    return core.notifying(else: nil) { () throws(JSThrow) in
      Date(timeIntervalSince1970: try core.number(of: local) / 1000)
    }
  }

  /// The elements up to the object's `length`; nil for `null` and `undefined`.
  ///
  /// A primitive causes a `TypeError`, more than 2^24 elements cause a `RangeError`.
  @discardableResult
  public func toArray() -> [Any]! {
    core.notifying(else: nil) { () throws(JSThrow) in try core.array(of: local) }
  }

  /// The object's enumerable properties; nil for `null` and `undefined`.
  ///
  /// A primitive causes a `TypeError`. Properties that are `undefined` or whose getter throws are skipped.
  @discardableResult
  public func toDictionary() -> [AnyHashable: Any]! {
    core.notifying(else: nil) { () throws(JSThrow) in try core.dictionary(of: local) }
  }
}

extension JSContextCore {
  /// Calls an engine function that reports exceptions and returns no JavaScript value.
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

  /// The text of an engine string.
  ///
  /// Most strings are ASCII, which the engine stores as bytes; reading them as UTF-16 would make it store a second
  /// copy.
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
    // Swift types also match the Foundation classes to which they bridge.
    if let object = object as? NSObject { return object.isKind(of: expected) }
    var type: AnyClass? = Swift.type(of: object as AnyObject)
    while let current = type {
      if current == expected { return true }
      type = _getSuperclass(current)
    }
    return false
  }
}
