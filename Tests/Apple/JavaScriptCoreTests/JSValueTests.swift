import Foundation
import JavaScriptCoreAdditions
import Testing

/// Making, testing and calling values, and their properties.
@Suite struct JSValueTests {
  let context = JSContext()!

  @Test func `each initialiser makes its type of value`() {
    #expect(JSValue(bool: true, in: context).isBoolean)
    #expect(JSValue(double: 1.5, in: context).toDouble() == 1.5)
    #expect(JSValue(int32: -7, in: context).toInt32() == -7)
    #expect(JSValue(uInt32: .max, in: context).toUInt32() == .max)
    #expect(JSValue(newObjectIn: context).isObject)
    #expect(JSValue(newArrayIn: context).isArray)
    #expect(JSValue(nullIn: context).isNull)
    #expect(JSValue(undefinedIn: context).isUndefined)
    #expect(JSValue(newErrorFromMessage: "m", in: context).toString() == "Error: m")
    let pattern = JSValue(newRegularExpressionFromPattern: "^a+$", flags: "i", in: context)!
    #expect(pattern.invokeMethod("test", withArguments: ["AAA"]).toBool())
    let symbol = JSValue(newSymbolFromDescription: "tag", in: context)!
    #expect(symbol.isSymbol)
    #expect(symbol.forProperty("description").toString() == "tag")
    #expect(!symbol.isEqual(to: JSValue(newSymbolFromDescription: "tag", in: context)))
  }

  @Test func `an invalid regular expression throws`() {
    #expect(JSValue(newRegularExpressionFromPattern: "(", flags: "", in: context).isUndefined)
    #expect(context.exception.forProperty("name").toString() == "SyntaxError")
  }

