import CJavaScriptCore
import Foundation
import JavaScriptEngine

/// Reads values of one Swift type from JavaScript.
///
/// It is chosen once, when a function is made.
struct JSReader<Value> {
  let read: (JSLocal, JSEntry) throws(JSThrow) -> Value

  init() {
    if let bridged = Value.self as? any JSBridged.Type {
      func choose<Bridged: JSBridged>(_ type: Bridged.Type) -> JSReader<Value> {
        let read: (JSLocal, JSEntry) throws(JSThrow) -> Bridged = { (value, entry) throws(JSThrow) in
          try Bridged.read(value, in: entry)
        }
        return JSReader(read: unsafe Swift.unsafeBitCast(JSReader<Bridged>(read: read), to: JSReader<Value>.self).read)
      }
      self = choose(bridged)
    } else if let read = Self.object() {
      self.read = read
    } else {
      read = { (value, entry) throws(JSThrow) in try entry.core.read(Value.self, value) }
    }
  }

  /// Reads the classes for which Apple's framework uses JavaScript's conversions, so that their optionals are never nil.
  private static func object() -> ((JSLocal, JSEntry) throws(JSThrow) -> Value)? {
    func reader<Object: AnyObject>(
      _ make: @escaping (JSLocal, JSEntry) throws(JSThrow) -> Object
    ) -> ((JSLocal, JSEntry) throws(JSThrow) -> Value)? {
      guard Value.self == Object.self || Value.self == Object?.self else { return nil }
      // An object and an optional object are both one reference.
      return { (value, entry) throws(JSThrow) in unsafe Swift.unsafeBitCast(try make(value, entry), to: Value.self) }
    }
    return reader { (value, entry) throws(JSThrow) -> JSValue in entry.core.value(value) }
      ?? reader { (value, entry) throws(JSThrow) -> NSNumber in
        unsafe JSValueIsBoolean(entry.ref, value.ref)
          ? NSNumber(value: Bool.read(value, in: entry)) : NSNumber(javaScript: try entry.number(value))
      } ?? reader { (value, entry) throws(JSThrow) -> NSString in NSString(string: try String.read(value, in: entry)) }
      ?? reader { (value, entry) throws(JSThrow) -> NSDate in
        NSDate(timeIntervalSince1970: try Date.read(value, in: entry).timeIntervalSince1970)
      }
  }

  private init(read: @escaping (JSLocal, JSEntry) throws(JSThrow) -> Value) { self.read = read }
}

extension JSContextCore {
  /// Converts to any Swift type: by casting the result of `toObject()`, otherwise by decoding.
  func read<Value>(_ type: Value.Type, _ value: JSLocal) throws(JSThrow) -> Value {
    if let object = object(of: value) {
      if let object = object as? Value { return object }
      if let type = type as? any Decodable.Type, let decoded = try decode(type, value) as? Value { return decoded }
      if object is NSNull, let nothing = Any?.none as? Value { return nothing }
    } else if let nothing = Any?.none as? Value {
      return nothing
    }
    throw typeError("\(name(of: value)) is not of type \(type)")
  }

  private func decode<Decoded: Decodable>(_ type: Decoded.Type, _ value: JSLocal) throws(JSThrow) -> Any {
    do {
      return try decode(type, from: value)
    } catch {
      throw typeError((error as? JSConversionError)?.description ?? "\(error)")
    }
  }

  private func name(of value: JSLocal) -> String {
    if let wrapped = wrapped(value) { return "A Swift \(type(of: wrapped))" }
    return (try? text(of: value)) ?? "The value"
  }
}
