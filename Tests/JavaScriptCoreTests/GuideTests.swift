import JavaScriptCoreAdditions
import Testing

// Declarations that the guide's example needs.
private struct User: Codable { var id: Int }

@Suite(.timeLimit(.minutes(5))) struct GuideTests {
  /// The first Swift examples of docs/javascriptcore.md, verbatim.
  // swift-format-ignore
  @Test func `the guide's first programs do what their comments say`() async throws {
    let context = JSContext()!
    let log: @convention(block) (String) -> Void = { text in print(text) }
    context.setObject(unsafeBitCast(log, to: AnyObject.self), forKeyedSubscript: "log" as NSString)
    context.setObject({ (a: Int, b: Int) in a + b }, forKeyedSubscript: "add")
    let sum =
    context.evaluateScript("log('hi'); add(20, 22)").toInt32()                       // 42
    context["log"] = { (text: String) in print(text) }
    context.evaluateScript("const fetchUser = async (id) => ({ id })")
    let user = try await context.evaluate("fetchUser(7)").decode(User.self)          // awaits a promise
    #expect(sum == 42 && user.id == 7)
  }
}
