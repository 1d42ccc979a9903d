import CJavaScriptCore
package import JavaScriptEngine

extension JSValue {
  /// Calls the value as a function with converted Swift values and `undefined` as `this`.
  ///
  /// Promise reactions have run when the outermost call returns.
  @discardableResult
  public func call(withArguments arguments: [Any]!) -> JSValue! {
    core.notifying { () throws(JSThrow) in
      try core.call(local, receiver: nil, with: arguments ?? [])
    }
  }

  /// Calls the value as a constructor, with `new`.
  @discardableResult
  public func construct(withArguments arguments: [Any]!) -> JSValue! {
    core.notifying { () throws(JSThrow) in
      let constructor = try core.object(from: local)
      guard unsafe JSObjectIsConstructor(core.ref, constructor.ref) else { throw core.notA("constructor", constructor) }
      return unsafe try core.withLocals(of: arguments ?? []) { (refs, count) throws(JSThrow) in
        unsafe try core.run { exception in
          unsafe JSObjectCallAsConstructor(core.ref, constructor.ref, count, refs, exception)
        }
      }
    }
  }

  /// Calls the method `method` of the value.
  @discardableResult
  public func invokeMethod(_ method: String!, withArguments arguments: [Any]!) -> JSValue! {
    core.notifying { () throws(JSThrow) in
      let object = try core.object(from: local)
      let name = JSText(method ?? "")
      let function = unsafe try core.run { exception in
        unsafe JSObjectGetProperty(core.ref, object.ref, name.ref, exception)
      }
      return try core.call(function, receiver: object, with: arguments ?? [])
    }
  }
}

extension JSContextCore {
  package func evaluate(_ script: JSText, url: JSText?) throws(JSThrow) -> JSLocal {
    unsafe try run { exception in
      unsafe EngineParser.evaluate(script, url: url, in: ref, exception)
    }
  }

  /// JavaScript's `ToObject` of a value; throws a `TypeError` for null and undefined.
  func object(from value: JSLocal) throws(JSThrow) -> JSLocal {
    if unsafe JSValueIsObject(ref, value.ref) { return value }
    return unsafe try run { exception in unsafe JSValueToObject(ref, value.ref, exception) }
  }

  package func call(_ function: JSLocal, receiver: JSLocal?, with arguments: [Any]) throws(JSThrow) -> JSLocal {
    let callee = try object(from: function)
    return unsafe try withLocals(of: arguments) { (refs, count) throws(JSThrow) in
      try unsafe call(callee, receiver, refs, count)
    }
  }

  func call(_ function: JSLocal, receiver: JSLocal?, with argument: JSLocal) throws(JSThrow) -> JSLocal {
    let callee = try object(from: function)
    var argument: JSValueRef? = unsafe argument.ref
    return try unsafe call(callee, receiver, &argument, 1)
  }

  @inline(__always)
  private func call(
    _ callee: JSLocal, _ receiver: JSLocal?, _ arguments: UnsafePointer<JSValueRef?>?, _ count: Int
  ) throws(JSThrow) -> JSLocal {
    var exception: JSValueRef?
    let result = unsafe JSObjectCallAsFunction(ref, callee.ref, receiver?.ref, count, arguments, &exception)
    if let exception = unsafe exception { throw unsafe JSThrow(JSLocal(exception)) }
    guard let result = unsafe result else { throw notCallable(callee) }
    return unsafe JSLocal(result)
  }

  /// The error for a call to which the engine returned neither a value nor an exception.
  private func notCallable(_ value: JSLocal) -> JSThrow {
    if unsafe JSObjectIsFunction(ref, value.ref) { return typeError("The engine stopped the script.") }
    return notA("function", value)
  }

  fileprivate func notA(_ kind: String, _ value: JSLocal) -> JSThrow {
    typeError("\((try? text(of: value)) ?? "The value") is not a \(kind)")
  }

  /// Converts arguments to values on the stack, where the collector finds them.
  @inline(__always)
  func withLocals(
    of arguments: [Any], _ body: (UnsafePointer<JSValueRef?>?, Int) throws(JSThrow) -> JSLocal
  ) throws(JSThrow) -> JSLocal {
    if arguments.count <= 8 {
      let readsAny = AnyLayout.isCurrent
      var slots = unsafe InlineArray<8, JSValueRef?>(repeating: nil)
      try unsafe arguments.withUnsafeBufferPointer { (arguments) throws(JSThrow) in
        for index in 0..<arguments.count {
          if readsAny, let number = unsafe AnyLayout.number(at: arguments.baseAddress! + index) {
            unsafe slots[index] = make(number).ref
          } else {
            unsafe slots[index] = try local(of: arguments[index]).ref
          }
        }
      }
      return unsafe try withUnsafePointer(to: &slots) { (slots) throws(JSThrow) in
        try unsafe slots.withMemoryRebound(to: JSValueRef?.self, capacity: 8) { (slots) throws(JSThrow) in
          try unsafe body(slots, arguments.count)
        }
      }
    }
    // Too many for a fixed-size list on the stack: each is protected during the call.
    var kept: [JSValue] = []
    for argument in arguments { kept.append(JSValue(try local(of: argument), in: self)) }
    let refs: [JSValueRef?] = unsafe kept.map { unsafe $0.local.ref }
    return try withExtendedLifetime(kept) { () throws(JSThrow) in
      try unsafe refs.withUnsafeBufferPointer { (refs) throws(JSThrow) in
        try unsafe body(refs.baseAddress, refs.count)
      }
    }
  }
}

extension JSContextCore {
  package func get(_ name: JSText, of object: JSLocal) throws(JSThrow) -> JSLocal {
    unsafe try run { unsafe JSObjectGetProperty(ref, object.ref, name.ref, $0) }
  }
}