  @Test func `BigInts are exact`() throws {
    let large = try #require(JSValue(newBigIntFrom: Int64.max, in: context))
    #expect(large.isBigInt && large.toInt64() == .max)
    #expect(JSValue(newBigIntFrom: UInt64.max, in: context)?.toUInt64() == .max)
    #expect(
      JSValue(newBigIntFrom: "123456789012345678901234567890", in: context)?.toString()
        == "123456789012345678901234567890")
    #expect(JSValue(newBigIntFrom: 3.0, in: context)?.toString() == "3")
    #expect(JSValue(newBigIntFrom: 3.5, in: context) == nil)
    #expect(context.exception.forProperty("name").toString() == "RangeError")
    #expect(JSValue(newBigIntFrom: "no digits", in: context) == nil)
    #expect(large.compare(Int64.max) == .equal)
    #expect(large.compare(Int64(1)) == .greaterThan)
    #expect(JSValue(double: 1, in: context).compare(2.5) == .lessThan)
    #expect(JSValue(double: .nan, in: context).compare(2.5) == .undefined)
    #expect(JSValue(double: 1, in: context).compare(JSValue(object: "1", in: context)) == .equal)
  }

  @Test(arguments: [
    ("NaN", 0, 0), ("Infinity", 0, 0), ("2147483648", Int32.min, 2_147_483_648), ("-1", -1, UInt32.max),
    ("4294967296.9", 0, 0), ("'12'", 12, 12), ("null", 0, 0), ("true", 1, 1), ("({})", 0, 0),
  ])
  func `integers are converted by JavaScript's rules`(source: String, signed: Int32, unsigned: UInt32) {
    let value = context.evaluateScript(source)!
    #expect(value.toInt32() == signed)
    #expect(value.toUInt32() == unsigned)
  }

  @Test func `the tests distinguish the types of values`() {
    let expected: [(String, String)] = [
      ("undefined", "isUndefined"), ("null", "isNull"), ("false", "isBoolean"), ("0", "isNumber"), ("''", "isString"),
      ("({})", "isObject"), ("Symbol()", "isSymbol"), ("1n", "isBigInt"),
    ]
    for (source, name) in expected {
      let value = context.evaluateScript(source)!
      let kinds = [
        ("isUndefined", value.isUndefined), ("isNull", value.isNull), ("isBoolean", value.isBoolean),
        ("isNumber", value.isNumber), ("isString", value.isString), ("isObject", value.isObject),
        ("isSymbol", value.isSymbol), ("isBigInt", value.isBigInt),
      ]
      #expect(kinds.filter(\.1).map(\.0) == [name], "\(source)")
    }
    #expect(context.evaluateScript("[]").isArray && context.evaluateScript("[]").isObject)
    #expect(context.evaluateScript("new Date").isDate)
    #expect(!context.evaluateScript("new Number(1)").isNumber)
  }

  @Test func `equality and instanceof follow JavaScript`() {
    let one = JSValue(int32: 1, in: context)!
    #expect(one.isEqual(to: 1) && !one.isEqual(to: "1"))
    #expect(one.isEqualWithTypeCoercion(to: "1"))
    let date = context.evaluateScript("new Date")!
    #expect(date.isInstance(of: context.objectForKeyedSubscript("Date")))
    #expect(!date.isInstance(of: context.objectForKeyedSubscript("Array")))
    #expect(!date.isInstance(of: 5))
    #expect(!date.isInstance(of: nil))
    #expect(context.exception.forProperty("name").toString() == "TypeError")
    #expect(context.evaluateScript("'a'") == context.evaluateScript("'a'"))
    #expect(context.globalObject == context.globalObject)
    #expect(Set([context.globalObject, context.globalObject]).count == 1)
  }

  @Test func `properties are accessed by name, number and symbol`() {
    let object = JSValue(newObjectIn: context)!
    let symbol = JSValue(newSymbolFromDescription: "s", in: context)!
    object.setValue("by name", forProperty: "name")
    object.setValue("by symbol", forProperty: symbol)
    object.setValue("by number", forProperty: 1.5)
    object.setObject("by key", forKeyedSubscript: "key" as NSString)
    #expect(object.forProperty("name").toString() == "by name")
    #expect(object.forProperty(symbol).toString() == "by symbol")
    #expect(object.forProperty(1.5).toString() == "by number")
    #expect(object.objectForKeyedSubscript("key").toString() == "by key")
    #expect(object.hasProperty(symbol) && !object.hasProperty("other") && object.hasProperty("toString"))
    #expect(object.deleteProperty("name") && !object.hasProperty("name"))
    object["sub"] = 5
    #expect(object["sub"].toInt32() == 5)
    let array = JSValue(newArrayIn: context)!
    array.setValue(1, at: 0)
    array.setObject(2, atIndexedSubscript: 1)
    array[2] = 3
    #expect(array.toArray() as? [Int] == [1, 2, 3])
    #expect(array.atIndex(1).toInt32() == 2 && array[2].toInt32() == 3 && array.objectAtIndexedSubscript(9).isUndefined)
    array.setValue("far", at: 1 << 40)
    #expect(array.forProperty("length").toInt32() == 3)
    #expect(array.atIndex(1 << 40).toString() == "far")
  }

  @Test func `a property of null and undefined is an error as in JavaScript`() {
    #expect(JSValue(undefinedIn: context).forProperty("x").isUndefined)
    #expect(context.exception.forProperty("name").toString() == "TypeError")
    #expect(!JSValue(nullIn: context).hasProperty("x"))
    #expect(!JSValue(nullIn: context).deleteProperty("x"))
    JSValue(nullIn: context).setValue(1, forProperty: "x")
    #expect(JSValue(object: "text", in: context).forProperty("length").toInt32() == 4)
  }

  @Test func `properties are defined by descriptors`() {
    let object = JSValue(newObjectIn: context)!
    object.defineProperty(
      "fixed", descriptor: [JSPropertyDescriptorValueKey: 5, JSPropertyDescriptorWritableKey: false])
    object.defineProperty(
      "computed",
      descriptor: [
        JSPropertyDescriptorGetKey: JSValue(object: { 42 }, in: context) as Any,
        JSPropertyDescriptorEnumerableKey: true, JSPropertyDescriptorConfigurableKey: true,
      ])
    context.setObject(object, forKeyedSubscript: "object")
    #expect(context.evaluateScript("object.fixed = 9; object.fixed").toInt32() == 5)
    #expect(context.evaluateScript("Object.keys(object).join()").toString() == "computed")
    #expect(context.evaluateScript("object.computed").toInt32() == 42)
  }

  @Test func `functions are called, constructed and invoked as methods`() {
    let add = context.evaluateScript("(function (a, b) { return a + b })")!
    #expect(add.call(withArguments: [1, 2]).toInt32() == 3)
    #expect(add.call(withArguments: nil).toString() == "NaN")
    let many = context.evaluateScript("((...all) => all.join(''))")!
    #expect(many.call(withArguments: Array(0..<20)).toString() == "012345678910111213141516171819")
    let date = context.objectForKeyedSubscript("Date").construct(withArguments: [0])!
    #expect(date.isDate && date.toDate() == Date(timeIntervalSince1970: 0))
    let text = JSValue(object: "a-b", in: context)!
    #expect(text.invokeMethod("split", withArguments: ["-"]).toArray() as? [String] == ["a", "b"])
  }

  @Test(arguments: ["({})", "5", "'text'", "undefined", "null", "Symbol()"])
  func `calling a value that is not a function throws`(source: String) {
    let value = context.evaluateScript(source)!
    #expect(value.call(withArguments: []).isUndefined)
    #expect(context.exception.forProperty("name").toString() == "TypeError")
    context.exception = nil
    #expect(value.construct(withArguments: []).isUndefined)
    #expect(context.exception.forProperty("name").toString() == "TypeError")
    context.exception = nil
    #expect(value.invokeMethod("missing", withArguments: []).isUndefined)
    #expect(context.exception.forProperty("name").toString() == "TypeError")
  }

  @Test func `constructing a value that is not a constructor throws`() {
    #expect(context.evaluateScript("(() => 1)").construct(withArguments: []).isUndefined)
    #expect(context.exception.toString() == "TypeError: () => 1 is not a constructor")
  }

  @Test func `promises are made resolved, rejected, or by an executor`() {
    context.setObject(JSValue(newPromiseResolvedWithResult: 5, in: context), forKeyedSubscript: "resolved")
    context.setObject(JSValue(newPromiseRejectedWithReason: "no", in: context), forKeyedSubscript: "rejected")
    var later: JSValue?
    let promise = JSValue(newPromiseIn: context) { resolve, reject in
      #expect(JSContext.current() === context)
      #expect(JSContext.currentCallee() == nil)
      #expect(JSContext.currentThis()?.isInstance(of: context.objectForKeyedSubscript("Promise")) == true)
      later = resolve
    }
    context.setObject(promise, forKeyedSubscript: "made")
    let failed = JSValue(newPromiseIn: context) { _, _ in
      context.exception = JSValue(object: "thrown", in: context)
    }
    context.setObject(failed, forKeyedSubscript: "failed")
    context.evaluateScript(
      """
      var seen = [];
      resolved.then(v => seen.push(v)); rejected.catch(e => seen.push(e));
      made.then(v => seen.push(v)); failed.catch(e => seen.push(e));
      """)
    later?.call(withArguments: ["settled"])
    #expect(context.evaluateScript("seen.join()").toString() == "5,no,thrown,settled")
    #expect(context.exception == nil)
  }

  @Test func `geometry structures are converted in both directions`() {
    let rect = JSValue(rect: CGRect(x: 1, y: 2, width: 3, height: 4), in: context)!
    #expect(rect.forProperty("height").toDouble() == 4)
    #expect(rect.toRect() == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(JSValue(point: CGPoint(x: 1, y: 2), in: context).toPoint() == CGPoint(x: 1, y: 2))
    #expect(JSValue(size: CGSize(width: 1, height: 2), in: context).toSize() == CGSize(width: 1, height: 2))
    #expect(JSValue(range: NSRange(location: 3, length: 4), in: context).toRange() == NSRange(location: 3, length: 4))
    #expect(context.evaluateScript("({ location: NaN, length: 1e300 })").toRange().location == 0)
    #expect(JSValue(newObjectIn: context).toPoint().x.isNaN)
  }
}
