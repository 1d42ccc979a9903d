import CJavaScriptCore
import Foundation
import JavaScriptEngine

/// How deep values may be nested to be converted: what Swift's stacks bear, and its release of nested arrays.
let deepestConversion = 256

extension JSContextCore {
  /// Converts a Swift value to JavaScript; the result is on the stack only.
  func local(of value: Any?) throws(JSThrow) -> JSLocal {
    guard let value else { return undefined }
    // The commonest types first, told by one comparison of pointers each: casting costs ten times that.
    func fast<Value>(_ value: Value) -> JSLocal? {
      if Value.self == Int.self { return make(Double(unsafe unsafeBitCast(value, to: Int.self))) }
      if Value.self == Double.self { return make(unsafe unsafeBitCast(value, to: Double.self)) }
      if Value.self == String.self { return make(unsafe unsafeBitCast(value, to: String.self)) }
      if Value.self == Bool.self { return make(unsafe unsafeBitCast(value, to: Bool.self)) }
      return nil
    }
    if let local = _openExistential(value, do: fast) { return local }
    return try convert(value, depth: 0)
  }

  func local(of value: JSValue) throws(JSThrow) -> JSLocal {
    guard value.core.virtualMachine === virtualMachine else {
      throw typeError("A value of another virtual machine cannot be used here")
    }
    return value.local
  }

  @inline(__always)
  func make(_ number: Double) -> JSLocal {
    state.readsBits ? JSLocal(bits: ImmediateValues.bits(number)) : unsafe JSLocal(JSValueMakeNumber(ref, number))
  }
  func make(_ boolean: Bool) -> JSLocal { unsafe JSLocal(JSValueMakeBoolean(ref, boolean)) }
  var null: JSLocal { unsafe JSLocal(JSValueMakeNull(ref)) }
  func make(_ string: String) -> JSLocal {
    let text = JSText(string)
    return unsafe JSLocal(JSValueMakeString(ref, text.ref))
  }

  // MARK: Everything else

  private func convert(_ value: Any, depth: Int) throws(JSThrow) -> JSLocal {
    guard depth < deepestConversion else {
      throw rangeError("The value is nested deeper than \(deepestConversion) levels")
    }
    if type(of: value) is AnyClass {
      // Only objects: any value at all casts to `NSObject`, by being boxed.
      let object = value as AnyObject
      if let value = object as? JSValue { return try local(of: value) }
      if let object = object as? NSObject { return try convert(object: object, depth: depth) }
      return object is any Error ? make(error: value as! any Error) : wrap(value)
    }
    switch value {
    case let value as any JSBridged: return try value.write(in: entry)
    case let value as [String: Any]: return try convert(dictionary: value, depth)
    case let value as [Any]: return try convert(array: value, depth)
    case let value as any OptionalValue:
      guard let wrapped = value.wrapped else { return undefined }
      return try convert(wrapped, depth: depth)
    case let value as any Error: return make(error: value)
    case let value as [AnyHashable: Any]: return try convert(hashed: value, depth)
    case let value as any SetOfValues: return try convert(array: value.values, depth)
    default: return try function(fromAny: value) ?? wrap(value)
    }
  }

  /// Foundation's classes.
  private func convert(
    object: NSObject, depth: Int
  ) throws(JSThrow) -> JSLocal {
    switch object {
    case is NSNull: return null
    case let value as JSManagedValue:
      guard let value = value.value else { return undefined }
      return try local(of: value)
    case let number as NSNumber:
      return number.isBoolean ? make(number.boolValue) : make(number.doubleValue)
    case let string as NSString: return make(string as String)
    case let date as NSDate: return try make(date: date.timeIntervalSince1970)
    case let data as NSData: return try make(bytes: [UInt8](Data(referencing: data)))
    case let url as NSURL: return make(url.absoluteString)
    case let uuid as NSUUID: return make(uuid.uuidString)
    case let array as NSArray: return try convert(array: array.map { $0 }, depth)
    case let set as NSSet: return try convert(array: set.allObjects, depth)
    case let dictionary as NSDictionary: return try convert(hashed: dictionary as! [AnyHashable: Any], depth)
    default: return wrap(object)
    }
  }

  private func convert(
    array: [Any], _ depth: Int
  ) throws(JSThrow) -> JSLocal {
    let made = unsafe try run { unsafe JSObjectMakeArray(ref, 0, nil, $0) }
    for (index, element) in array.enumerated() {
      let value = try nested(element, depth)
      unsafe try checking { unsafe JSObjectSetPropertyAtIndex(ref, made.ref, UInt32(index), value.ref, $0) }
    }
    return made
  }

  private func convert(
    dictionary: [String: Any], _ depth: Int
  ) throws(JSThrow) -> JSLocal {
    try convert(pairs: dictionary.lazy.map { ($0.key, $0.value) }, depth)
  }

