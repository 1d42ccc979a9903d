import Foundation
import JavaScriptCoreAdditions
import Testing

/// Swift closures as JavaScript functions.
@Suite(.timeLimit(.minutes(5))) struct ClosureTests {
  let context = JSContext()!

  private final class Model { var name = "model" }
  private struct Item: Codable, Equatable { var id: Int; var tags: [String] }
  private enum Failing: Error, Equatable { case deliberately }

  @Test func `a closure of any arity is typed by its signature`() {
    context.setObject({ 42 }, forKeyedSubscript: "none" as NSString)
    context.setObject({ (a: Int, b: Int) in a + b }, forKeyedSubscript: "two")
    context.setObject(
      { (a: String, b: Double, c: Bool, d: [Int], e: [String: Any]) in "\(a) \(b) \(c) \(d) \(e.count)" },
      forKeyedSubscript: "five" as NSString)
    context["sub"] = { (name: String) in "Hello, \(name)" }
    #expect(context.evaluateScript("none()").toInt32() == 42)
    #expect(context.evaluateScript("two(1, 2)").toInt32() == 3)
    #expect(context.evaluateScript("two(1, '2')").toInt32() == 3)
    #expect(context.evaluateScript("two()").toInt32() == 0)
    #expect(context.evaluateScript("five('x', 1.5, true, [1, 2], { k: 1 })").toString() == "x 1.5 true [1, 2] 1")
    #expect(context.evaluateScript("sub('you')").toString() == "Hello, you")
    #expect(context.exception == nil)
  }

  @Test func `a function inherits from JavaScript's Function`() {
    context.setObject({ (a: Int) in a * 2 }, forKeyedSubscript: "double")
    #expect(context.evaluateScript("typeof double").toString() == "function")
    #expect(context.evaluateScript("double instanceof Function").toBool())
    #expect(
      context.evaluateScript("double.call(null, 4) + double.apply(null, [1]) + double.bind(null, 5)()").toInt32() == 20)
    #expect(context.evaluateScript("[1, 2, 3].map(double).join()").toString() == "2,4,6")
    #expect(context.evaluateScript("try { new double(1); 'made' } catch (e) { e.name }").toString() == "TypeError")
  }

  @Test func `parameters of every type are read`() throws {
    let model = Model()
    var seen: [String] = []
    context.setObject(model, forKeyedSubscript: "model" as NSString)
    context.setObject({ (v: JSValue) in seen.append(v.toString()) }, forKeyedSubscript: "value")
    context.setObject({ (v: JSValue?) in seen.append(v == nil ? "nil" : "value") }, forKeyedSubscript: "maybeValue")
    context.setObject({ (v: String?) in seen.append(v ?? "nil") }, forKeyedSubscript: "maybe")
    context.setObject({ (v: Model) in seen.append(v.name) }, forKeyedSubscript: "object")
    context.setObject({ (v: Item) in seen.append("\(v.id) \(v.tags)") }, forKeyedSubscript: "codable")
    context.setObject({ (v: Any) in seen.append("\(v)") }, forKeyedSubscript: "any")
    context.setObject({ (v: Date) in seen.append("\(v.timeIntervalSince1970)") }, forKeyedSubscript: "date")
    context.setObject({ (v: Data) in seen.append("\(v.count)") }, forKeyedSubscript: "data")
    context.setObject({ (v: Decimal) in seen.append("\(v)") }, forKeyedSubscript: "decimal")
    context.setObject({ (v: Int8) in seen.append("\(v)") }, forKeyedSubscript: "small")
    context.evaluateScript(
      """
      value('v'); maybeValue(undefined); maybe(null); maybe('m'); object(model);
      codable({ id: 7, tags: ['a'] }); any('x'); date(new Date(2000)); data(new Uint8Array(5)); decimal(0.1); small(1000);
      """)
    #expect(context.exception == nil, "\(context.exception?.toString() ?? "")")
    #expect(
      seen == ["v", "value", "null", "m", "model", #"7 ["a"]"#, "x", "2.0", "5", "0.1", "127"])
  }

  @Test func `null is nil for an optional of any type`() {
    var seen: [String] = []
    func note(_ value: Any?) { seen.append(value.map { "\($0)" } ?? "nil") }
    context["number"] = { (v: Int?) in note(v) }
    context["object"] = { (v: Model?) in note(v?.name) }
    context["dictionary"] = { (v: [String: Any]?) in note(v) }
    context["array"] = { (v: [Any]?) in note(v) }
    context["codable"] = { (v: Item?) in note(v?.id) }
    context["model"] = Model()
    context.evaluateScript("number(null); object(null); dictionary(null); array(null); codable(null)")
    #expect(context.exception == nil, "\(context.exception?.toString() ?? "")")
    context.evaluateScript("number(undefined); number(1); object(model); dictionary({ a: 1 }); array(['x'])")
    #expect(context.exception == nil, "\(context.exception?.toString() ?? "")")
    #expect(seen == ["nil", "nil", "nil", "nil", "nil", "nil", "1", "model", #"["a": 1]"#, #"["x"]"#])
  }

  @Test(arguments: ["object({})", "object(5)", "object()", "codable({ id: 'x', tags: [] })", "bytes('x')"])
  func `an argument that cannot be converted throws a TypeError`(source: String) {
    context.setObject({ (v: Model) in }, forKeyedSubscript: "object")
    context.setObject({ (v: Item) in }, forKeyedSubscript: "codable")
    context.setObject({ (v: Data) in }, forKeyedSubscript: "bytes")
    #expect(context.evaluateScript("try { \(source); 'none' } catch (e) { e.name }").toString() == "TypeError")
  }

  @Test func `results of every type are written`() {
    context.setObject({ () -> [String: Any] in ["a": [1, 2]] }, forKeyedSubscript: "dictionary")
    context.setObject({ () -> Int? in nil }, forKeyedSubscript: "nothing")
    context.setObject({ () -> [String] in ["x"] }, forKeyedSubscript: "strings")
    context.setObject({ () -> Any in 5 }, forKeyedSubscript: "any")
    context.setObject({ () -> Date in Date(timeIntervalSince1970: 1) }, forKeyedSubscript: "date")
    context.setObject({ () -> Void in }, forKeyedSubscript: "void")
    let text = context.evaluateScript(
      "JSON.stringify([dictionary(), nothing() === undefined, strings(), any(), date().getTime(), void_() === undefined])"
        .replacingOccurrences(of: "void_", with: "globalThis['void']"))
    #expect(text?.toString() == #"[{"a":[1,2]},true,["x"],5,1000,true]"#)
  }

  @Test func `an error thrown through JavaScript returns as the same error`() async throws {
    context.setObject({ () throws -> Int in throw Failing.deliberately }, forKeyedSubscript: "fail")
    #expect(
      context.evaluateScript("try { fail() } catch (e) { e instanceof Error && e.message }").toString()
        == "deliberately")
    #expect(
      context.evaluateScript("function outer() { fail() } try { outer() } catch (e) { e.stack }").toString().contains(
        "outer"))
    context.evaluateScript("fail()")
    #expect(context.exception.toObject() as? Failing == .deliberately)
    await #expect(throws: Failing.deliberately) { try await context.evaluate("fail()") }
    await #expect(throws: Failing.deliberately) { try await context.evaluate("(async () => fail())()") }
    let error = await #expect(throws: JSError.self) {
      try await context.evaluate("try { fail() } catch (e) { throw new Error('outer', { cause: e }) }")
    }
    #expect(error?.message == "outer")
    #expect(error?.cause as? Failing == .deliberately)
  }

  @Test func `an asynchronous closure returns a promise`() async throws {
    context.setObject(
      { (n: Int) async throws -> Int in
        await Task.yield()
        if n < 0 { throw Failing.deliberately }
        return n * 2
      }, forKeyedSubscript: "later")
    #expect(try await context.evaluate("later(21)").toInt32() == 42)
    #expect(try await context.evaluate("(async () => await later(1) + await later(2))()").toInt32() == 6)
    await #expect(throws: Failing.deliberately) { try await context.evaluate("later(-1)") }
    #expect(try await context.evaluate("Promise.all([1, 2, 3].map(later)).then(a => a.join())").toString() == "2,4,6")
  }

  @Test func `an asynchronous closure that is set by a subscript returns a promise too`() async throws {
    context["later"] = { (n: Int) async in n * 2 }
    context.globalObject["fails"] = { () async throws in throw Failing.deliberately }
    #expect(try await context.evaluate("later(21)").toInt32() == 42)
    await #expect(throws: Failing.deliberately) { try await context.evaluate("fails()") }
  }

  @Test func `a promise whose result cannot be converted is rejected`() async {
    context.setObject(
      { () async -> [Any] in
        var nested: [Any] = []
        for _ in 0..<300 { nested = [nested] }
        return nested
      }, forKeyedSubscript: "nested")
    let error = await #expect(throws: JSError.self) { try await context.evaluate("nested()") }
    #expect(error?.name == "RangeError")
    #expect(context.exception == nil)
  }

  @Test func `an asynchronous closure without a result returns a promise of undefined`() async throws {
    context.setObject({ () async in await Task.yield() }, forKeyedSubscript: "pause")
    #expect(try await context.evaluate("pause()").isUndefined)
  }

  @Test func `a BigInt out of an integer type's range becomes its nearest bound`() {
    context.setObject({ (number: Int64) in String(number) }, forKeyedSubscript: "signed")
    context.setObject({ (number: UInt64) in String(number) }, forKeyedSubscript: "unsigned")
    let table = [
      ("signed(2n ** 63n)", "\(Int64.max)"), ("signed(2n ** 63n - 1n)", "\(Int64.max)"),
      ("signed(-(2n ** 80n))", "\(Int64.min)"),
      ("signed(-(2n ** 63n))", "\(Int64.min)"), ("signed(-1n)", "-1"), ("unsigned(2n ** 64n)", "\(UInt64.max)"),
      ("unsigned(2n ** 64n - 1n)", "\(UInt64.max)"), ("unsigned(2n ** 63n)", "9223372036854775808"),
      ("unsigned(-5n)", "0"),
    ]
    for (script, expected) in table { #expect(context.evaluateScript(script).toString() == expected, "\(script)") }
  }

  @Test func `blocks are converted like closures, also with strings`() {
    let add: @convention(block) (Int, Int) -> Int = { $0 + $1 }
    let greet: @convention(block) (String) -> String = { "Hello, \($0)" }
    let log: @convention(block) (Float) -> Void = { #expect($0 == 1.5) }
    context.setObject(add, forKeyedSubscript: "add" as NSString)
    context.setObject(greet, forKeyedSubscript: "greet" as NSString)
    context.setObject(log, forKeyedSubscript: "log" as NSString)
    #expect(context.evaluateScript("log(1.5); greet('é' + add(1, 2))").toString() == "Hello, é3")
    for _ in 0..<1000 { context.evaluateScript("greet('x'.repeat(1000))") }
    #expect(context.exception == nil)
  }

  @Test func `closures of a few types are functions inside Any too`() {
    let api: [String: Any] = [
      "twice": { (n: Int) in n * 2 } as (Int) -> Int, "shout": { (s: String) in s.uppercased() } as (String) -> String,
      "function": JSValue(object: { (a: Int, b: String) in "\(a)\(b)" }, in: context) as Any,
    ]
    context.setObject(api, forKeyedSubscript: "api" as NSString)
    #expect(context.evaluateScript("api.shout('a') + api.twice(4) + api.function(1, 'b')").toString() == "A81b")
  }

  @Test func `calls from both sides can be nested`() {
    context.setObject(
      { (n: Int) -> Int in
        n == 0 ? 0 : Int(JSContext.current().evaluateScript("down(\(n - 1))").toInt32()) + 1
      }, forKeyedSubscript: "down")
    #expect(context.evaluateScript("down(40)").toInt32() == 40)
  }
}
