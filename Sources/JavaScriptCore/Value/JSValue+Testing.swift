public import CJavaScriptCore
import JavaScriptEngine

extension JSValue {
  /// Whether it is `undefined`.
  public var isUndefined: Bool { unsafe JSValueIsUndefined(core.ref, local.ref) }
  /// Whether it is `null`.
  public var isNull: Bool { unsafe JSValueIsNull(core.ref, local.ref) }
  /// Whether it is `true` or `false`.
  public var isBoolean: Bool { unsafe JSValueIsBoolean(core.ref, local.ref) }
  /// Whether it is a number; a `Number` object and a BigInt are none.
  public var isNumber: Bool { unsafe JSValueIsNumber(core.ref, local.ref) }
  /// Whether it is a string; a `String` object is none.
  public var isString: Bool { unsafe JSValueIsString(core.ref, local.ref) }
  /// Whether it is an object; functions and arrays are.
  public var isObject: Bool { unsafe JSValueIsObject(core.ref, local.ref) }
  /// Whether it is an array.
  public var isArray: Bool { unsafe JSValueIsArray(core.ref, local.ref) }
  /// Whether it is a `Date`.
  public var isDate: Bool { unsafe JSValueIsDate(core.ref, local.ref) }
  /// Whether it is a symbol.
  public var isSymbol: Bool { unsafe JSValueIsSymbol(core.ref, local.ref) }
  /// Whether it is a BigInt.
  public var isBigInt: Bool { unsafe JSValueIsBigInt(core.ref, local.ref) }

  /// JavaScript's `===` with a Swift value, converted.
  @discardableResult
  public func isEqual(to value: Any!) -> Bool {
    core.notifying(else: false) { () throws(JSThrow) in
      let other = try core.local(of: value)
      return unsafe JSValueIsStrictEqual(core.ref, local.ref, other.ref)
    }
  }

  /// JavaScript's `==` with a Swift value, converted.
  @discardableResult
  public func isEqualWithTypeCoercion(to value: Any!) -> Bool {
    core.notifying(else: false) { () throws(JSThrow) in
      let other = try core.local(of: value)
      return unsafe try core.checking { exception in unsafe JSValueIsEqual(core.ref, local.ref, other.ref, exception) }
    }
  }

  /// JavaScript's `instanceof`; false if the other is no constructor.
  @discardableResult
  public func isInstance(of value: Any!) -> Bool {
    core.notifying(else: false) { () throws(JSThrow) in
      let constructor = try core.object(from: try core.local(of: value))
      return unsafe try core.checking { exception in
        unsafe JSValueIsInstanceOfConstructor(core.ref, local.ref, constructor.ref, exception)
      }
    }
  }

  /// How it relates to another by JavaScript's `==`, `<` and `>`; undefined if either is NaN or comparing throws.
  @discardableResult
  public func compare(_ other: JSValue) -> JSRelationCondition {
    unsafe relation { (exception) throws(JSThrow) in
      let other = try core.local(of: other)
      return unsafe JSValueCompare(core.ref, local.ref, other.ref, exception)
    }
  }

  /// How it relates to an integer.
  @discardableResult
  public func compare(_ other: Int64) -> JSRelationCondition {
    unsafe relation { exception in unsafe JSValueCompareInt64(core.ref, local.ref, other, exception) }
  }

  /// How it relates to an integer.
  @discardableResult
  public func compare(_ other: UInt64) -> JSRelationCondition {
    unsafe relation { exception in unsafe JSValueCompareUInt64(core.ref, local.ref, other, exception) }
  }

  /// How it relates to a number.
  @discardableResult
  public func compare(_ other: Double) -> JSRelationCondition {
    unsafe relation { exception in unsafe JSValueCompareDouble(core.ref, local.ref, other, exception) }
  }

  private func relation(
    _ body: (UnsafeMutablePointer<JSValueRef?>) throws(JSThrow) -> JSRelationCondition
  ) -> JSRelationCondition {
    core.notifying(else: kJSRelationConditionUndefined) { () throws(JSThrow) in
      var exception: JSValueRef?
      let result = unsafe try body(&exception)
      if let exception = unsafe exception { throw unsafe JSThrow(JSLocal(exception)) }
      return result
    }
  }
}

extension JSRelationCondition {
  /// The two cannot be ordered.
  public static var undefined: Self { kJSRelationConditionUndefined }
  /// The two are equal.
  public static var equal: Self { kJSRelationConditionEqual }
  /// The first is greater.
  public static var greaterThan: Self { kJSRelationConditionGreaterThan }
  /// The first is less.
  public static var lessThan: Self { kJSRelationConditionLessThan }
}
