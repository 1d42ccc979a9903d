import Foundation
import JavaScriptCore
import Testing

// What the guide's example stands among, in somebody's program.
private struct User: Codable { var id: Int }

@Suite struct GuideTests {
  /// The first Swift of docs/javascriptcore.md, word for word.
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

  @Test func `the guide shows code that compiles`() throws {
    let here = URL(filePath: #filePath)
    let guide = try String(
      contentsOf: here.appending(path: "../../../docs/javascriptcore.md").standardized, encoding: .utf8)
    let code = try String(contentsOf: here, encoding: .utf8)
    let blocks = guide.components(separatedBy: "```").filter { $0.hasPrefix("swift\n") && $0.contains("JSContext()!") }
    #expect(blocks.count == 1)
    for line in blocks.joined().split(separator: "\n") where line != "swift" {
      #expect(code.contains(line.drop { $0 == " " }))
    }
  }
}
