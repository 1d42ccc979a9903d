package import CJavaScriptCore

/// The type of a value, determined without running its code.
package enum JSKind: Sendable {
  case undefined, null, boolean, number, string, symbol, bigInt, object
}

/// A text has more UTF-16 units than the maximum.
package struct TextTooLongError: Error {
  package let utf16Count: Int
}

extension JSRealm {
  // MARK: Making values

  package var undefined: JSLocal { unsafe JSLocal(JSValueMakeUndefined(context)) }
  package var null: JSLocal { unsafe JSLocal(JSValueMakeNull(context)) }

  package func make(_ boolean: Bool) -> JSLocal { unsafe JSLocal(JSValueMakeBoolean(context, boolean)) }

  package func make(_ number: Double) -> JSLocal {
    readsBits ? JSLocal(bits: ImmediateValues.bits(number)) : unsafe JSLocal(JSValueMakeNumber(context, number))
  }

  package func make(_ text: JSText) -> JSLocal { unsafe JSLocal(JSValueMakeString(context, text.ref)) }

  package func make(_ string: String) -> JSLocal {
    let text = JSText(string)
    return make(text)
  }

  /// Makes a string from well-formed UTF-8.
  package func make(utf8: [UInt8]) -> JSLocal {
    unsafe withText(utf8: utf8) { text in unsafe JSLocal(JSValueMakeString(context, text)) }
  }

  /// Makes a string from well-formed UTF-8.
  package func make(utf8: UnsafeBufferPointer<UInt8>) -> JSLocal {
    let text: JSStringRef = unsafe JSText.make(utf8: utf8)
    defer { unsafe JSStringRelease(text) }
    return unsafe JSLocal(JSValueMakeString(context, text))
  }

  /// Makes the value of a JSON text in well-formed UTF-8; nil if the text is not valid JSON.
  ///
  /// Every key becomes an own property, whatever its name, and no setter of a prototype runs.
  package func makeJSON(utf8: [UInt8]) -> JSLocal? {
    unsafe withText(utf8: utf8) { text in unsafe JSValueMakeFromJSONString(context, text).map { unsafe JSLocal($0) } }
  }

  private func withText<Result>(utf8: [UInt8], _ body: (JSStringRef) -> Result) -> Result {
    let text = unsafe utf8.withUnsafeBufferPointer { unsafe JSText.make(utf8: $0) }
    defer { unsafe JSStringRelease(text) }
    return unsafe body(text)
  }

  /// Makes a plain object; ``define(_:as:in:)`` adds its properties.
  package func makeObject() -> JSLocal { unsafe JSLocal(JSObjectMake(context, nil, nil)) }

  /// Makes an `Error` with this message.
  package func makeError(_ message: String) -> JSLocal {
    let argument = make(message)
    var reference: JSValueRef? = unsafe argument.ref
    return unsafe JSLocal(JSObjectMakeError(context, 1, &reference, nil))
  }

  // MARK: Reading values

  /// Whether this engine encodes numbers, booleans, null and undefined as ``ImmediateValues`` does.
  package static func readsBits(in context: JSContextRef) -> Bool {
    func bits(_ value: JSValueRef?) -> UInt64 { unsafe value.map { unsafe JSLocal($0).bits } ?? 0 }
    return unsafe ImmediateValues.isCurrent(
      number: { number in unsafe bits(JSValueMakeNumber(context, number)) },
      undefined: bits(JSValueMakeUndefined(context)), null: bits(JSValueMakeNull(context)),
      true: bits(JSValueMakeBoolean(context, true)), false: bits(JSValueMakeBoolean(context, false)),
      cell: bits(JSContextGetGlobalObject(context)))
  }

  package func kind(of value: JSLocal) -> JSKind {
    if readsBits, let kind = ImmediateValues.kind(value.bits) { return kind }
    return switch unsafe JSValueGetType(context, value.ref) {
    case kJSTypeUndefined: .undefined
    case kJSTypeNull: .null
    case kJSTypeBoolean: .boolean
    case kJSTypeNumber: .number
    case kJSTypeString: .string
    case kJSTypeSymbol: .symbol
    case kJSTypeObject: .object
    default: .bigInt
    }
  }

  package func boolean(_ value: JSLocal) -> Bool { unsafe JSValueToBoolean(context, value.ref) }

  /// The number; NaN if the value is not a number.
  package func number(_ value: JSLocal) -> Double {
    if readsBits { return ImmediateValues.number(value.bits) ?? .nan }
    guard unsafe JSValueIsNumber(context, value.ref) else { return .nan }
    return unsafe JSValueToNumber(context, value.ref, nil)
  }

  package func isUndefined(_ value: JSLocal) -> Bool { unsafe JSValueIsUndefined(context, value.ref) }
  /// Makes a JavaScript function that returns whether its argument is a `Proxy`; false for a revoked one, and if the
  /// engine does not export the test.
  ///
  /// Scripts that copy values call it for each object, so it is a C function without a closure.
  package func makeProxyTest() -> JSLocal {
    let name = unsafe JSStringCreateWithUTF8CString("isProxy")
    defer { unsafe JSStringRelease(name) }
    let function = unsafe JSObjectMakeFunctionWithCallback(context, name) { context, _, _, count, values, _ in
      var isProxy = false
      if count > 0, let value = unsafe values?[0], let target = unsafe EngineSymbols.proxyTarget,
        unsafe JSValueIsObject(context, value)
      {
        isProxy = unsafe target(value) != nil
      }
      return unsafe JSValueMakeBoolean(context, isProxy)
    }
    return unsafe JSLocal(function!)
  }

