import CJavaScriptCore
import Foundation
import JavaScriptEngine

/// The key of a property: a string, number or symbol, or a value that converts to one.
public typealias JSValueProperty = Any

extension JSValue {
  /// A property, as `value[property]` in JavaScript; `undefined` if there is none.
  @discardableResult
  public func forProperty(_ property: JSValueProperty!) -> JSValue! {
    core.notifying { () throws(JSThrow) in
      let object = try core.object(from: local)
      if let name = property as? String {
        let text = JSText(name)
        return unsafe try core.run { unsafe JSObjectGetProperty(core.ref, object.ref, text.ref, $0) }
      }
      let key = try core.local(of: property)
      return unsafe try core.run { unsafe JSObjectGetPropertyForKey(core.ref, object.ref, key.ref, $0) }
    }
  }

  /// Sets a property to a converted Swift value, as `value[property] = …` in JavaScript.
  public func setValue(_ value: Any!, forProperty property: JSValueProperty!) {
    set(property) { (core) throws(JSThrow) in try core.local(of: value) }
  }

  func set(_ property: JSValueProperty!, _ make: (JSContextCore) throws(JSThrow) -> JSLocal) {
    core.notifying(else: ()) { () throws(JSThrow) in
      let object = try core.object(from: local)
      let value = try make(core)
      if let name = property as? String {
        let text = JSText(name)
        return unsafe try core.checking {
          unsafe JSObjectSetProperty(core.ref, object.ref, text.ref, value.ref, 0, $0)
        }
      }
      let key = try core.local(of: property)
      unsafe try core.checking { unsafe JSObjectSetPropertyForKey(core.ref, object.ref, key.ref, value.ref, 0, $0) }
    }
  }

  /// Deletes a property; false if it cannot be deleted.
  @discardableResult
  public func deleteProperty(_ property: JSValueProperty!) -> Bool {
    core.notifying(else: false) { () throws(JSThrow) in
      let object = try core.object(from: local)
      let key = try core.local(of: property)
      return unsafe try core.checking { unsafe JSObjectDeletePropertyForKey(core.ref, object.ref, key.ref, $0) }
    }
  }

  /// Whether there is an own or inherited property, as `property in value` in JavaScript.
  @discardableResult
  public func hasProperty(_ property: JSValueProperty!) -> Bool {
    core.notifying(else: false) { () throws(JSThrow) in
      let object = try core.object(from: local)
      let key = try core.local(of: property)
      return unsafe try core.checking { unsafe JSObjectHasPropertyForKey(core.ref, object.ref, key.ref, $0) }
    }
  }

  /// Defines a property, as `Object.defineProperty` does.
  ///
  /// The descriptor is a dictionary with keys such as ``JSPropertyDescriptorValueKey``, or a `JSValue`.
  public func defineProperty(_ property: JSValueProperty!, descriptor: Any!) {
    guard let context, let object = context.globalObject.forProperty("Object") else { return }
    object.invokeMethod(
      "defineProperty", withArguments: [self, property ?? NSNull(), descriptor ?? NSNull()])
  }

  /// An element; `undefined` if there is none.
  @discardableResult
  public func atIndex(_ index: Int) -> JSValue! {
    guard let index = UInt32(exactly: index) else { return forProperty(Double(index)) }
    return core.notifying { () throws(JSThrow) in
      let object = try core.object(from: local)
      return unsafe try core.run { unsafe JSObjectGetPropertyAtIndex(core.ref, object.ref, index, $0) }
    }
  }

  /// Sets an element to a converted Swift value.
  public func setValue(_ value: Any!, at index: Int) {
    guard let index = UInt32(exactly: index) else { return setValue(value, forProperty: Double(index)) }
    core.notifying(else: ()) { () throws(JSThrow) in
      let object = try core.object(from: local)
      let value = try core.local(of: value)
      unsafe try core.checking { unsafe JSObjectSetPropertyAtIndex(core.ref, object.ref, index, value.ref, $0) }
    }
  }

  // MARK: Objective-C's subscripts

  /// A property; `undefined` if there is none.
  @discardableResult
  public func objectForKeyedSubscript(_ key: Any!) -> JSValue! { forProperty(key) }

  /// An element; `undefined` if there is none.
  @discardableResult
  public func objectAtIndexedSubscript(_ index: Int) -> JSValue! { atIndex(index) }

  /// Sets a property to a converted Swift value.
  public func setObject(_ object: Any!, forKeyedSubscript key: Any!) { setValue(object, forProperty: key) }

  /// Sets an element to a converted Swift value.
  public func setObject(_ object: Any!, atIndexedSubscript index: Int) { setValue(object, at: index) }
}
