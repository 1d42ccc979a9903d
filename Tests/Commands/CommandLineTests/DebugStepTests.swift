import DebugSupport
import Foundation
import JavaScriptInspector
import Testing

/// Tests of steps.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DebugStepTests {
  @Test(arguments: ["", "await null;\n"])
  func `a step over a return that calls a function goes on in the caller`(tail: String) throws {
    let scratch = try Scratch([
      "main.mjs": """
      const twice = (n) => n + n;
      function work(n) {
        const one = n + 1;
        return twice(one);
      }
      const first = work(1);
      const second = first + 1;
      console.log(second);
      \(tail)
      """
    ])
    let main = scratch.directory.appendingPathComponent("main.mjs")
    let client = try DebugClient()
    try client.launch(main, lines: [4])
    try client.event("stopped")
    var lines: [String] = []
    for _ in 0..<4 where lines.last?.hasSuffix(":7") != true {
      try client.request("next", ["threadId": 1])
      #expect(try client.event("stopped")["reason"] == "step")
      lines.append(try client.stack().first ?? "")
    }
    #expect(lines.last?.hasSuffix(":7") == true, "\(lines)")
    #expect(try client.evaluate("first") == "4")
    try client.next()
    try client.event("terminated")
    #expect(client.printed.contains("5\n"))
    try client.end()
  }
}
