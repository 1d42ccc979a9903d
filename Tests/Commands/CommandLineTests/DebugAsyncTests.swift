import DebugSupport
import Foundation
import JavaScriptInspector
import Testing

/// Tests of the frames that led to a paused one by promises and timers.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DebugAsyncTests {
  /// Whether the wanted frames are among these, in this order.
  private func expect(_ wanted: [String], in stack: [String]) {
    var rest = stack[...]
    for frame in wanted {
      rest = rest.drop { $0 != frame }.dropFirst()
      if !stack.contains(frame) { Issue.record("\(frame) is not in \(stack)") }
    }
    #expect(rest.startIndex == rest.endIndex || !rest.isEmpty, "\(wanted) is not the order of \(stack)")
  }

  @Test func `the callers of code that a timer continued are shown`() throws {
    let scratch = try Scratch([
      "main.mjs": """
      const rest = (ms) => new Promise((r) => setTimeout(r, ms));
      async function inner() {
        await rest(1);
        await rest(1);
        return 1;
      }
      async function middle() {
        const a = await inner();
        return a;
      }
      console.log(await middle());
      setTimeout(function later() { queueMicrotask(function micro() { work(); }); }, 1);
      function work() {
        return 1;
      }
      """
    ])
    let main = scratch.directory.appendingPathComponent("main.mjs")
    let client = try DebugClient()
    try client.launch(main, lines: [5, 9, 14])
    let callers = ["setTimeout:0", "rest:1", "inner:4", "setTimeout:0", "rest:1", "inner:3", "middle:8"]
    try client.event("stopped")
    expect(["inner:5"] + callers, in: try client.stack())
    try client.next()
    try client.event("stopped")
    expect(["middle:9"] + callers, in: try client.stack())
    try client.next()
    try client.event("stopped")
    expect(["work:14", "micro:12", "await:0", "later:12", "setTimeout:0", "(anonymous):12"], in: try client.stack())
    try client.next()
    try client.event("terminated")
    try client.end()
  }

  @Test func `a timer's callback shows where it was set, each interval too, and the list has an end`() throws {
    let scratch = try Scratch([
      "main.mjs": """
      let count = 0;
      function arm() {
        setTimeout(function tick() {
          count++;
          if (count < 500) arm();
          else finish();
        });
      }
      arm();
      function finish() {
        const timer = setInterval(() => {
          clearInterval(timer);
        }, 1);
      }
      """
    ])
    let main = scratch.directory.appendingPathComponent("main.mjs")
    let client = try DebugClient()
    try client.launch(main, lines: [6, 12])
    try client.event("stopped")
    let stack = try client.stack()
    expect(["tick:6", "setTimeout:0", "arm:3", "tick:5", "setTimeout:0", "arm:3"], in: stack)
    #expect(stack.count < 1100)
    try client.next()
    try client.event("stopped")
    expect(["setInterval:0", "finish:11", "tick:6", "setTimeout:0", "arm:3"], in: try client.stack())
    try client.next()
    try client.event("terminated")
    try client.end()
  }

  @Test func `an exception of a timer's callback is uncaught, also if a try was around the call that set it`() throws {
    let scratch = try Scratch([
      "main.mjs": """
      function tick(isFirst) {
        if (!isFirst) throw new Error("late");
        setTimeout(tick, 1);
      }
      try {
        tick(true);
      } catch {}
      """
    ])
    let main = scratch.directory.appendingPathComponent("main.mjs")
    let client = try DebugClient()
    try client.request("initialize")
    try client.request("launch", ["program": .string(main.path)])
    try client.event("initialized")
    try client.request("setExceptionBreakpoints", ["filters": ["uncaught"]])
    try client.request("configurationDone")
    #expect(try client.event("stopped")["reason"] == "exception")
    #expect(try client.stack().first == "tick:2")
    try client.next()
    try client.event("terminated")
    try client.end()
  }
}
