import CJavaScriptCore
import Foundation
import JavaScriptEngine

/// The context in which a value is read or written: inside a call from JavaScript, or in a call to it.
@safe struct JSEntry {
  let ref: JSContextRef
  let readsBits: Bool
  private let state: Unmanaged<JSContextState>

  @inline(__always)
  init(_ state: JSContextState, _ ref: JSContextRef) {
    unsafe self.ref = ref
    readsBits = state.readsBits
    unsafe self.state = .passUnretained(state)
  }

  /// The full context, for conversions that need more than the engine; a number does not.
  var core: JSContextCore {
    let state = unsafe state.takeUnretainedValue()
    return state.facade { JSContext(core: JSContextCore(joining: state)) }.core
  }
}

extension JSContextCore {
  var entry: JSEntry { unsafe JSEntry(state, ref) }
}

/// A Swift type that is converted to a JavaScript value instead of being wrapped.
///
/// Reading follows JavaScript's conversions, as Apple's framework does for the parameters of blocks.
protocol JSBridged {
  /// Whether `null` and `undefined` are values for the type, also where it is optional.
  ///
  /// As in Apple's framework, a `String?` is "undefined".
  static var readsNothing: Bool { get }
  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> Self
  func write(in entry: JSEntry) throws(JSThrow) -> JSLocal
}

extension JSBridged {
  static var readsNothing: Bool { false }
}

extension JSEntry {
  @inline(__always)
  func number(_ value: JSLocal) throws(JSThrow) -> Double {
    if readsBits, let number = ImmediateValues.number(value.bits) { return number }
    var exception: JSValueRef?
    let number = unsafe JSValueToNumber(ref, value.ref, &exception)
    if let exception = unsafe exception { throw unsafe JSThrow(JSLocal(exception)) }
    return number
  }

  func isUndefined(_ value: JSLocal) -> Bool { unsafe JSValueIsUndefined(ref, value.ref) }

  var undefined: JSLocal { unsafe JSLocal(JSValueMakeUndefined(ref)) }

  @inline(__always)
  func make(_ number: Double) -> JSLocal {
    readsBits ? JSLocal(bits: ImmediateValues.bits(number)) : unsafe JSLocal(JSValueMakeNumber(ref, number))
  }
}

extension Double: JSBridged {
  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> Double { try entry.number(value) }
  func write(in entry: JSEntry) -> JSLocal { entry.make(self) }
}

extension Float: JSBridged {
  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> Float { Float(try entry.number(value)) }
  func write(in entry: JSEntry) -> JSLocal { entry.make(Double(self)) }
}

extension CGFloat: JSBridged {
  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> CGFloat { CGFloat(try entry.number(value)) }
  func write(in entry: JSEntry) -> JSLocal { entry.make(Double(self)) }
}

extension FixedWidthInteger {
  /// The value rounded toward zero; 0 for NaN, and the type's nearest bound for a value out of range.
  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> Self {
    if Self.bitWidth == 64, unsafe JSValueIsBigInt(entry.ref, value.ref) { return read(bigInt: value, in: entry) }
    let number = try entry.number(value)
    if let exact = Self(exactly: number.rounded(.towardZero)) { return exact }
    return number.isNaN ? 0 : number < 0 ? .min : .max
  }

  /// Clamps, because the engine's own conversion is modulo 2^64.
  private static func read(bigInt value: JSLocal, in entry: JSEntry) -> Self {
    if unsafe JSValueCompareInt64(entry.ref, value.ref, Int64(clamping: Self.min), nil) == kJSRelationConditionLessThan
    {
      return .min
    }
    if unsafe JSValueCompareUInt64(entry.ref, value.ref, UInt64(Self.max), nil) == kJSRelationConditionGreaterThan {
      return .max
    }
    return unsafe Self(truncatingIfNeeded: JSValueToInt64(entry.ref, value.ref, nil))
  }

  func write(in entry: JSEntry) -> JSLocal { entry.make(Double(self)) }
}

extension Int: JSBridged {}
extension Int8: JSBridged {}
extension Int16: JSBridged {}
extension Int32: JSBridged {}
extension Int64: JSBridged {}
extension UInt: JSBridged {}
extension UInt8: JSBridged {}
extension UInt16: JSBridged {}
extension UInt32: JSBridged {}
extension UInt64: JSBridged {}

