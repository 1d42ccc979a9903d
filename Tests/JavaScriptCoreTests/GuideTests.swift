import JavaScriptCore
import Testing

// Declarations that the guide's example needs.
private struct User: Codable { var id: Int }

@Suite(.timeLimit(.minutes(5))) struct GuideTests {
  /// The first Swift example of docs/javascriptcore.md, verbatim.
  // swift-format-ignore
  @Test func `the guide's first program does what its comments say`() async throws {
    let context = JSContext()!
    context.setObject({ (a: Int, b: Int) in a + b }, forKeyedSubscript: "add")
    let sum =
    context.evaluateScript("add(20, 22)").toInt32()                                  // 42
    context["log"] = { (text: String) in print(text) }
    context.evaluateScript("const fetchUser = async (id) => ({ id })")
    let user = try await context.evaluate("fetchUser(7)").decode(User.self)          // awaits a promise
    #expect(sum == 42 && user.id == 7)
  }
}
