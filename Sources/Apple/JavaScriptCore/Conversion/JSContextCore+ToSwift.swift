import CJavaScriptCore
import Foundation
import JavaScriptEngine

/// The largest array that is converted: a script can claim any length, and each element takes 32 bytes.
let maximumArrayLength = 1 << 24

extension JSContextCore {
  /// Converts a value to Swift, objects and arrays to Swift's containers; nil for `undefined`.
  func object(of value: JSLocal) -> Any? {
    if let primitive = primitive(value) { return primitive.value }
    return locked { convert(value, as: nil) }
  }

  func array(of value: JSLocal) throws(JSThrow) -> [Any]? {
    if let wrapped = wrapped(value) as? [Any] { return wrapped }
    guard try isContainer(value, "an array") else { return nil }
    let count = count(of: value)
    guard count <= maximumArrayLength else {
      throw rangeError("An array of \(count) elements is too long to convert: the limit is \(maximumArrayLength)")
    }
    return locked { convert(value, as: .array) as? [Any] }
  }

  func dictionary(of value: JSLocal) throws(JSThrow) -> [AnyHashable: Any]? {
    if let wrapped = wrapped(value) as? [AnyHashable: Any] { return wrapped }
    guard try isContainer(value, "a dictionary") else { return nil }
    return locked { convert(value, as: .dictionary) as? [AnyHashable: Any] }
  }

  private func isContainer(_ value: JSLocal, _ name: String) throws(JSThrow) -> Bool {
    switch unsafe JSValueGetType(ref, value.ref) {
    case kJSTypeObject: return true
    case kJSTypeNull, kJSTypeUndefined: return false
    default: throw typeError("Cannot convert primitive to \(name)")
    }
  }

  /// Converts values without properties; nil for objects.
  private func primitive(_ value: JSLocal) -> (value: Any?, Void)? {
    if state.readsBits, let number = ImmediateValues.number(value.bits) { return (NSNumber(javaScript: number), ()) }
    switch unsafe JSValueGetType(ref, value.ref) {
    case kJSTypeObject: return nil
    case kJSTypeNumber: return (NSNumber(javaScript: unsafe JSValueToNumber(ref, value.ref, nil)), ())
    case kJSTypeString:
      return ((try? text(of: value)) ?? "", ())
    case kJSTypeBoolean: return (NSNumber(value: unsafe JSValueToBoolean(ref, value.ref)), ())
    case kJSTypeNull: return (NSNull(), ())
    case kJSTypeUndefined: return (nil, ())
    case kJSTypeBigInt: return (integer(value), ())
    default: return (self.value(value), ())  // A symbol is not converted.
    }
  }

  /// Converts a BigInt to the number that holds it exactly: `NSNumber` up to 64 bits, then `NSDecimalNumber`.
  private func integer(_ value: JSLocal) -> Any? {
    let signed = unsafe JSValueToInt64(ref, value.ref, nil)
    if unsafe JSValueCompareInt64(ref, value.ref, signed, nil) == kJSRelationConditionEqual {
      return NSNumber(value: signed)
    }
    let unsigned = unsafe JSValueToUInt64(ref, value.ref, nil)
    if unsafe JSValueCompareUInt64(ref, value.ref, unsigned, nil) == kJSRelationConditionEqual {
      return NSNumber(value: unsigned)
    }
    guard let digits = try? text(of: value) else { return nil }
    return NSDecimalNumber(string: digits)
  }

  private func convert(_ value: JSLocal, as shape: ObjectConverter.Shape?) -> Any? {
    var converter = ObjectConverter(core: self)
    defer { converter.unprotectVisited() }
    return converter.convert(value, as: shape, depth: 0)
  }

  // MARK: One level

  /// The category of a value for the conversion.
  enum Category {
    case value(Any?)
    case array
    case dictionary
  }

  func category(_ value: JSLocal) -> Category {
    if let primitive = primitive(value) { return .value(primitive.value) }
    if unsafe JSValueIsArray(ref, value.ref) { return .array }
    if let wrapped = wrapped(object: value) { return .value(wrapped) }
    if let type = state.exportedType(constructor: value) { return .value(type) }
    if unsafe JSValueIsDate(ref, value.ref) {
      return .value(Date(timeIntervalSince1970: unsafe JSValueToNumber(ref, value.ref, nil) / 1000))
    }
    switch unsafe JSValueGetTypedArrayType(ref, value.ref, nil) {
    case kJSTypedArrayTypeNone: break
    case kJSTypedArrayTypeArrayBuffer, kJSTypedArrayTypeUint8Array, kJSTypedArrayTypeUint8ClampedArray:
      return .value(Data(bytes(value) ?? []))
    default: return .array
    }
    return .dictionary
  }

