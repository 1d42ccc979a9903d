import Foundation
import JavaScriptCoreAdditions
import Testing

/// The programs of tutorials for Apple's framework, unchanged except for their prints.
@Suite struct DocumentedProgramsTests {
  @Test func `evaluating, calling and reading values`() {
    let context = JSContext()
    context?.evaluateScript(
      """
      var triple = function (value) { return value * 3 };
      var names = ['ForcedExitTimer', 'Ada', 'Margaret'];
      """)
    let names = context?.objectForKeyedSubscript("names")
    let first = names?.objectAtIndexedSubscript(0)
    #expect(first?.toString() == "ForcedExitTimer")
    let triple = context?.objectForKeyedSubscript("triple")
    let result: JSValue? = triple?.call(withArguments: [5])
    #expect(result?.toInt32() == 15)
    if let array = names?.toArray() as? [String] { #expect(array == ["ForcedExitTimer", "Ada", "Margaret"]) }
  }

  @Test func `a guard, an exception handler and a logger`() throws {
    guard let context = JSContext() else { throw CancellationError() }
    var messages: [String] = []
    context.exceptionHandler = { context, exception in
      guard let exception = exception else { return }
      messages.append("JS Error: \(exception)")
    }
    let log: @convention(block) (String) -> Void = { message in messages.append(message) }
    context.setObject(log, forKeyedSubscript: "consoleLog" as NSString)
    _ = context.evaluateScript("consoleLog('hi'); unknownFunction()")
    #expect(messages == ["hi", "JS Error: ReferenceError: Can't find variable: unknownFunction"])
  }

  @Test func `JSON through the engine's own object`() throws {
    let context = JSContext()!
    let parse = context.objectForKeyedSubscript("JSON").objectForKeyedSubscript("parse")!
    let value = try #require(parse.call(withArguments: [#"{"user":{"id":7,"roles":["a","b"],"active":true}}"#]))
    let dictionary = try #require(value.toDictionary() as? [String: Any])
    let user = try #require(dictionary["user"] as? [String: Any])
    #expect(user["id"] as? Int == 7)
    #expect(user["roles"] as? [String] == ["a", "b"])
    #expect(user["active"] as? Bool == true)
  }

  @Test func `a calculator class defined in JavaScript and used from Swift`() {
    let context: JSContext = JSContext()
    context.evaluateScript(
      "class Calculator { constructor(n) { this.n = n } add(m) { this.n += m; return this } }; this.Calculator = Calculator"
    )
    let calculator = context.objectForKeyedSubscript("Calculator").construct(withArguments: [40])!
    #expect(calculator.invokeMethod("add", withArguments: [2]).forProperty("n").toInt32() == 42)
    #expect(calculator.isInstance(of: context.objectForKeyedSubscript("Calculator")!))
  }
}
