import CJavaScriptCore
import Foundation
package import JavaScriptEngine

/// The deepest nesting that is converted.
///
/// Swift's stacks bear it, as does the release of nested arrays.
let maximumConversionDepth = 256

extension JSContextCore {
  /// Converts a Swift value to JavaScript.
  ///
  /// The result is protected by the stack only.
  package func local(of value: Any?) throws(JSThrow) -> JSLocal {
    guard let value else { return undefined }
    // The most common types first, by comparing pointers: a cast takes ten times as long.
    func fast<Value>(_ value: Value) -> JSLocal? {
      if Value.self == Int.self { return make(Double(unsafe Swift.unsafeBitCast(value, to: Int.self))) }
      if Value.self == Double.self { return make(unsafe Swift.unsafeBitCast(value, to: Double.self)) }
      if Value.self == String.self { return make(unsafe Swift.unsafeBitCast(value, to: String.self)) }
      if Value.self == Bool.self { return make(unsafe Swift.unsafeBitCast(value, to: Bool.self)) }
      return nil
    }
    if let local = _openExistential(value, do: fast) { return local }
    return try convert(value)
  }

  func local(of value: JSValue) throws(JSThrow) -> JSLocal {
    if value.core.virtualMachine === virtualMachine { return value.local }
    if let block = value.core.block { return block.makeFunction(in: self) }
    guard value.isImmediate else { throw typeError("A value of another virtual machine cannot be used here") }
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

  private func convert(_ value: Any) throws(JSThrow) -> JSLocal {
    var conversion = JSConversion()
    return try convert(value, 0, &conversion)
  }

  private func convert(_ value: Any, _ depth: Int, _ conversion: inout JSConversion) throws(JSThrow) -> JSLocal {
    guard depth < maximumConversionDepth else {
      throw rangeError("The value is nested deeper than \(maximumConversionDepth) levels")
    }
    if type(of: value) is AnyClass {
      // Only for class types: every Swift value can be cast to `NSObject`, by boxing.
      let object = value as AnyObject
      if let value = object as? JSValue { return try local(of: value) }
      if let object = object as? NSObject { return try convert(object: object, depth, &conversion) }
      return object is any Error ? make(error: value as! any Error) : try wrap(value)
    }
    switch value {
    case let value as any JSBridged: return try value.write(in: entry)
    case let value as [String: Any]: return try convert(dictionary: value, depth, &conversion)
    case let value as [Any]: return try convert(array: value, depth, &conversion)
    case let value as any OptionalValue:
      guard let wrapped = value.wrapped else { return undefined }
      return try convert(wrapped, depth, &conversion)
    case let value as any Error: return make(error: value)
    case let value as [AnyHashable: Any]:
      return try convert(pairs: value.lazy.map { (JSConversion.name($0.key.base), $0.value) }, depth, &conversion)
    case let value as any SetOfValues: return try convert(array: value.values, depth, &conversion)
    case let type as any JSExport.Type: return try exportedClass(of: type).constructor.local
    default:
      if let function = try function(fromAny: value) { return function }
      return try wrap(value)
    }
  }

  /// Foundation's classes.
  private func convert(
    object: NSObject, _ depth: Int, _ conversion: inout JSConversion
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
    case is NSArray, is NSDictionary, is NSSet: return try convert(container: object, depth, &conversion)
    default: return try wrap(object)
    }
  }

  /// A container that was converted before becomes the same object again, because it may contain itself.
  private func convert(
    container: NSObject, _ depth: Int, _ conversion: inout JSConversion
  ) throws(JSThrow) -> JSLocal {
    if let made = conversion[container] { return made }
    switch container {
    case let array as NSArray:
      let elements = FoundationStorage.elements(of: array)?.map(FoundationStorage.unboxed) ?? array.map { $0 }
      return try convert(array: elements, depth, &conversion, container)
    case let set as NSSet:
      let elements = FoundationStorage.elements(of: set)?.map(FoundationStorage.unboxed) ?? set.allObjects
      return try convert(array: elements, depth, &conversion, container)
    case let dictionary as NSDictionary:
      if let entries = FoundationStorage.entries(of: dictionary) {
        let pairs = entries.lazy.map { (JSConversion.name($0.key), FoundationStorage.unboxed($0.value)) }
        return try convert(pairs: pairs, depth, &conversion, container)
      }
      let pairs = (dictionary as! [AnyHashable: Any]).lazy.map { (JSConversion.name($0.key.base), $0.value) }
      return try convert(pairs: pairs, depth, &conversion, container)
    default: return try wrap(container)
    }
  }

  private func convert(
    array: [Any], _ depth: Int, _ conversion: inout JSConversion, _ container: NSObject? = nil
  ) throws(JSThrow) -> JSLocal {
    // Replacing existing elements does not look up the prototypes, where scripts may have defined setters.
    let made = try makeArray(count: array.count)
    if let container { conversion[container] = made }
    for (index, element) in array.enumerated() {
      let value = try nested(element, depth, &conversion)
      unsafe try checking { unsafe JSObjectSetPropertyAtIndex(ref, made.ref, UInt32(index), value.ref, $0) }
    }
    return made
  }

