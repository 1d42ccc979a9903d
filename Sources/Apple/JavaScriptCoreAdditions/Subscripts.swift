public import JavaScriptCore

extension JSContext {
  /// A property of the global object: `context["render"]`.
  public subscript(key: Any) -> JSValue! {
    get { globalObject.forProperty(key) }
    set { globalObject.setValue(newValue, forProperty: key) }
  }

  /// Sets a property of the global object to a Swift value.
  @_disfavoredOverload
  public subscript(key: Any) -> Any? {
    @available(*, unavailable, message: "read the property as a JSValue") get { nil }
    set { globalObject.setValue(newValue, forProperty: key) }
  }

  /// Sets a property of the global object to a function that calls a Swift closure.
  public subscript<each Argument, Result>(key: Any) -> (repeat each Argument) throws -> Result {
    @available(*, unavailable, message: "read the property as a JSValue") get { fatalError() }
    set { globalObject.setValue(newValue, forProperty: key) }
  }

  /// Sets a property of the global object to a function that calls an asynchronous Swift closure and returns a promise.
  public subscript<each Argument, Result>(key: Any) -> @Sendable (repeat each Argument) async throws -> Result {
    @available(*, unavailable, message: "read the property as a JSValue") get { fatalError() }
    set { globalObject.setValue(newValue, forProperty: key) }
  }
}

extension JSValue {
  /// A property: `value["name"]`, `value[symbol]`.
  public subscript(key: Any) -> JSValue! {
    get { forProperty(key) }
    set { setValue(newValue, forProperty: key) }
  }

  /// Sets a property to a Swift value.
  @_disfavoredOverload
  public subscript(key: Any) -> Any? {
    @available(*, unavailable, message: "read the property as a JSValue") get { nil }
    set { setValue(newValue, forProperty: key) }
  }

  /// An element: `value[0]`.
  public subscript(index: Int) -> JSValue! {
    get { atIndex(index) }
    set { setValue(newValue, at: index) }
  }

  /// Sets an element to a Swift value.
  @_disfavoredOverload
  public subscript(index: Int) -> Any? {
    @available(*, unavailable, message: "read the element as a JSValue") get { nil }
    set { setValue(newValue, at: index) }
  }

  /// Sets a property to a function that calls a Swift closure.
  public subscript<each Argument, Result>(key: Any) -> (repeat each Argument) throws -> Result {
    @available(*, unavailable, message: "read the property as a JSValue") get { fatalError() }
    set { setValue(newValue, forProperty: key) }
  }

  /// Sets a property to a function that calls an asynchronous Swift closure and returns a promise.
  public subscript<each Argument, Result>(key: Any) -> @Sendable (repeat each Argument) async throws -> Result {
    @available(*, unavailable, message: "read the property as a JSValue") get { fatalError() }
    set { setValue(newValue, forProperty: key) }
  }
}
