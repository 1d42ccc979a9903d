import CJavaScriptCore
import JavaScriptEngine

extension JSValue {
  /// Whether it is `undefined`.
  public var isUndefined: Bool { unsafe JSValueIsUndefined(core.ref, local.ref) }
  /// Whether it is `null`.
  public var isNull: Bool { unsafe JSValueIsNull(core.ref, local.ref) }
  /// Whether it is `true` or `false`.
  public var isBoolean: Bool { unsafe JSValueIsBoolean(core.ref, local.ref) }
  /// Whether it is a number; false for a `Number` object and a BigInt.
  public var isNumber: Bool { unsafe JSValueIsNumber(core.ref, local.ref) }
  /// Whether it is a string; false for a `String` object.
  public var isString: Bool { unsafe JSValueIsString(core.ref, local.ref) }
  /// Whether it is an object; true for functions and arrays.
  public var isObject: Bool { unsafe JSValueIsObject(core.ref, local.ref) }
  /// Whether it is an array.
  public var isArray: Bool { unsafe JSValueIsArray(core.ref, local.ref) }
  /// Whether it is a `Date`.
  public var isDate: Bool { unsafe JSValueIsDate(core.ref, local.ref) }
  /// Whether it is a symbol.
  public var isSymbol: Bool { unsafe JSValueIsSymbol(core.ref, local.ref) }
  /// Whether it is a BigInt.
  public var isBigInt: Bool { unsafe JSValueIsBigInt(core.ref, local.ref) }

  /// The result of `===` with a converted Swift value.
  @discardableResult
  public func isEqual(to value: Any!) -> Bool {
    core.notifying(else: false) { () throws(JSThrow) in
      let other = try core.local(of: value)
      return unsafe JSValueIsStrictEqual(core.ref, local.ref, other.ref)
    }
  }

  /// The result of `==` with a converted Swift value.
  @discardableResult
  public func isEqualWithTypeCoercion(to value: Any!) -> Bool {
    core.notifying(else: false) { () throws(JSThrow) in
      let other = try core.local(of: value)
      return unsafe try core.checking { exception in unsafe JSValueIsEqual(core.ref, local.ref, other.ref, exception) }
    }
  }

  /// The result of `instanceof`; false if the other value is not a constructor.
  @discardableResult
  public func isInstance(of value: Any!) -> Bool {
    core.notifying(else: false) { () throws(JSThrow) in
      let constructor = try core.object(from: try core.local(of: value))
      return unsafe try core.checking { exception in
        unsafe JSValueIsInstanceOfConstructor(core.ref, local.ref, constructor.ref, exception)
      }
    }
  }

  /// The order of two values by JavaScript's `==`, `<` and `>`; undefined for NaN, or if the comparison throws.
  @discardableResult
  public func compare(_ other: JSValue) -> JSRelationCondition {
    unsafe relation { (exception) throws(JSThrow) in
      let other = try core.local(of: other)
      return unsafe JSValueCompare(core.ref, local.ref, other.ref, exception)
    }
  }

  /// The order of the value and an integer.
  @discardableResult
  public func compare(_ other: Int64) -> JSRelationCondition {
    unsafe relation { exception in unsafe JSValueCompareInt64(core.ref, local.ref, other, exception) }
  }

  /// The order of the value and an integer.
  @discardableResult
  public func compare(_ other: UInt64) -> JSRelationCondition {
    unsafe relation { exception in unsafe JSValueCompareUInt64(core.ref, local.ref, other, exception) }
  }

  /// The order of the value and a number.
  @discardableResult
  public func compare(_ other: Double) -> JSRelationCondition {
    unsafe relation { exception in unsafe JSValueCompareDouble(core.ref, local.ref, other, exception) }
  }

  private func relation(
    _ body: (UnsafeMutablePointer<JSValueRef?>) throws(JSThrow) -> CJavaScriptCore.JSRelationCondition
  ) -> JSRelationCondition {
    core.notifying(else: .undefined) { () throws(JSThrow) in
      var exception: JSValueRef?
      let result = unsafe try body(&exception)
      if let exception = unsafe exception { throw unsafe JSThrow(JSLocal(exception)) }
      return JSRelationCondition(rawValue: result.rawValue) ?? .undefined
    }
  }
}

/// The order of two values.
public enum JSRelationCondition: UInt32, Sendable {
  /// The two values cannot be ordered.
  case undefined = 0
  /// The two values are equal.
  case equal = 1
  /// The first value is greater.
  case greaterThan = 2
  /// The first value is less.
  case lessThan = 3
}
