import CausewayLeakChecks
import Foundation
import JavaScriptRuntime
import TestSupport
import Testing

@Suite(.leakChecked, .timeLimit(.minutes(5))) struct TestKitTests {
  @Test func `the test kit of bridge-js runs in an engine without modules`() async throws {
    let file = repositoryFile("bridge-js/testing.global.js")
    let lab = Lab()
    let runtime = try await lab.runtime()
    try await runtime.evaluate(String(contentsOf: file, encoding: .utf8), url: "testing.global.js")
    try await runtime.run(
      """
      const { bridge, calls, emit, now, requireQuiet } = bridgeTesting.createMock({
        "wifi.ssid": [{ never: true }, { answer: "Home", after: "1s" }],
        ticks: { stream: [1, 2], every: "1min" },
      });
      await bridge.call("wifi.ssid").catch((error) => console.log(error.name, now()));
      console.log(await bridge.call("wifi.ssid"), now());
      for await (const tick of bridge.stream("ticks")) console.log(tick, now());
      const next = bridge.once("network.changed");
      await bridge.call("ticks").catch((error) => console.log(error.code));
      console.log(emit("network.changed", { online: true }), JSON.stringify(await next));
      console.log(calls("wifi.*").length, calls().length);
      """)
    #expect(
      lab.printed == [
        "TimeoutError 30000", "Home 31000", "1 31000", "2 91000", "FAILED_PRECONDITION", "true {\"online\":true}",
        "2 4",
      ])
    await runtime.close()
  }
}