  private func makeArray(count: Int) throws(JSThrow) -> JSLocal {
    if count == 0 { return unsafe try run { unsafe JSObjectMakeArray(ref, 0, nil, $0) } }
    return try unsafe withUnsafeTemporaryAllocation(of: JSValueRef?.self, capacity: count) { (empty) throws(JSThrow) in
      unsafe empty.initialize(repeating: JSValueMakeUndefined(ref))
      return unsafe try run { unsafe JSObjectMakeArray(ref, count, empty.baseAddress, $0) }
    }
  }

  private func convert(
    dictionary: [String: Any], _ depth: Int, _ conversion: inout JSConversion
  ) throws(JSThrow) -> JSLocal {
    try convert(pairs: dictionary.lazy.map { ($0.key, $0.value) }, depth, &conversion)
  }

  /// Entries whose key has no name are skipped, as in Apple's framework.
  private func convert(
    pairs: some Sequence<(String?, Any)>, _ depth: Int, _ conversion: inout JSConversion,
    _ container: NSObject? = nil
  ) throws(JSThrow) -> JSLocal {
    let made = unsafe JSLocal(JSObjectMake(ref, nil, nil))
    // While the object has no prototype, each assignment defines an own property: no setter on `Object.prototype`
    // receives the values, and `__proto__` is an ordinary name.
    let prototype = unsafe JSObjectGetPrototype(ref, made.ref)
    unsafe JSObjectSetPrototype(ref, made.ref, JSValueMakeNull(ref))
    if let container { conversion[container] = made }
    for case (let key?, let element) in pairs {
      let value = try nested(element, depth, &conversion)
      let name = JSText(key)
      unsafe try checking { unsafe JSObjectSetProperty(ref, made.ref, name.ref, value.ref, 0, $0) }
    }
    unsafe JSObjectSetPrototype(ref, made.ref, prototype)
    return made
  }

  private func nested(_ value: Any, _ depth: Int, _ conversion: inout JSConversion) throws(JSThrow) -> JSLocal {
    func fast<Value>(_ value: Value) -> JSLocal? {
      if Value.self == Int.self { return make(Double(unsafe Swift.unsafeBitCast(value, to: Int.self))) }
      if Value.self == Double.self { return make(unsafe Swift.unsafeBitCast(value, to: Double.self)) }
      if Value.self == String.self { return make(unsafe Swift.unsafeBitCast(value, to: String.self)) }
      return nil
    }
    if let local = _openExistential(value, do: fast) { return local }
    return try convert(value, depth + 1, &conversion)
  }

  func make(date seconds: Double) throws(JSThrow) -> JSLocal {
    var argument: JSValueRef? = unsafe JSValueMakeNumber(ref, seconds * 1000)
    return unsafe try run { unsafe JSObjectMakeDate(ref, 1, &argument, $0) }
  }

  /// Makes a `Uint8Array` with a copy of these bytes.
  func make(bytes: [UInt8]) throws(JSThrow) -> JSLocal {
    let array = unsafe try run { unsafe JSObjectMakeTypedArray(ref, kJSTypedArrayTypeUint8Array, bytes.count, $0) }
    if !bytes.isEmpty, let base = unsafe JSObjectGetTypedArrayBytesPtr(ref, array.ref, nil) {
      unsafe UnsafeMutableRawBufferPointer(start: base, count: bytes.count).copyBytes(from: bytes)
    }
    return array
  }
}

/// The JavaScript objects that one conversion has made for Foundation's containers.
///
/// All of them are reachable from the value on the stack. The containers are retained: a container that exists only while
/// another one is enumerated would be released, and a new one could get its address.
private struct JSConversion {
  private var known: [ObjectIdentifier: (container: NSObject, made: JSLocal)] = [:]

  subscript(container: NSObject) -> JSLocal? {
    get { known[ObjectIdentifier(container)]?.made }
    set { known[ObjectIdentifier(container)] = newValue.map { (container, $0) } }
  }

  /// The property name for a dictionary key: a string or an integer; nil for any other key.
  static func name(_ key: Any) -> String? {
    switch key {
    case let key as String: key
    case let key as any BinaryInteger: "\(key)"
    case let key as NSNumber where key.doubleValue == key.doubleValue.rounded(): key.stringValue
    default: nil
    }
  }
}

/// Recognizes an optional inside `Any`.
protocol OptionalValue { var wrapped: Any? { get } }

extension Optional: OptionalValue {
  var wrapped: Any? { self }
}

/// Sets with any type of element.
protocol SetOfValues { var values: [Any] { get } }

extension Set: SetOfValues {
  var values: [Any] { map { $0 } }
}
