import JavaScriptCore
import Testing

/// Scripts that never end by themselves.
@Suite(.timeLimit(.minutes(5))) struct TimeLimitTests {
  let context = JSContext()!
  var machine: JSVirtualMachine { context.virtualMachine }

  init() { machine.executionTimeLimit = .milliseconds(50) }

  @Test func `an endless script is ended, and no catch of its own sees it`() {
    context.evaluateScript("var seen = 0; try { while (true) {} } catch { seen = 1 } finally { seen = 2 }")
    #expect(context.exception?.toString().contains("terminated") == true)
    #expect(context.objectForKeyedSubscript("seen").toInt32() == 0)
    #expect(machine.executionsStopped == 1)
  }

  @Test func `the context can be used again, and the next endless script is ended too`() {
    for round in 1...3 {
      context.evaluateScript("for (;;) {}")
      #expect(machine.executionsStopped == round)
      context.exception = nil
      #expect(context.evaluateScript("6 * 7").toInt32() == 42)
      #expect(context.exception == nil)
    }
  }

  @Test func `a script is ended though a closure that it called hid the end of another`() {
    context.setObject(
      {
        JSContext.current().evaluateScript("for (;;) {}"); JSContext.current().exception = nil
      }, forKeyedSubscript: "hide")
    context.evaluateScript("hide(); for (;;) {}")
    #expect(context.exception?.toString().contains("terminated") == true)
    #expect(machine.executionsStopped == 2)
  }

  @Test func `awaiting an endless script throws`() async {
    await #expect(throws: JSError.self) { try await context.evaluate("while (true) {}") }
    #expect(machine.executionsStopped == 1)
  }

  @Test func `a script that is ended after an await is counted`() {
    context.evaluateScript("(async () => { await null; while (true) {} })()")
    #expect(machine.executionsStopped == 1)
  }

  @Test func `each call has the whole time for itself`() {
    for _ in 0..<20 {
      context.evaluateScript("{ const end = Date.now() + 8; while (Date.now() < end) {} }")
      #expect(context.exception == nil)
    }
    #expect(machine.executionsStopped == 0)
  }

  @Test func `a limit that is taken away ends nothing`() {
    machine.executionTimeLimit = nil
    #expect(machine.executionTimeLimit == nil)
    context.evaluateScript("{ const end = Date.now() + 150; while (Date.now() < end) {} }")
    #expect(context.exception == nil)
    #expect(machine.executionsStopped == 0)
  }

  @Test func `machines have limits of their own`() {
    let other = JSContext()!
    #expect(other.virtualMachine.executionTimeLimit == nil)
    other.evaluateScript("{ const end = Date.now() + 150; while (Date.now() < end) {} }")
    #expect(other.exception == nil)
  }
}
