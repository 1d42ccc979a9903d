import JavaScriptCore
import Testing

/// Blocks as programs for Apple's framework pass them.
@Suite struct BlockTests {
  let context = JSContext()!
  private final class Tracker { var count = 0 }

  private func result(_ script: String) -> String? { context.evaluateScript(script)?.toString() }

  @Test func `a block that is cast to AnyObject is a function`() {
    let tracker = Tracker()
    let log: @convention(block) (String) -> Void = { text in tracker.count += text.count }
    let join: @convention(block) (String, String) -> String = { $0 + "|" + $1 }
    context.setObject(unsafeBitCast(log, to: AnyObject.self), forKeyedSubscript: "log" as NSString)
    context.setObject(unsafeBitCast(join, to: AnyObject.self), forKeyedSubscript: "join" as NSString)
    #expect(result("log('four'); log(12345); typeof log") == "function")
    #expect(tracker.count == 9)
    #expect(result("join('a', 'é') + join(1, null) + join()") == "a|é1|nullundefined|undefined")
    #expect(context.exception == nil)
  }

  @Test func `a block that is cast before it has a name is a function`() {
    let tracker = Tracker()
    context.setObject(
      unsafeBitCast({ tracker.count += 1 } as @convention(block) () -> Void, to: AnyObject.self),
      forKeyedSubscript: "count" as NSString)
    for _ in 0..<100 { context.evaluateScript("count('x'.repeat(1000))") }
    #expect(tracker.count == 100)
  }

  @Test func `a cast block goes wherever an object goes`() {
    let twice: @convention(block) (Int) -> Int = { $0 * 2 }
    let object = unsafeBitCast(twice, to: AnyObject.self)
    let boxed: Any = object
    let dictionary: [String: Any] = ["twice": object, "list": [boxed]]
    context.setObject(dictionary, forKeyedSubscript: "api" as NSString)
    #expect(result("api.twice(4) + api.list[0](5)") == "18")
    let apply = context.evaluateScript("(function (f, n) { return f(n) })")!
    #expect(apply.call(withArguments: [object, 21]).toInt32() == 42)
    #expect(apply.call(withArguments: [unsafeBitCast(twice, to: JSValue.self), 4]).toInt32() == 8)
    #expect(JSValue(object: object, in: context).call(withArguments: [3]).toInt32() == 6)
    context.globalObject.setValue(object, forProperty: "twice")
    #expect(result("twice(50)") == "100")
  }

  @Test func `a cast block receives and returns every type that a block may have`() {
    var seen: [String] = []
    let numbers: @convention(block) (Int8, UInt32, Int64, Bool, Double, Float) -> Void = {
      seen.append("\($0) \($1) \($2) \($3) \($4) \($5)")
    }
    let lists: @convention(block) ([Any], [String: Any], String?) -> Void = {
      seen.append("\($0) \($1) \($2 ?? "nil")")
    }
    let values: @convention(block) (Date, Data, Any) -> Void = {
      seen.append("\($0.timeIntervalSince1970) \($1.count) \($2)")
    }
    let half: @convention(block) (Double) -> Double = { $0 / 2 }
    let third: @convention(block) (Float) -> Float = { $0 / 4 }
    let not: @convention(block) (Bool) -> Bool = { !$0 }
    let small: @convention(block) () -> Int8 = { -3 }
    let list: @convention(block) () -> [String] = { ["a", "b"] }
    let row: @convention(block) () -> [String: Any] = { ["n": 1, "s": "x"] }
    let maybe: @convention(block) (String?) -> String? = { $0 == "x" ? nil : $0 }
    let anything: @convention(block) (Any) -> AnyObject = { $0 as AnyObject }
    let functions: [(String, AnyObject)] = [
      ("numbers", unsafeBitCast(numbers, to: AnyObject.self)), ("lists", unsafeBitCast(lists, to: AnyObject.self)),
      ("values", unsafeBitCast(values, to: AnyObject.self)), ("half", unsafeBitCast(half, to: AnyObject.self)),
      ("third", unsafeBitCast(third, to: AnyObject.self)), ("not", unsafeBitCast(not, to: AnyObject.self)),
      ("small", unsafeBitCast(small, to: AnyObject.self)), ("list", unsafeBitCast(list, to: AnyObject.self)),
      ("row", unsafeBitCast(row, to: AnyObject.self)), ("maybe", unsafeBitCast(maybe, to: AnyObject.self)),
      ("any", unsafeBitCast(anything, to: AnyObject.self)),
    ]
    for (name, function) in functions { context.setObject(function, forKeyedSubscript: name as NSString) }
    context.evaluateScript(
      "numbers(-1, 4e9, 2 ** 40, true, 0.5, 1.5); lists([1, 'x'], { k: true }, undefined);"
        + "values(new Date(2000), new Uint8Array(3), 'v')")
    #expect(context.exception == nil, "\(context.exception?.toString() ?? "")")
    #expect(seen == ["-1 4000000000 1099511627776 true 0.5 1.5", #"[1, "x"] ["k": true] undefined"#, "2.0 3 v"])
    #expect(
      result(
        "JSON.stringify([half(5), third(1), not(false), small(), list(), row().n, row().s, maybe('x'), maybe('y')])")
        == #"[2.5,0.25,true,-3,["a","b"],1,"x",null,"y"]"#)
    #expect(result("JSON.stringify([any('s'), any(4), any([1, { a: 2 }])])") == #"["s",4,[1,{"a":2}]]"#)
  }

