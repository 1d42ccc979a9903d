import JavaScriptCore
import Testing

/// Values as Apple's framework converts them.
@Suite struct AppleConversionTests {
  let context = JSContext()!

  @Test func `whole numbers print as Apple's NSNumber prints them`() throws {
    func text(_ script: String) -> String { "\(context.evaluateScript(script).toObject()!)" }
    #expect(text("1") == "1")
    #expect(text("-7") == "-7")
    #expect(text("2 ** 53") == "9007199254740992")
    #expect(text("1.5") == "1.5")
    #expect(text("1e300") == "\(1e300)")
    #expect("\(context.evaluateScript("42").toNumber()!)" == "42")
    #expect("\(context.evaluateScript("'12'").toNumber()!)" == "12")
    #expect("\(context.evaluateScript("[1, 2.5, true]").toArray()!)" == "[1, 2.5, 1]")
    #expect("\(context.evaluateScript("({ a: 3 })").toDictionary()!)" == #"[AnyHashable("a"): 3]"#)
    let row = try #require(context.evaluateScript("({ n: 3, d: 0.5, b: true })").toObject() as? [String: Any])
    #expect(row["n"] as? Int == 3 && row["n"] as? Double == 3)
    #expect(row["d"] as? Double == 0.5 && row["b"] as? Bool == true)
    #expect(context.evaluateScript("-0").toNumber().doubleValue.sign == .minus)
    #expect(context.evaluateScript("NaN").toNumber().doubleValue.isNaN)
  }

  @Test func `undefined arguments of a block are values of JavaScript`() {
    var seen: [String] = []
    let text: (String?) -> Void = { seen.append($0 ?? "nil") }
    let value: (JSValue?) -> Void = { seen.append($0.map { $0.isNull ? "null" : "\($0.isUndefined)" } ?? "nil") }
    let number: (NSNumber?) -> Void = { seen.append($0.map { $0.doubleValue.isNaN ? "NaN" : "\($0)" } ?? "nil") }
    let string: (NSString?) -> Void = { seen.append($0 as String? ?? "nil") }
    let date: (NSDate?) -> Void = { seen.append($0.map { "\($0.timeIntervalSince1970)" } ?? "nil") }
    let list: ([Any]?) -> Void = { seen.append($0.map { "\($0)" } ?? "nil") }
    context.setObject(text, forKeyedSubscript: "text" as NSString)
    context.setObject(value, forKeyedSubscript: "value" as NSString)
    context.setObject(number, forKeyedSubscript: "number" as NSString)
    context.setObject(string, forKeyedSubscript: "string" as NSString)
    context.setObject(date, forKeyedSubscript: "date" as NSString)
    context.setObject(list, forKeyedSubscript: "list" as NSString)
    context.evaluateScript("text(); text(null); value(); value(null)")
    context.evaluateScript("number(); number(null); number('12'); number(true)")
    #expect(seen == ["undefined", "null", "true", "null", "NaN", "0", "12", "1"])
    seen = []
    context.evaluateScript("string(); string(5); date(2000); list(null); list(); list(['x'])")
    #expect(seen == ["undefined", "5", "2.0", "nil", "nil", #"["x"]"#])
    #expect(context.exception == nil)
  }

  @Test func `Foundation's values go both ways`() {
    func script(_ value: Any) -> String {
      context.setObject(value, forKeyedSubscript: "v" as NSString)
      return context.evaluateScript("({}).toString.call(v) + ' ' + (v && v.toJSON ? v.toJSON() : v)").toString()
    }
    #expect(script(NSNumber(value: 3)) == "[object Number] 3")
    #expect(script(NSNumber(value: true)) == "[object Boolean] true")
    #expect(script(NSNull()) == "[object Null] null")
    #expect(script(NSDate(timeIntervalSince1970: 0)) == "[object Date] 1970-01-01T00:00:00.000Z")
    #expect(script(NSDecimalNumber(string: "1.25")) == "[object Number] 1.25")
    #expect(script("text" as NSString) == "[object String] text")
    #expect(script([1, 2] as NSArray) == "[object Array] 1,2")
    #expect(script(["a": 1] as NSDictionary) == "[object Object] [object Object]")
    #expect(context.evaluateScript("null").toObject() is NSNull)
    #expect(context.evaluateScript("new Date(5000)").toDate() == Date(timeIntervalSince1970: 5))
    let range = NSRange(location: 3, length: 4)
    #expect(JSValue(range: range, in: context).toRange() == range)
    let point = CGPoint(x: 1.5, y: -2)
    #expect(JSValue(point: point, in: context).toPoint() == point)
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(JSValue(rect: rect, in: context).toRect() == rect)
    #expect(JSValue(size: rect.size, in: context).toSize() == rect.size)
    #expect(context.evaluateScript("({ x: 'no' })").toPoint().x.isNaN)
    #expect(context.evaluateScript("({})").toRange() == NSRange(location: 0, length: 0))
  }

  @Test func `strings of the engine are made of Core Foundation's and copied to them`() {
    let text = "a\u{0}é😀" as CFString
    let string = JSStringCreateWithCFString(text)!
    defer { JSStringRelease(string) }
    #expect(JSStringGetLength(string) == 5)
    let copy = JSStringCopyCFString(kCFAllocatorDefault, string)! as String
    #expect(copy == "a\u{0}é😀")
    #expect(JSStringCopyCFString(nil, nil) == nil)
    let exception = context.evaluateScript("1 + 1").jsValueRef
    let made = JSValueToStringCopy(context.jsGlobalContextRef, exception, nil)
    defer { JSStringRelease(made) }
    #expect(JSStringCopyCFString(kCFAllocatorDefault, made)! as String == "2")
  }
}