extension Bool: JSBridged {
  static func read(_ value: JSLocal, in entry: JSEntry) -> Bool { unsafe JSValueToBoolean(entry.ref, value.ref) }
  func write(in entry: JSEntry) -> JSLocal { unsafe JSLocal(JSValueMakeBoolean(entry.ref, self)) }
}

extension String: JSBridged {
  static var readsNothing: Bool { true }
  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> String {
    var exception: JSValueRef?
    let text = unsafe JSValueToStringCopy(entry.ref, value.ref, &exception)
    if let exception = unsafe exception { throw unsafe JSThrow(JSLocal(exception)) }
    return unsafe text.map { unsafe JSText(owned: $0).string } ?? ""
  }

  func write(in entry: JSEntry) -> JSLocal {
    let text = JSText(self)
    return unsafe JSLocal(JSValueMakeString(entry.ref, text.ref))
  }
}

extension Substring: JSBridged {
  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> Substring {
    try String.read(value, in: entry)[...]
  }
  func write(in entry: JSEntry) -> JSLocal { String(self).write(in: entry) }
}

extension Character: JSBridged {
  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> Character {
    let text = try String.read(value, in: entry)
    guard text.count == 1 else { throw entry.core.typeError("Expected one character, found \(text.count)") }
    return Character(text)
  }
  func write(in entry: JSEntry) -> JSLocal { String(self).write(in: entry) }
}

extension Date: JSBridged {
  static var readsNothing: Bool { true }
  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> Date {
    Date(timeIntervalSince1970: try entry.number(value) / 1000)
  }
  func write(in entry: JSEntry) throws(JSThrow) -> JSLocal { try entry.core.make(date: timeIntervalSince1970) }
}

extension Data: JSBridged {
  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> Data {
    let core = entry.core
    guard let bytes = core.bytes(value) else { throw core.typeError("Expected an ArrayBuffer or a typed array") }
    return Data(bytes)
  }
  func write(in entry: JSEntry) throws(JSThrow) -> JSLocal { try entry.core.make(bytes: [UInt8](self)) }
}

extension URL: JSBridged {
  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> URL {
    let text = try String.read(value, in: entry)
    guard let url = URL(string: text) else { throw entry.core.typeError("\(text) is not a URL") }
    return url
  }
  func write(in entry: JSEntry) -> JSLocal { absoluteString.write(in: entry) }
}

extension UUID: JSBridged {
  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> UUID {
    let text = try String.read(value, in: entry)
    guard let uuid = UUID(uuidString: text) else { throw entry.core.typeError("\(text) is not a UUID") }
    return uuid
  }
  func write(in entry: JSEntry) -> JSLocal { uuidString.write(in: entry) }
}

extension Decimal: JSBridged {
  /// Converted by its decimal digits: `0.1` is a tenth, not the nearest double.
  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> Decimal {
    Decimal(string: try String.read(value, in: entry)) ?? .nan
  }
  func write(in entry: JSEntry) -> JSLocal { entry.make(NSDecimalNumber(decimal: self).doubleValue) }
}

extension Optional: JSBridged where Wrapped: JSBridged {
  /// Nil for `null` and `undefined`, unless they are values for the type.
  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> Wrapped? {
    if Wrapped.readsNothing { return try Wrapped.read(value, in: entry) }
    switch unsafe JSValueGetType(entry.ref, value.ref) {
    case kJSTypeNull, kJSTypeUndefined: return nil
    default: return try Wrapped.read(value, in: entry)
    }
  }
  func write(in entry: JSEntry) throws(JSThrow) -> JSLocal {
    guard let self else { return unsafe JSLocal(JSValueMakeUndefined(entry.ref)) }
    return try self.write(in: entry)
  }
}

/// An integer that a JavaScript number cannot represent exactly.
package struct JSBigInteger: JSBridged {
  let digits: String
  package init(_ digits: String) { self.digits = digits }

  static func read(_ value: JSLocal, in entry: JSEntry) throws(JSThrow) -> JSBigInteger {
    JSBigInteger(try String.read(value, in: entry))
  }

  func write(in entry: JSEntry) throws(JSThrow) -> JSLocal {
    let text = JSText(digits)
    var exception: JSValueRef?
    let made = unsafe JSBigIntCreateWithString(entry.ref, text.ref, &exception)
    if let exception = unsafe exception { throw unsafe JSThrow(JSLocal(exception)) }
    return unsafe JSLocal(made!)
  }
}