  /// Entries with other keys than strings and numbers are left out, as Apple's framework does.
  private func convert(
    hashed: [AnyHashable: Any], _ depth: Int
  ) throws(JSThrow) -> JSLocal {
    var pairs: [(String, Any)] = []
    for (key, value) in hashed {
      if let key = key.base as? String {
        pairs.append((key, value))
      } else if let key = key.base as? any BinaryInteger {
        pairs.append(("\(key)", value))
      }
    }
    return try convert(pairs: pairs, depth)
  }

  private func convert(
    pairs: some Sequence<(String, Any)>, _ depth: Int
  ) throws(JSThrow) -> JSLocal {
    let made = unsafe JSLocal(JSObjectMake(ref, nil, nil))
    for (key, element) in pairs {
      let value = try nested(element, depth)
      try define(key, as: value, in: made)
    }
    return made
  }

  private func nested(
    _ value: Any, _ depth: Int
  ) throws(JSThrow) -> JSLocal {
    func fast<Value>(_ value: Value) -> JSLocal? {
      if Value.self == Int.self { return make(Double(unsafe unsafeBitCast(value, to: Int.self))) }
      if Value.self == Double.self { return make(unsafe unsafeBitCast(value, to: Double.self)) }
      if Value.self == String.self { return make(unsafe unsafeBitCast(value, to: String.self)) }
      return nil
    }
    if let local = _openExistential(value, do: fast) { return local }
    return try convert(value, depth: depth + 1)
  }

  /// Sets a property of an object of ours; `__proto__` becomes one like any other.
  private func define(_ key: String, as value: JSLocal, in object: JSLocal) throws(JSThrow) {
    let name = JSText(key)
    if key == "__proto__" {
      // Assigning would change the prototype; an object from JSON has it as its own property, and that can be assigned.
      return try defineOwn(name, as: value, in: object)
    }
    unsafe try checking { unsafe JSObjectSetProperty(ref, object.ref, name.ref, value.ref, 0, $0) }
  }

  private func defineOwn(_ name: JSText, as value: JSLocal, in object: JSLocal) throws(JSThrow) {
    let global = unsafe JSLocal(JSContextGetGlobalObject(ref)!)
    let objectName = JSText("Object")
    let methodName = JSText("defineProperty")
    let descriptor = unsafe JSLocal(JSObjectMake(ref, nil, nil))
    for (key, value) in [
      ("value", value), ("writable", make(true)), ("enumerable", make(true)), ("configurable", make(true)),
    ] {
      let key = JSText(key)
      unsafe try checking { unsafe JSObjectSetProperty(ref, descriptor.ref, key.ref, value.ref, 0, $0) }
    }
    let constructor = unsafe try run { unsafe JSObjectGetProperty(ref, global.ref, objectName.ref, $0) }
    let method = unsafe try run {
      unsafe JSObjectGetProperty(ref, try! self.object(from: constructor).ref, methodName.ref, $0)
    }
    var arguments = unsafe InlineArray<3, JSValueRef?>(repeating: nil)
    unsafe arguments[0] = object.ref
    unsafe arguments[1] = JSValueMakeString(ref, name.ref)
    unsafe arguments[2] = descriptor.ref
    let function = try self.object(from: method)
    unsafe try withUnsafePointer(to: &arguments) { (arguments) throws(JSThrow) in
      try unsafe arguments.withMemoryRebound(to: JSValueRef?.self, capacity: 3) { (arguments) throws(JSThrow) in
        _ = unsafe try run { unsafe JSObjectCallAsFunction(ref, function.ref, nil, 3, arguments, $0) }
      }
    }
  }

  func make(date seconds: Double) throws(JSThrow) -> JSLocal {
    var argument: JSValueRef? = unsafe JSValueMakeNumber(ref, seconds * 1000)
    return unsafe try run { unsafe JSObjectMakeDate(ref, 1, &argument, $0) }
  }

  /// A `Uint8Array` with a copy of these bytes.
  func make(bytes: [UInt8]) throws(JSThrow) -> JSLocal {
    let array = unsafe try run { unsafe JSObjectMakeTypedArray(ref, kJSTypedArrayTypeUint8Array, bytes.count, $0) }
    if !bytes.isEmpty, let base = unsafe JSObjectGetTypedArrayBytesPtr(ref, array.ref, nil) {
      unsafe UnsafeMutableRawBufferPointer(start: base, count: bytes.count).copyBytes(from: bytes)
    }
    return array
  }
}

/// Tells an optional inside `Any` from its value.
protocol OptionalValue { var wrapped: Any? { get } }

extension Optional: OptionalValue {
  var wrapped: Any? { self }
}

/// Sets of any element.
protocol SetOfValues { var values: [Any] { get } }

extension Set: SetOfValues {
  var values: [Any] { map { $0 } }
}

extension NSNumber {
  /// Whether this is a boolean rather than the number 0 or 1.
  var isBoolean: Bool { type(of: self) == NSNumber.booleanType }
  private static let booleanType = type(of: NSNumber(value: true))
}