  /// Makes a JavaScript function that returns the target of a `Proxy`; `undefined` for any other value and for a revoked
  /// one, and if the engine does not export the test.
  package func makeProxyTarget() -> JSLocal {
    let name = unsafe JSStringCreateWithUTF8CString("proxyTarget")
    defer { unsafe JSStringRelease(name) }
    let function = unsafe JSObjectMakeFunctionWithCallback(context, name) { context, _, _, count, values, _ in
      guard count > 0, let value = unsafe values?[0], let target = unsafe EngineSymbols.proxyTarget,
        unsafe JSValueIsObject(context, value), let found = unsafe target(value)
      else { return unsafe JSValueMakeUndefined(context) }
      return unsafe found
    }
    return unsafe JSLocal(function!)
  }

  /// Sets the prototype of an object to null.
  ///
  /// No script may have a reference to the object yet.
  package func removePrototype(of object: JSLocal) {
    unsafe JSObjectSetPrototype(context, object.ref, JSValueMakeNull(context))
  }

  package func isArray(_ value: JSLocal) -> Bool { unsafe JSValueIsArray(context, value.ref) }
  package func isFunction(_ value: JSLocal) -> Bool {
    unsafe JSValueIsObject(context, value.ref) && JSObjectIsFunction(context, value.ref)
  }
  package func isSame(_ left: JSLocal, _ right: JSLocal) -> Bool {
    unsafe JSValueIsStrictEqual(context, left.ref, right.ref)
  }

  /// The text of a string; nil if the value is not a string.
  package func text(_ value: JSLocal) -> JSText? {
    guard unsafe JSValueIsString(context, value.ref) else { return nil }
    return unsafe JSValueToStringCopy(context, value.ref, nil).map { unsafe JSText(owned: $0) }
  }

  /// The UTF-8 of a value that is known to be a string; a lone surrogate becomes U+FFFD.
  ///
  /// The type is not checked, because that would take the engine's lock.
  ///
  /// - Parameter maximum: the largest number of UTF-16 units.
  package func utf8(ofString value: JSLocal, maximum: Int) throws(TextTooLongError) -> [UInt8]? {
    guard let text = unsafe JSValueToStringCopy(context, value.ref, nil) else { return nil }
    defer { unsafe JSStringRelease(text) }
    let length = unsafe JSStringGetLength(text)
    guard length <= maximum else { throw TextTooLongError(utf16Count: length) }
    return unsafe JSText.utf8(text)
  }

  /// Calls `body` with the UTF-16 units of a value that is known to be a string; any other value has none.
  ///
  /// The type is not checked, because that would take the engine's lock.
  package func withUTF16<Result, Failure: Error>(
    ofString value: JSLocal, _ body: (UnsafeBufferPointer<UInt16>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let text = unsafe JSValueToStringCopy(context, value.ref, nil) else {
      return try unsafe body(UnsafeBufferPointer(start: nil, count: 0))
    }
    defer { unsafe JSStringRelease(text) }
    let units = unsafe JSStringGetCharactersPtr(text)
    return try unsafe body(UnsafeBufferPointer(start: units, count: units == nil ? 0 : JSStringGetLength(text)))
  }

  /// Returns `String(value)`, which may run the value's `toString`.
  package func describe(_ value: JSLocal) throws(JSException) -> String {
    var text: JSStringRef?
    _ = unsafe try run { exception in
      unsafe text = JSValueToStringCopy(context, value.ref, exception)
      return unsafe text == nil ? nil : JSValueMakeUndefined(context)
    }
    return unsafe text.map { unsafe JSText(owned: $0).string } ?? ""
  }

  // MARK: Properties

  /// Reads a property, which may run a getter.
  package func get(_ name: String, of object: JSLocal) throws(JSException) -> JSLocal {
    let text = JSText(name)
    return unsafe try run { exception in unsafe JSObjectGetProperty(context, object.ref, text.ref, exception) }
  }

  /// Reads an element, which may run a getter.
  package func get(_ index: Int, of object: JSLocal) throws(JSException) -> JSLocal {
    unsafe try run { exception in
      unsafe JSObjectGetPropertyAtIndex(context, object.ref, UInt32(clamping: index), exception)
    }
  }

  /// Defines an own property of an object that no script has a reference to yet.
  ///
  /// The engine implements it as an assignment, which would run setters on the object's prototypes. So values for
  /// scripts are built as JSON or arrays; this method is for the functions that are passed to Causeway's own scripts.
  package func define(_ name: String, as value: JSLocal, in object: JSLocal) {
    let text = JSText(name)
    unsafe JSObjectSetProperty(context, object.ref, text.ref, value.ref, 0, nil)
  }
}
