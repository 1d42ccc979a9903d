import CausewayTesting
import Testing

@testable import JavaScriptRuntime

@Suite(.timeLimit(.minutes(5))) struct VirtualTimeTests {
  @Test func `timers run on the runtime's clock, in order`() async throws {
    let clock = VirtualClock()
    let printed = Printed()
    var configuration = printed.configuration
    configuration.clock = clock
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.evaluate(
      """
      setTimeout(() => console.log('b', performance.now()), 60_000);
      setTimeout(() => { console.log('a'); Promise.resolve().then(() => console.log('after a')) }, 1000);
      setTimeout(() => console.log('a2'), 1000);
      const signal = AbortSignal.timeout(500);
      signal.onabort = () => console.log(signal.reason.name);
      """)
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(500))
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(500))
    await clock.waitForSleepers()
    clock.advance(by: .seconds(59))
    await runtime.waitUntilIdle()
    await runtime.close()
    #expect(printed.all == ["TimeoutError", "a", "after a", "a2", "b 60000"])
  }

  /// Everything in the engine that reads the clock; of the engines in use, those from 2.54 on have `Temporal`.
  @Test func `dates, formats and Temporal show the runtime's time`() async throws {
    let clock = VirtualClock()
    let printed = Printed()
    var configuration = printed.configuration
    configuration.clock = clock
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.evaluate(
      """
      function show() {
        const now = Date.now(), all = [new Date().getTime(), new Date(Date()).getTime() + now % 1000];
        const format = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "full" });
        if (format.format() !== format.format(now)) console.log("format");
        if (format.formatToParts().map(({ value }) => value).join("") !== format.format(now)) console.log("formatToParts");
        if (typeof Temporal === "object") {
          const { Now } = Temporal, zone = Now.timeZoneId();
          all.push(Now.instant().epochMilliseconds, Now.zonedDateTimeISO().epochMilliseconds);
          all.push(Now.zonedDateTimeISO("Asia/Tokyo").epochMilliseconds);
          all.push(Now.plainDateTimeISO().toZonedDateTime(zone).epochMilliseconds);
          all.push(Now.plainDateISO().toZonedDateTime({ timeZone: zone, plainTime: Now.plainTimeISO() }).epochMilliseconds);
          if (Now.instant.name !== "instant" || Now.zonedDateTimeISO.length !== 0) console.log("names");
          try { Now.plainDateISO(5); console.log("zone"); } catch ({ name }) { if (name !== "TypeError") console.log(name); }
        }
        console.log(all.every((time) => time === now), now);
      }
      show();
      setTimeout(show, 86_400_000);
      """)
    await clock.waitForSleepers()
    clock.advance(by: .seconds(86_400))
    await runtime.waitUntilIdle()
    await runtime.close()
    let times = printed.all.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(printed.all.allSatisfy { $0.hasPrefix("true ") }, "\(printed.all)")
    #expect(times.count == 2 && times[1] - times[0] == 86_400_000)
  }

  @Test func `an error in a timer reaches the hook and the next timer runs`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.run(
      "setTimeout(() => { throw new TypeError('in a timer') }); setTimeout(() => console.log('next'))")
    await runtime.close()
    #expect(printed.all == ["uncaught: TypeError: in a timer", "next"])
  }

  @Test func `an unhandled rejection reaches the hook once`() async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.run(
      "Promise.reject(new Error('lost')); const handled = Promise.reject(1); handled.catch(() => {})")
    await runtime.close()
    #expect(printed.all == ["unhandledrejection: Error: lost"])
  }

  @Test func `an error has its location and its source line`() async throws {
    let runtime = try await JavaScriptRuntime()
    do {
      try await runtime.evaluate(program: "const a = 1;\n  null.b;\n", url: "app.js")
      Issue.record("nothing was thrown")
    } catch {
      let text = error.report().text
      #expect(text.contains("TypeError"))
      #expect(text.contains("app.js:2:"))
      #expect(text.contains("null.b;"))
      #expect(text.contains("^"))
    }
    await runtime.close()
  }

  @Test(
    .timeLimit(.minutes(1)), arguments: [(574_497, 10), (9_175_656, 50), (78_577_849, 100), (2_073_775_630, 54_912)])
  func `a timer set between two milliseconds fires, and time goes on`(nanoseconds: Int, delay: Int) async throws {
    let clock = VirtualClock()
    let printed = Printed()
    var configuration = printed.configuration
    configuration.clock = clock
    let runtime = try await JavaScriptRuntime(configuration)
    clock.advance(by: .nanoseconds(nanoseconds))
    try await runtime.evaluate("setTimeout(() => console.log('rang'), \(delay))")
    await clock.run(for: .milliseconds(delay) + .nanoseconds(1))
    #expect(printed.all == ["rang"])
    await runtime.close()
  }
}
