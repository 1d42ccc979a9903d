import Foundation
import JavaScriptCoreAdditions
import Testing

/// The table of conversions, in both directions.
@Suite struct ConversionTests {
  let context = JSContext()!

  private final class Box: NSObject { var count = 0 }
  private final class Plain {}
  private struct Point: Equatable { var x: Int }
  private enum Failing: Error, Equatable { case one(Int) }

  @Test func `Swift and Foundation values become JavaScript values`() {
    let url = URL(string: "https://host.test/a?b=c")!
    let uuid = UUID()
    let date = Date(timeIntervalSince1970: 1.5)
    let table: [(Any?, String)] = [
      (nil, "undefined"), (NSNull(), "null"), (true, "true"), (NSNumber(value: false), "false"), (1, "1"),
      (-1.5, "-1.5"),
      (UInt8(255), "255"), (Float(0.5), "0.5"), (NSNumber(value: 3), "3"), ("text", #""text""#),
      (NSString(string: "ns"), #""ns""#), ("sub".dropFirst(), #""ub""#), (Character("c"), #""c""#),
      (date, #""1970-01-01T00:00:01.500Z""#), (date as NSDate, #""1970-01-01T00:00:01.500Z""#),
      (url, #""https://host.test/a?b=c""#), (uuid, "\"\(uuid.uuidString)\""), (Decimal(string: "1.25")!, "1.25"),
      ([1, 2], "[1,2]"), ([1, nil, "x"] as [Any?], #"[1,null,"x"]"#), (["a": 1], #"{"a":1}"#),
      (["a": ["b": [true, NSNull()]]] as [String: Any], #"{"a":{"b":[true,null]}}"#),
      (NSArray(array: [1, "a"]), #"[1,"a"]"#), (NSDictionary(dictionary: ["k": NSNumber(value: true)]), #"{"k":true}"#),
      ([7: "seven"] as [AnyHashable: Any], #"{"7":"seven"}"#), (Set([5]), "[5]"), (Optional<Int>.some(3) as Any, "3"),
      ((1...3).map { $0 }, "[1,2,3]"), (["__proto__": 1], #"{"__proto__":1}"#),
    ]
    let stringify = context.evaluateScript("(v => v === undefined ? 'undefined' : JSON.stringify(v))")!
    for (value, expected) in table {
      let text = stringify.call(withArguments: [JSValue(object: value, in: context) as Any]).toString()
      #expect(text == expected, "\(String(describing: value))")
    }
    #expect(context.exception == nil)
  }

  @Test func `JavaScript values become Foundation values that can be cast`() throws {
    func object(_ source: String) -> Any? { context.evaluateScript("(\(source))").toObject() }
    #expect(object("undefined") == nil)
    #expect(object("null") is NSNull)
    #expect(object("true") as? Bool == true)
    #expect(object("1") as? Int == 1)
    #expect(object("1.5") as? Double == 1.5)
    #expect(object("1.5") as? Int == nil)
    #expect(object("'t'") as? String == "t")
    #expect(object("[1,2]") as? [Int] == [1, 2])
    #expect(object("[1,,undefined]") as? [NSObject] == [NSNumber(value: 1), NSNull(), NSNull()])
    #expect(object("new Date(1500)") as? Date == Date(timeIntervalSince1970: 1.5))
    #expect(object("new Uint8Array([1, 2])") as? Data == Data([1, 2]))
    #expect(object("new Uint8Array([1, 2, 3]).subarray(1).buffer") as? Data == Data([1, 2, 3]))
    #expect(object("new Float64Array([1.5])") as? [Double] == [1.5])
    #expect(object("9007199254740993n") as? Int == 9_007_199_254_740_993)
    #expect(object("Symbol('s')") is JSValue)
    let nested = try #require(object("{ a: 1, b: { c: ['x', null] }, u: undefined }") as? [String: Any])
    #expect(Set(nested.keys) == ["a", "b"])
    #expect((nested["b"] as? [String: Any])?["c"] as? [AnyHashable] == ["x", NSNull()])
    #expect(object("{ a: 1 }") is NSDictionary)
    #expect(context.evaluateScript("[1]").toObjectOf(NSArray.self) != nil)
    #expect(context.evaluateScript("[1]").toObjectOf(NSString.self) == nil)
    #expect(context.evaluateScript("'a'").toObjectOf(NSString.self) as? String == "a")
  }

  @Test func `booleans and numbers keep their type in both directions`() {
    for number in [NSNumber(value: true), NSNumber(value: false), NSNumber(value: 1), NSNumber(value: 0.5)] {
      let value = JSValue(object: number, in: context)!
      let isBoolean = type(of: number) == type(of: NSNumber(value: true))
      #expect(value.isBoolean == isBoolean)
      #expect(type(of: value.toObject() as! NSNumber) == type(of: number))
      #expect(value.toNumber() == number)
    }
    #expect(JSValue(bool: true, in: context).toNumber() == NSNumber(value: true))
    #expect(JSValue(object: "12", in: context).toNumber() == NSNumber(value: 12))
  }

  @Test func `a Swift object that is passed to JavaScript and back is the same object`() {
    let box = Box()
    let plain = Plain()
    context.setObject(box, forKeyedSubscript: "box" as NSString)
    context.setObject(plain, forKeyedSubscript: "plain" as NSString)
    #expect(context.objectForKeyedSubscript("box").toObject() as? Box === box)
    #expect(context.objectForKeyedSubscript("plain").toObject() as? Plain === plain)
    #expect(context.objectForKeyedSubscript("box").toObjectOf(Box.self) as? Box === box)
    #expect(context.evaluateScript("[box, box, { box }]").toArray()?.first as? Box === box)
    context.setObject(box, forKeyedSubscript: "again" as NSString)
    #expect(context.evaluateScript("box === again && box !== plain").toBool())
    #expect(context.evaluateScript("String(box)").toString() == "[object Box]")
    context.setObject(Point(x: 3), forKeyedSubscript: "point" as NSString)
    #expect(context.objectForKeyedSubscript("point").toObject() as? Point == Point(x: 3))
  }

  @Test func `arrays and dictionaries are read from any object, not from primitives`() {
    #expect(context.evaluateScript("({ length: 2, 0: 'a' })").toArray() as? [NSObject] == ["a" as NSString, NSNull()])
    #expect(context.evaluateScript("['a']").toDictionary() as? [String: String] == ["0": "a"])
    for source in ["undefined", "null"] {
      #expect(context.evaluateScript(source).toArray() == nil)
      #expect(context.evaluateScript(source).toDictionary() == nil)
      #expect(context.exception == nil)
    }
    #expect(context.evaluateScript("5").toDictionary() == nil)
    #expect(context.exception.toString() == "TypeError: Cannot convert primitive to a dictionary")
    #expect(context.evaluateScript("'text'").toArray() == nil)
  }

  @Test func `dates are made from numbers, and are NaN for other values`() {
    #expect(context.evaluateScript("0").toDate() == Date(timeIntervalSince1970: 0))
    #expect(context.evaluateScript("'no date'").toDate().timeIntervalSince1970.isNaN)
    #expect(context.evaluateScript("Symbol()").toDate() == nil)
    #expect(context.exception.forProperty("name").toString() == "TypeError")
  }

  @Test func `a cyclic reference becomes a JSValue, and converts back to the same object`() throws {
    let cycle = context.evaluateScript("var a = { name: 'a', list: [] }; a.self = a; a.list.push(a, 1); a")!
    let object = try #require(cycle.toObject() as? [String: Any])
    #expect(object["name"] as? String == "a")
    #expect(object["self"] as? JSValue == cycle)
    #expect(cycle.toDictionary()?["self"] as? JSValue == cycle && cycle.toDictionary()?.count == 3)
    let list = try #require(object["list"] as? [Any])
    #expect(list[0] as? JSValue == cycle && list[1] as? Int == 1)
    let back = JSValue(object: object, in: context)!
    #expect(back.forProperty("self") == cycle)
    #expect(context.evaluateScript("var b = []; b.push({ b }); b").toArray()?.count == 1)
    #expect(context.exception == nil)
  }

  @Test func `an object with several references is converted once`() {
    // 2^60 paths, but only 61 objects.
    let value = context.evaluateScript("var o = {}; for (let i = 0; i < 60; i++) o = { l: o, r: o }; o")!
    #expect((value.toObject() as? [String: Any])?.count == 2)
  }

  @Test func `a deep object ends in a JSValue, a deep Swift value is an error`() throws {
    var level: Any? = context.evaluateScript("var d = ['end']; for (let i = 0; i < 1e5; i++) d = [d]; d").toArray()
    var depth = 0
    while let array = level as? [Any] {
      level = array[0]
      depth += 1
    }
    #expect(depth == 256)
    #expect((level as? JSValue)?.isArray == true)
    #expect(context.exception == nil)
    var deep: Any = [Any]()
    for _ in 0..<1000 { deep = [deep] }
    #expect(JSValue(object: deep, in: context).isUndefined)
    #expect(context.exception.forProperty("name").toString() == "RangeError")
  }

  @Test(arguments: ["({ length: 4294967295 })", "new Array(4294967295)", "({ get length() { return 2 ** 31 } })"])
  func `a claimed length takes neither time nor memory`(source: String) {
    let value = context.evaluateScript(source)!
    #expect(value.toArray() == nil)
    #expect(context.exception.forProperty("name").toString() == "RangeError")
    let object = context.evaluateScript("({ sparse: new Array(4294967295) })").toObject() as? [String: Any]
    #expect((object?["sparse"] as? JSValue)?.isArray == true)
  }

  @Test func `a property whose getter throws is skipped`() {
    let value = context.evaluateScript("({ a: 1, get b() { throw new Error('no') }, c: 3 })")!
    #expect(value.toDictionary() as? [String: Int] == ["a": 1, "c": 3])
    #expect(context.exception == nil)
    let hostile = context.evaluateScript("new Proxy({}, { ownKeys() { throw 1 }, get() { throw 2 } })")!
    #expect(hostile.toDictionary()?.isEmpty == true)
    #expect(hostile.toArray()?.isEmpty == true)
  }

  @Test func `text keeps every character, and a lone surrogate becomes the replacement character`() {
    for text in ["", "a\u{0}b", "é😀", "\u{2028}", String(repeating: "x", count: 70_000)] {
      #expect(JSValue(object: text, in: context).toString() == text)
    }
    #expect(context.evaluateScript("'a\\ud800b'").toString() == "a\u{FFFD}b")
    #expect(context.evaluateScript("({ toString() { throw 1 } })").toString() == nil)
    #expect(context.exception.toInt32() == 1)
  }

  @Test func `a JSError thrown by Swift has its name and its message in JavaScript`() {
    context["fail"] = { () throws in throw JSError(name: "RangeError", message: "too far") }
    let told = context.evaluateScript(
      "try { fail() } catch (error) { [error.name, error.message, `${error}`].join('|') }")
    #expect(told?.toString() == "RangeError|too far|RangeError: too far")
    context.evaluateScript("fail()")
    #expect(context.exception.toString() == "RangeError: too far")
  }

  @Test func `a Swift error is an Error in JavaScript and returns as the same error`() {
    context.setObject(Failing.one(3), forKeyedSubscript: "failure" as NSString)
    #expect(context.evaluateScript("failure instanceof Error && failure.message").toString() == "one(3)")
    #expect(context.objectForKeyedSubscript("failure").toObject() as? Failing == .one(3))
    #expect(context.evaluateScript("Error.isError(failure) && Object.keys(failure).length").toInt32() == 0)
    context["fail"] = { () throws in throw Failing.one(4) }
    #expect(context.evaluateScript("try { fail() } catch (e) { e.stack }").toString().contains("global code"))
    #expect(context.evaluateScript("Object.assign({}, failure, { copied: 1 })").toObject() is [String: Any])
  }

  @Test func `a value of another virtual machine is an error`() {
    let foreign = JSContext()!.evaluateScript("({})")!
    context.setObject(foreign, forKeyedSubscript: "foreign" as NSString)
    #expect(context.exception.toString() == "TypeError: A value of another virtual machine cannot be used here")
    #expect(context.evaluateScript("typeof foreign").toString() == "undefined")
    context.exception = nil
    #expect(context.evaluateScript("(a => 1)").call(withArguments: [[foreign]]).isUndefined)
    #expect(context.exception != nil)
    #expect(!context.globalObject.isEqual(to: foreign))
    #expect(context.globalObject != foreign)
  }

  @Test func `ten thousand elements survive a collection during the conversion`() {
    let strings = (0..<10_000).map { "element \($0)" }
    let value = JSValue(object: ["list": strings, "nested": strings.map { ["name": $0] }], in: context)!
    context.collectGarbage()
    #expect(value.forProperty("list").toArray() as? [String] == strings)
    #expect(value.forProperty("nested").atIndex(9999).forProperty("name").toString() == "element 9999")
  }

  @Test func `cyclic containers of Foundation become cyclic objects`() throws {
    let dictionary = NSMutableDictionary()
    let array = NSMutableArray()
    dictionary.setObject(dictionary, forKey: "self" as NSString)
    dictionary.setObject(array, forKey: "list" as NSString)
    dictionary.setObject("text", forKey: "name" as NSString)
    array.add(array)
    array.add(dictionary)
    let value = try #require(JSValue(object: dictionary, in: context))
    context["cycle"] = value
    #expect(
      context.evaluateScript("cycle.self === cycle && cycle.list[0] === cycle.list && cycle.list[1] === cycle").toBool()
    )
    #expect(value.forProperty("name").toString() == "text")
    // Foundation would never release the cycle.
    dictionary.removeAllObjects()
    array.removeAllObjects()
  }

  @Test func `a container with two references in each of a hundred levels is converted once`() throws {
    var inner = NSArray()
    for _ in 0..<100 { inner = NSArray(objects: inner, inner) }
    let value = try #require(JSValue(object: inner, in: context))
    #expect(value.atIndex(0) == value.atIndex(1))
  }

  @Test func `Foundation's containers keep Swift values, numeric keys and the elements of subclasses`() throws {
    struct Point { var x = 1 }
    final class Doubled: NSArray {
      override var count: Int { 2 }
      override func object(at index: Int) -> Any { index * 2 }
    }
    let mixed = NSArray(array: [
      Point(), UUID(uuidString: "00000000-0000-0000-0000-000000000000")!, URL(string: "a:b")!,
    ])
    let value = try #require(JSValue(object: mixed, in: context))
    #expect(value.atIndex(0).toObject() is Point)
    #expect(value.atIndex(1).toString() == "00000000-0000-0000-0000-000000000000")
    #expect(value.atIndex(2).toString() == "a:b")
    let keyed = NSDictionary(dictionary: [1: "one", 2.5: "left out", "k": Date(timeIntervalSince1970: 0)])
    let json = context.objectForKeyedSubscript("JSON").invokeMethod("stringify", withArguments: [keyed])
    #expect(json?.toString() == #"{"1":"one","k":"1970-01-01T00:00:00.000Z"}"#)
    #expect(JSValue(object: Doubled(), in: context).toArray() as? [Int] == [0, 2])
  }

  @Test func `objects that a getter creates on each read are converted separately`() throws {
    let made = context.evaluateScript(
      "new Proxy([], { get(_, key) { return key === 'length' ? 100000 : { index: [Number(key)] } } })")
    let elements = try #require(made?.toArray() as? [[String: [Int]]])
    #expect(elements.enumerated().allSatisfy { index, element in element == ["index": [index]] })
  }

  @Test func `containers that are created on each read are converted separately`() {
    final class Tree: NSArray {
      private var place = 0
      private var depth = 6
      override var count: Int { depth == 0 ? 1 : 2 }
      override func object(at index: Int) -> Any {
        if depth == 0 { return place }
        let child = Tree()
        (child.place, child.depth) = (2 * place + index, depth - 1)
        return child
      }
    }
    let leaves = JSValue(object: Tree(), in: context).invokeMethod("flat", withArguments: [7])
    #expect(leaves?.toArray() as? [Int] == Array(0..<64))
  }

  @Test func `an exception of a proxy during the listing of its names does not end the next script`() {
    let hostile = context.evaluateScript("new Proxy({}, { ownKeys() { throw new Error('no') } })")
    #expect((hostile?.toObject() as? [String: Any])?.isEmpty == true)
    #expect(context.evaluateScript("1 + 1").toInt32() == 2)
    #expect(context.exception == nil)
  }

  @Test func `setters on prototypes do not receive converted values`() throws {
    context.evaluateScript(
      """
      var seen = [];
      for (const target of [Object.prototype, Array.prototype])
        for (const name of ['secret', '0', 'value', '__proto__'])
          Object.defineProperty(target, name, { set(v) { seen.push(v) }, get() { return 'planted' }, configurable: true });
      """)
    let given: [String: Any] = ["secret": 1, "0": [7, 8], "value": ["__proto__": 3], "__proto__": 4]
    let value = try #require(JSValue(object: given, in: context))
    #expect(context.evaluateScript("seen.length").toInt32() == 0)
    let parts = context.evaluateScript(
      "o => [o.secret, o[0][0], o[0][1], o.value.__proto__, o.__proto__, Object.getPrototypeOf(o) === Object.prototype]"
    )
    #expect(parts?.call(withArguments: [value]).toString() == "1,7,8,3,4,true")
  }
}
