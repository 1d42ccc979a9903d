// Nothing but Apple's module is imported: it brings Foundation along.
import JavaScriptCore
import Testing

// Names that wrappers of Apple's framework have, and that this package uses in JavaScriptCoreAdditions.
private enum JSError: Error, Equatable { case script(String) }

extension JSContext {
  fileprivate func evaluate(_ script: String) throws -> JSValue {
    let value = evaluateScript(script)
    if let exception { throw JSError.script(exception.toString()) }
    return value ?? JSValue(undefinedIn: self)
  }

  fileprivate subscript(_ key: String) -> JSValue? {
    get { objectForKeyedSubscript(key) }
    set { setObject(newValue, forKeyedSubscript: key as NSString) }
  }

  fileprivate subscript(_ key: String) -> Any? {
    get { objectForKeyedSubscript(key)?.toObject() }
    set { setObject(newValue, forKeyedSubscript: key as NSString) }
  }

  fileprivate func collectGarbage() -> String { "mine" }
}

extension JSValue {
  fileprivate func callAsFunction(_ arguments: Any...) -> JSValue { call(withArguments: arguments) }
  fileprivate func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let json = context.objectForKeyedSubscript("JSON").invokeMethod("stringify", withArguments: [self])!
    return try JSONDecoder().decode(type, from: Data(json.toString().utf8))
  }
  fileprivate subscript(dynamicMember name: String) -> JSValue { forProperty(name) }
}

/// A wrapper's own members win, whatever they are called.
@Suite struct NameTests {
  private struct Point: Codable, Equatable { var x: Int }

  @Test func `a wrapper's own names do not collide with ours`() throws {
    let context = JSContext()!
    #expect(try context.evaluate("1 + 1").toInt32() == 2)
    #expect(throws: JSError.script("Error: no")) { try context.evaluate("throw new Error('no')") }
    context["x"] = JSValue(int32: 7, in: context)
    let x: JSValue? = context["x"]
    #expect(x?.toInt32() == 7)
    #expect(context.collectGarbage() == "mine")
    let double = context.evaluateScript("(a => ({ x: a * 2 }))")!
    #expect(try double(4).decode(Point.self) == Point(x: 8))
  }

  @Test func `Foundation is imported along`() {
    let context = JSContext()!
    let url = URL(string: "file:///program.js")!
    context.evaluateScript("throw new Error('x')", withSourceURL: url)
    #expect(context.exception.forProperty("sourceURL").toString() == url.absoluteString)
    #expect(JSValue(rect: CGRect(x: 1, y: 2, width: 3, height: 4), in: context).toRect().width == 3)
  }

  @Test func `a switch over a comparison needs no default`() {
    let context = JSContext()!
    func name(_ condition: JSRelationCondition) -> String {
      switch condition {
      case .undefined: "undefined"
      case .equal: "equal"
      case .greaterThan: "greater"
      case .lessThan: "less"
      }
    }
    let value = JSValue(double: 2, in: context)!
    #expect([1.0, 2, 3, .nan].map { name(value.compare($0)) } == ["greater", "equal", "less", "undefined"])
    #expect(JSRelationCondition(rawValue: 3) == .lessThan)
  }
}
