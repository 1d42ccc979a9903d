import DebugSupport
import Foundation
import JavaScriptInspector
import Testing

/// Tests of programs with several runtimes.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DebugThreadTests {
  @Test func `a Worker is a thread, which pauses while the program runs on`() throws {
    let scratch = try Scratch([
      "main.mjs": """
      const worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module", name: "counter" });
      const answer = new Promise((resolve) => { worker.onmessage = (event) => resolve(event.data); });
      worker.postMessage(20);
      console.log("sent");
      console.log("answer", await answer);
      worker.terminate();
      """,
      "worker.mjs": """
      onmessage = (event) => {
        const twice = 2 * event.data;
        postMessage(twice + 2);
      };
      """,
    ])
    let client = try DebugClient()
    try client.request("initialize")
    try client.request("launch", ["program": .string(scratch.directory.appendingPathComponent("main.mjs").path)])
    try client.event("initialized")
    try client.setBreakpoints(scratch.directory.appendingPathComponent("worker.mjs"), [["line": 3]])
    try client.request("configurationDone")
    let started = try client.event("thread")
    #expect(started["reason"] == "started")
    let stopped = try client.event("stopped")
    #expect(stopped["threadId"] == started["threadId"])
    let thread = try #require(stopped["threadId"]?.integer)
    #expect(thread != 1)
    let names = (try client.request("threads")["threads"]?.array ?? []).compactMap { $0["name"]?.string }
    #expect(names.last == "counter")
    let frames = try client.request("stackTrace", ["threadId": JSON(thread)])["stackFrames"]?.array ?? []
    #expect(frames.first?["line"] == 3)
    #expect(try client.evaluate("twice", frame: frames.first?["id"]?.integer) == "40")
    try client.next(thread: thread)
    try client.event("terminated")
    #expect(client.printed.contains("sent\nanswer 42\n"))
    try client.end()
  }
}
