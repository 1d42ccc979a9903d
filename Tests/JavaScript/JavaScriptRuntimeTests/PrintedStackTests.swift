import Testing

@testable import JavaScriptRuntime

/// Printed stacks contain the author's frames and locations, each once.
@Suite(.timeLimit(.minutes(5))) struct PrintedStackTests {
  private func printed(_ program: String, url: String = "app.js") async throws -> [String] {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.run(program, url: url)
    await runtime.close()
    return printed.all.map { $0.replacing("    at ", with: "") }
  }

  @Test func `no frame of a program's wrapping is printed, and columns of the first line are those of the source`()
    async throws
  {
    let lines = try await printed(
      """
      console.trace("first"); console.error(new Error("same line"));
      console.error(new Error("second"));
      const late = async () => { await 0; console.trace("late"); };
      await late();
      """)
    #expect(
      lines.dropLast() == ["Trace: first\napp.js:1:14", "Error: same line\napp.js:1:48", "Error: second\napp.js:2:24"])
    // Engines from 2.54 on add the function that awaits.
    #expect(["", "\napp.js:4:11"].map { "Trace: late\napp.js:3:50" + $0 }.contains(lines.last))
  }

  @Test func `an error as text names its class, its place and its cause`() async throws {
    let runtime = try await JavaScriptRuntime()
    let error = await #expect(throws: JavaScriptError.self) {
      try await runtime.evaluate(
        program: "try { null.x } catch (cause) {\n  throw new RangeError('too far', { cause }) }", url: "app.js")
    }
    let text = "\(try #require(error))"
    #expect(text.hasPrefix("RangeError: too far (app.js:2:"), "\(text)")
    #expect(text.contains(", caused by TypeError: ") && text.contains("(app.js:1:"), "\(text)")
    let report = try #require(error).report()
    #expect("\(report)" == report.text)
    await runtime.close()
  }

  @Test func `an async function has one frame, and a recursive function one for each call`() async throws {
    let lines = try await printed(
      """
      async function outer() {
        await inner(2);
      }
      async function inner(n) { if (n > 0) return await inner(n - 1); console.trace("inner"); }
      function again(n) { if (n > 0) return again(n - 1); console.trace("again"); }
      const arrow = async () => {
        again(1);
      };
      const object = { async method() { await arrow(); }, short: async () => arrow() };
      await outer(); await object.method(); await object.short();
      """)
    let inner = "inner (app.js:4:56)"
    let again = "Trace: again\nagain (app.js:5:66)\nagain (app.js:5:44)\narrow (app.js:7:8)"
    #expect(
      lines == [
        "Trace: inner\ninner (app.js:4:78)\n\(inner)\n\(inner)\nouter (app.js:2:14)\napp.js:10:12",
        again + "\nmethod (app.js:9:46)\napp.js:10:35", again + "\nshort (app.js:9:77)\napp.js:10:57",
      ])
  }

  @Test func `an uncaught error of a program shows the program's frames only, with their source line`() async throws {
    let runtime = try await JavaScriptRuntime(Printed().configuration)
    let error = try #require(
      await #expect(throws: JavaScriptError.self) {
        try await runtime.evaluate(program: "function fail() { throw new RangeError('no') }\nfail()\n", url: "t4.js")
      })
    let text = error.report().text
    await runtime.close()
    #expect(
      text == """
        RangeError: no
          t4.js:1:39
          1 | function fail() { throw new RangeError('no') }
            |                                       ^
            at fail (t4.js:1:39)
            at t4.js:2:5
        """)
  }

  @Test(arguments: ["(", "}), (1", "await"])
  func `a syntax error of a program shows the line of the source`(source: String) async throws {
    let runtime = try await JavaScriptRuntime(Printed().configuration)
    let error = await #expect(throws: JavaScriptError.self) { try await runtime.evaluate(program: source) }
    await runtime.close()
    #expect(error?.code == .thrown)
  }

  @Test func `an error at a prompt has the frames and columns of the input`() async throws {
    let runtime = try await JavaScriptRuntime(Printed().configuration)
    _ = try await runtime.evaluateForPrompt("async function fail() { throw new Error('no') }")
    for input in ["await fail()", "const x =  await fail()", "{ await fail() }", "if (1) await fail()"] {
      let error = await #expect(throws: JavaScriptError.self) { try await runtime.evaluateForPrompt(input) }
      let stack = try #require(error?.details?.stack).split(separator: "\n").map { $0.drop { $0 == " " } }
      let call = try #require(input.firstRange(of: "fail("))
      let column = input.distance(from: input.startIndex, to: call.upperBound)
      #expect(stack.first == "at fail (prompt-1:1:40)")
      #expect(stack.count == 2)
      #expect(stack.last?.hasSuffix(":1:\(column)") == true, "\(input): \(stack)")
    }
    await runtime.close()
  }

  /// The size of a bundle: 90 frames, 5 MB, in one line and in many.
  @Test(arguments: [true, false])
  func `a report's time does not depend on the length of the source for each frame`(isOneLine: Bool) async throws {
    let runtime = try await JavaScriptRuntime(Printed().configuration)
    let filler = String(repeating: isOneLine ? "0;     /* \u{e9} */ " : "0; /* \u{e9} */\n", count: 360_000)
    let source =
      filler + "globalThis.deep = (n) => { if (n > 0) return [0].map(() => deep(n - 1))[0]; throw new Error('deep') };"
    try await runtime.evaluate(source, url: "bundle.js")
    func cost(of frames: Int) async throws -> Duration {
      var least = Duration.seconds(1000)
      for _ in 0..<3 {
        let start = ContinuousClock.now
        // Not by #expect: it would describe the error's 5 MB of source, for seconds.
        var report = ""
        do throws(JavaScriptError) {
          try await runtime.evaluate(program: "deep(\(frames))")
        } catch {
          report = error.report().text
        }
        least = min(least, .now - start)
        #expect(report.contains("throw new Error('deep')"))
        #expect(report.split(separator: "\n").count > frames)
      }
      return least
    }
    let few = try await cost(of: 1)
    let many = try await cost(of: 45)
    await runtime.close()
    // Forty times as many locations: once, each took time in proportion to the source.
    #expect(many < few * 10 + .milliseconds(200), "\(few) for few frames, \(many) for many")
  }
}
