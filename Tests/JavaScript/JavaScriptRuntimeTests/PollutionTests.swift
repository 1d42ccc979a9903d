import Testing

@testable import JavaScriptRuntime

/// Attacks of `pollution.test.js` that Node itself does not survive, and attacks on properties that native code reads.
@Suite(.timeLimit(.minutes(5))) struct PollutionTests {
  private static let names = [
    "get", "set", "value", "writable", "enumerable", "configurable", "code", "method", "data",
    "permission", "errors", "colors", "prototype", "toJSON", "0", "1", "2", "-1",
  ]

  private static let use = """
    setTimeout(() => { print("timer"); queueMicrotask(() => { print("microtask"); }); });
    const signal = AbortSignal.any([AbortSignal.abort("why")]); print(signal.reason);
    const target = new EventTarget();
    target.addEventListener("x", (event) => { print(event.type + event.detail); }, { __proto__: null, once: true });
    target.dispatchEvent(new CustomEvent("x", { __proto__: null, detail: 1 }));
    print(new URL("http://\\u00e9.x/?a=1&a=2").searchParams.getAll("a").length);
    print(structuredClone(new Map([["a", { b: 1 }]])).get("a").b);
    print(new TextDecoder().decode(new TextEncoder().encode("text")) + atob(btoa("x")));
    print(new DOMException("m", "AbortError").code + performance.now.length);
    console.log({ a: [1, 2], b: new Map([[1, 2]]) }, [3]); console.table([{ a: 1 }]);
    reportError(known);
    """

  private func printed(_ attack: String) async throws -> [String] {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.run(
      """
      const log = console.log, print = (value) => { log("" + value); }, known = Object.assign(new RangeError("known"), { stack: "" });
      const noted = [], note = noted.push.bind(noted), list = noted.join.bind(noted, "; ");
      \(attack)
      \(PollutionTests.use)
      setTimeout(() => { print("noted " + (noted.length > 0 ? list() : "nothing")); }, 3);
      """)
    await runtime.close()
    return printed.all
  }

  @Test func `no global runs accessors on the prototypes of objects and arrays`() async throws {
    let expected = try await printed("")
    #expect(expected.last == "noted nothing")
    #expect(expected.contains("uncaught: RangeError: known"))
    for name in PollutionTests.names {
      for holder in ["Object.prototype", "Array.prototype"] {
        // The program's own list is defined before, and its use runs none of these accessors.
        let lines = try await printed(
          """
          let isQuiet = false;
          Object.defineProperty(\(holder), "\(name)", { __proto__: null, configurable: true,
            get() { if (!isQuiet) { isQuiet = true; log("read by " + new Error().stack); isQuiet = false; } return undefined; },
            set() { if (!isQuiet) { isQuiet = true; log("set by " + new Error().stack); isQuiet = false; } } });
          """)
        #expect(lines == expected, "\(holder).\(name)")
      }
    }
  }

  @Test func `an error does not take its code from the prototype of all objects`() async throws {
    let runtime = try await JavaScriptRuntime(Printed().configuration)
    let error = try #require(
      await #expect(throws: JavaScriptError.self) {
        try await runtime.evaluate(
          program: """
            for (const name of ["code", "method", "data", "errors", "text", "thrown"])
              Object.defineProperty(Object.prototype, name, { get() { return this instanceof Error ? undefined : "forged"; } });
            throw new Error("own");
            """)
      })
    await runtime.close()
    #expect(error.details?.code == nil)
    #expect(error.details?.method == nil)
    #expect(error.details?.errors.isEmpty == true)
    #expect(error.message == "Error: own")
  }

  @Test(arguments: ["constructor", "then"])
  func `a program that changes the properties its promise inherits still ends`(name: String) async throws {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.evaluate(
      program: """
        Object.defineProperty(Promise.prototype, "\(name)", { get() { throw new Error("no"); } });
        console.log("ended");
        """)
    await runtime.close()
    #expect(printed.all == ["ended"])
  }
}