  /// Copies the bytes of an `ArrayBuffer` or of the part that a view covers; nil for anything else.
  func bytes(_ value: JSLocal) -> [UInt8]? {
    let type = unsafe JSValueGetTypedArrayType(ref, value.ref, nil)
    if type == kJSTypedArrayTypeNone { return nil }
    if type == kJSTypedArrayTypeArrayBuffer {
      let count = unsafe JSObjectGetArrayBufferByteLength(ref, value.ref, nil)
      guard count > 0, let base = unsafe JSObjectGetArrayBufferBytesPtr(ref, value.ref, nil) else { return [] }
      return unsafe [UInt8](UnsafeRawBufferPointer(start: base, count: count))
    }
    let count = unsafe JSObjectGetTypedArrayByteLength(ref, value.ref, nil)
    let offset = unsafe JSObjectGetTypedArrayByteOffset(ref, value.ref, nil)
    guard count > 0, let base = unsafe JSObjectGetTypedArrayBytesPtr(ref, value.ref, nil) else { return [] }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: base + offset, count: count))
  }

  /// Clears an exception that a proxy threw in an engine function without exception parameter; the next call would
  /// throw it.
  func dropException() {
    var exception: JSValueRef?
    _ = unsafe JSValueToNumber(ref, JSValueMakeNull(ref), &exception)
  }

  /// The `length` of an object as an unsigned integer; 0 if reading it throws.
  func count(of object: JSLocal) -> Int {
    let name = JSText("length")
    guard let length = unsafe JSObjectGetProperty(ref, object.ref, name.ref, nil) else { return 0 }
    var exception: JSValueRef?
    let count = unsafe JSValueToUInt32(ref, length, &exception)
    return unsafe exception == nil ? Int(count) : 0
  }

  /// The element; nil if reading it throws.
  func element(_ index: Int, of object: JSLocal) -> JSLocal? {
    var exception: JSValueRef?
    let value = unsafe JSObjectGetPropertyAtIndex(ref, object.ref, UInt32(index), &exception)
    guard unsafe exception == nil, let value = unsafe value else { return nil }
    return unsafe JSLocal(value)
  }
}

/// Converts trees of objects and arrays to Swift dictionaries and arrays.
///
/// A cyclic reference, and a value below the maximum depth, stays a `JSValue`: Swift's containers cannot contain
/// themselves, Foundation's overflow the stack on Linux if they do, and releasing deeply nested ones overflows it too.
@safe struct ObjectConverter {
  enum Shape { case array, dictionary }

  let core: JSContextCore
  /// The containers that were visited; nil while a container is being converted.
  ///
  /// Protected during the conversion: the result of a getter has no other reference, and after a collection a new
  /// object could get its address.
  private var seen: [OpaquePointer: Any?] = unsafe [:]
  private var keys = PropertyKeys()

  init(core: JSContextCore) { self.core = core }

  mutating func convert(_ value: JSLocal, as shape: Shape?, depth: Int) -> Any? {
    let isArray: Bool
    switch shape {
    case .array: isArray = true
    case .dictionary: isArray = false
    case nil:
      switch core.category(value) {
      case .value(let value): return value
      case .array: isArray = true
      case .dictionary: isArray = false
      }
    }
    switch unsafe seen[value.ref] {
    case .some(.some(let made)): return made
    case .some(.none): return core.value(value)
    case nil: break
    }
    guard depth < maximumConversionDepth, !isArray || core.count(of: value) <= maximumArrayLength else {
      return core.value(value)
    }
    unsafe JSValueProtect(core.ref, value.ref)
    unsafe seen[value.ref] = .some(nil)
    let made: Any = isArray ? array(value, depth) : dictionary(value, depth)
    unsafe seen[value.ref] = made
    return made
  }

  /// Unprotects the visited containers after the conversion.
  func unprotectVisited() {
    unsafe seen.keys.forEach { container in unsafe JSValueUnprotect(core.ref, container) }
  }

  private mutating func array(_ value: JSLocal, _ depth: Int) -> [Any] {
    let count = core.count(of: value)
    var elements: [Any] = []
    // A length is only claimed: an object may have any.
    elements.reserveCapacity(min(count, 4096))
    for index in 0..<count {
      elements.append(core.element(index, of: value).flatMap { convert($0, as: nil, depth: depth + 1) } ?? NSNull())
    }
    return elements
  }

  private mutating func dictionary(_ value: JSLocal, _ depth: Int) -> [String: Any] {
    let names = unsafe JSObjectCopyPropertyNames(core.ref, value.ref)!
    defer { unsafe JSPropertyNameArrayRelease(names) }
    core.dropException()
    let count = unsafe JSPropertyNameArrayGetCount(names)
    var entries = [String: Any](minimumCapacity: count)
    for index in 0..<count {
      let name = unsafe JSPropertyNameArrayGetNameAtIndex(names, index)!
      var exception: JSValueRef?
      let property = unsafe JSObjectGetProperty(core.ref, value.ref, name, &exception)
      // A property whose getter throws is skipped.
      guard unsafe exception == nil, let property = unsafe property else { continue }
      if let converted = convert(unsafe JSLocal(property), as: nil, depth: depth + 1) {
        unsafe entries[keys.key(index, unsafe name)] = converted
      }
    }
    return entries
  }
}

/// The property names of recent objects, by their position: the rows of a table have the same names.
private struct PropertyKeys {
  private var known: [(text: JSText, key: String)] = []

  mutating func key(_ index: Int, _ name: JSStringRef) -> String {
    if index < known.count {
      if unsafe JSStringIsEqual(known[index].text.ref, name) { return known[index].key }
    } else if index > known.count || index >= 64 {
      return unsafe JSContextCore.string(name)
    }
    let key = unsafe JSContextCore.string(name)
    let entry = (text: unsafe JSText(owned: JSStringRetain(name)), key: key)
    if index < known.count { known[index] = entry } else { known.append(entry) }
    return key
  }
}
