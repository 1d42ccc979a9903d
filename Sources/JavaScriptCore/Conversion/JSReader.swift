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
        return JSReader(read: unsafe unsafeBitCast(JSReader<Bridged>(read: read), to: JSReader<Value>.self).read)
      }
      self = choose(bridged)
    } else {
      read = { (value, entry) throws(JSThrow) in try entry.core.read(Value.self, value) }
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
      return try self.value(value).decode(type)
    } catch {
      throw typeError((error as? JSConversionError)?.description ?? "\(error)")
    }
  }

  private func name(of value: JSLocal) -> String {
    if let wrapped = wrapped(value) { return "A Swift \(type(of: wrapped))" }
    return (try? text(of: value)) ?? "The value"
  }

  /// Converts the result of a Swift function.
  func write<Value>(_ value: Value, in entry: JSEntry) throws(JSThrow) -> JSLocal { try local(of: value) }
}
