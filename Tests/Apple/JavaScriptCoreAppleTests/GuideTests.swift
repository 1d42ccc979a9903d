import JavaScriptCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct GuideTests {
  /// The first Swift example of docs/javascriptcore.md, verbatim.
  // swift-format-ignore
  @Test func `the guide's first program does what its comment says`() {
    let context = JSContext()!
    let log: @convention(block) (String) -> Void = { text in print(text) }
    context.setObject(unsafeBitCast(log, to: AnyObject.self), forKeyedSubscript: "log" as NSString)
    context.setObject({ (a: Int, b: Int) in a + b }, forKeyedSubscript: "add")
    let sum =
    context.evaluateScript("log('hi'); add(20, 22)").toInt32()                       // 42
    #expect(sum == 42)
  }
}
