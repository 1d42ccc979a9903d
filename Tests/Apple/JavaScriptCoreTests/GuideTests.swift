import JavaScriptCoreAdditions
import Testing

// Declarations that the guide's example needs.
private struct User: Codable { var id: Int }

@Suite(.timeLimit(.minutes(5))) struct GuideTests {
  /// The second Swift example of docs/javascriptcore.md, verbatim.
  // swift-format-ignore
  @Test func `the guide's second program does what its comment says`() async throws {
    let context = JSContext()!
    context["log"] = { (text: String) in print(text) }
    context.evaluateScript("const fetchUser = async (id) => ({ id })")
    let user = try await context.evaluate("fetchUser(7)").decode(User.self)          // awaits a promise
    #expect(user.id == 7)
  }
}
