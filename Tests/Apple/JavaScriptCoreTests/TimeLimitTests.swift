import JavaScriptCoreAdditions
import Testing

/// Scripts that never end by themselves.
@Suite(.timeLimit(.minutes(5))) struct TimeLimitTests {
  let context = JSContext()!
  var machine: JSVirtualMachine { context.virtualMachine }

  init() { machine.executionTimeLimit = .milliseconds(50) }

  @Test func `an endless script is terminated, and none of its catch blocks runs`() {
    context.evaluateScript("var seen = 0; try { while (true) {} } catch { seen = 1 } finally { seen = 2 }")
    #expect(context.exception?.toString().contains("terminated") == true)
    #expect(context.objectForKeyedSubscript("seen").toInt32() == 0)
    #expect(machine.executionsStopped == 1)
  }

  @Test func `the context can be used again, and the next endless script is terminated too`() {
    for round in 1...3 {
      context.evaluateScript("for (;;) {}")
      #expect(machine.executionsStopped == round)
      context.exception = nil
      #expect(context.evaluateScript("6 * 7").toInt32() == 42)
      #expect(context.exception == nil)
    }
  }

  @Test func `a script is terminated although a closure that it called caught another termination`() {
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

  @Test func `a script that is terminated after an await is counted`() {
    context.evaluateScript("(async () => { await null; while (true) {} })()")
    #expect(machine.executionsStopped == 1)
  }

  @Test func `each call has the whole time limit`() {
    for _ in 0..<20 {
      context.evaluateScript("{ const end = Date.now() + 8; while (Date.now() < end) {} }")
      #expect(context.exception == nil)
    }
    #expect(machine.executionsStopped == 0)
  }

  @Test func `a removed limit terminates nothing`() {
    machine.executionTimeLimit = nil
    #expect(machine.executionTimeLimit == nil)
    context.evaluateScript("{ const end = Date.now() + 150; while (Date.now() < end) {} }")
    #expect(context.exception == nil)
    #expect(machine.executionsStopped == 0)
  }

  @Test func `each machine has its own limit`() {
    let other = JSContext()!
    #expect(other.virtualMachine.executionTimeLimit == nil)
    other.evaluateScript("{ const end = Date.now() + 150; while (Date.now() < end) {} }")
    #expect(other.exception == nil)
  }
}