  @Test func `an argument that does not fit a cast block throws a TypeError`() {
    let list: @convention(block) ([Any]) -> Int = { $0.count }
    context.setObject(unsafeBitCast(list, to: AnyObject.self), forKeyedSubscript: "list" as NSString)
    for argument in ["5", "'text'", "undefined", "new Date", "{}"] {
      #expect(result("try { list(\(argument)); 'none' } catch (e) { e.name }") == "TypeError", "\(argument)")
    }
    #expect(result("list([1, 2])") == "2")
  }

  @Test func `a block of too many parameters throws instead of crashing`() {
    let six: @convention(block) (Int, Int, Int, Int, Int, Int) -> Int = { $0 + $1 + $2 + $3 + $4 + $5 }
    let five: @convention(block) (Int, Int, Int, Int, Int) -> Int = { $0 + $1 + $2 + $3 + $4 }
    context.setObject(unsafeBitCast(six, to: AnyObject.self), forKeyedSubscript: "six" as NSString)
    context.setObject(unsafeBitCast(five, to: AnyObject.self), forKeyedSubscript: "five" as NSString)
    #expect(result("try { six(1, 2, 3, 4, 5, 6) } catch (e) { e.name }") == "TypeError")
    #expect(result("five(1, 2, 3, 4, 5)") == "15")
    context.setObject(six, forKeyedSubscript: "six" as NSString)
    #expect(result("six(1, 2, 3, 4, 5, 6)") == "21")
  }

  @Test func `a cast block is released when JavaScript's function is`() {
    weak var released: Tracker?
    do {
      let tracker = Tracker()
      released = tracker
      let machine = JSContext()!
      let note: @convention(block) () -> String = { "\(tracker.count)" }
      machine.setObject(unsafeBitCast(note, to: AnyObject.self), forKeyedSubscript: "note" as NSString)
      #expect(machine.evaluateScript("note()").toString() == "0")
    }
    #expect(released == nil)
  }

  @Test func `what a block returns is released`() {
    final class Counted {
      nonisolated(unsafe) static var alive = 0
      init() { Counted.alive += 1 }
      deinit { Counted.alive -= 1 }
    }
    do {
      let machine = JSContext()!
      let make: @convention(block) () -> AnyObject = { Counted() }
      machine.setObject(make, forKeyedSubscript: "make" as NSString)
      machine.setObject(unsafeBitCast(make, to: AnyObject.self), forKeyedSubscript: "makeCast" as NSString)
      machine.evaluateScript("for (let i = 0; i < 100; i += 1) { make(); makeCast() }")
      #expect(machine.exception == nil)
    }
    // The last one may wait for the next block of this thread.
    #expect(Counted.alive <= 1)
  }

  @Test func `other casts are Swift's own`() {
    let object = NSObject()
    let cast = unsafeBitCast(object, to: AnyObject.self)
    #expect(ObjectIdentifier(cast) == ObjectIdentifier(object))
    #expect(unsafeBitCast(1.0, to: UInt64.self) == 0x3ff0_0000_0000_0000)
    let value = JSValue(int32: 3, in: context)!
    let same = unsafeBitCast(value as AnyObject, to: JSValue.self)
    #expect(ObjectIdentifier(same) == ObjectIdentifier(value))
  }

  @Test func `a block receives and returns values of JavaScript`() {
    let member: @convention(block) (JSValue, String) -> JSValue = { $0.forProperty($1) }
    let kind: @convention(block) (JSValue?) -> String = { $0.map { $0.isUndefined ? "undefined" : "value" } ?? "nil" }
    let nothing: @convention(block) (JSValue) -> JSValue? = { _ in nil }
    let current: @convention(block) () -> JSValue = { JSContext.currentThis() }
    context.setObject(member, forKeyedSubscript: "member" as NSString)
    context.setObject(unsafeBitCast(member, to: AnyObject.self), forKeyedSubscript: "cast" as NSString)
    context.setObject(kind, forKeyedSubscript: "kind" as NSString)
    context.setObject(unsafeBitCast(kind, to: AnyObject.self), forKeyedSubscript: "castKind" as NSString)
    context.setObject(nothing, forKeyedSubscript: "nothing" as NSString)
    context.setObject(unsafeBitCast(nothing, to: AnyObject.self), forKeyedSubscript: "castNothing" as NSString)
    context.setObject(unsafeBitCast(current, to: AnyObject.self), forKeyedSubscript: "current" as NSString)
    #expect(result("member({ a: 1 }, 'a') + cast({ a: 2 }, 'a')") == "3")
    #expect(result("kind() + castKind() + kind(1) + castKind('')") == "undefinedundefinedvaluevalue")
    #expect(result("nothing(1) === undefined && castNothing(1) === undefined") == "true")
    #expect(result("({ name: 'me', current }).current().name") == "me")
    for _ in 0..<1000 { context.evaluateScript("member({ a: {} }, 'a'); cast({ a: {} }, 'a')") }
    #expect(context.exception == nil)
  }

  @Test func `blocks and closures are passed without a cast`() {
    let sendable: @Sendable @convention(block) (String, String) -> Void = { _, _ in }
    let pair: (JSValue, JSValue) -> JSValue = { JSValue(double: $0.toDouble() + $1.toDouble(), in: $0.context) }
    let closure: @Sendable (Int) -> Int = { $0 + 1 }
    context.setObject(sendable, forKeyedSubscript: "sendable" as NSString)
    context.setObject(pair, forKeyedSubscript: "pair" as NSString)
    context.setObject(closure, forKeyedSubscript: "closure" as NSString)
    #expect(result("sendable('a', 'b')") == "undefined")
    #expect(result("pair(1, 2) + closure(3)") == "7")
  }
}
