import JavaScriptCoreAdditions
import MacroEngine
import Synchronization
import Testing

/// An object with a value that macros read and set, as in the older program.
final class Dial: MacroEngineSupport, Sendable {
  private let state = Mutex((value: 0.0, changes: [Double]()))
  var value: Double { state.withLock { $0.value } }
  var changes: [Double] { state.withLock { $0.changes } }

  func addMacroSupport(_ engine: MacroEngine) {
    engine.addFunction("getInnerProgress") { self.value }
    engine.addFunction("setInnerProgress") { (value: Double) in
      self.state.withLock { state in
        state.value = value
        state.changes.append(value)
      }
    }
  }
}

@Suite struct MacroEngineTests {
  let engine = MacroEngine(timeLimit: .milliseconds(100))
  let dial = Dial()

  init() { engine.addObject(dial) }

  func macro(_ javascript: String) -> MacroMethod {
    MacroMethod(javascript: javascript, key: "more", engine: engine)
  }

  @Test func `a macro in the older style runs unchanged`() throws {
    let more = macro("function() {\n    setInnerProgress(getInnerProgress() + 1)\n}\n")
    try more.call()
    try more.call()
    #expect(dial.changes == [1, 2])
  }

  @Test func `a changed source is compiled by the next call`() throws {
    let more = macro("function() { return 1 }")
    #expect(try more.call().toInt32() == 1)
    more.javascript = "function(a, b) { return a * b }"
    #expect(try more.call(6, 7).toInt32() == 42)
    more.javascript = "function() { return"
    #expect(throws: MacroError.self) { try more.call() }
    more.javascript = "() => 'arrow'"
    #expect(try more.call().toString() == "arrow")
  }

  @Test func `macros of one context call each other by key, those of other contexts do not`() throws {
    _ = try engine.setMethod("function(a) { return a * 2 }", key: "twice")
    #expect(try macro("function() { return twice(21) }").call().toInt32() == 42)
    let apart = MacroMethod(javascript: "function() { return typeof twice }", key: "x", engine: engine, context: "b")
    #expect(try apart.call().toString() == "undefined")
    #expect(engine.context("b") === engine.context("b"))
  }

  @Test func `a function that is added later is in existing contexts`() throws {
    let call = macro("function(text) { return shout(text) }")
    #expect(throws: MacroError.self) { try call.call("a") }
    engine.addFunction("shout") { (text: String) in text.uppercased() }
    #expect(try call.call("a").toString() == "A")
  }

  @Test func `an exception of a macro has a location`() {
    let error = #expect(throws: MacroError.self) {
      try macro("function() {\n  let dial = null;\n  dial.turn();\n}").call()
    }
    #expect(error?.code == .exception)
    #expect(error?.message.hasPrefix("TypeError: null is not an object") == true)
    #expect(error?.line == 3)
    #expect(error?.column == 3)
    #expect(error?.stack?.contains("more.js:3") == true)
    #expect(error?.description.hasSuffix("(line 3, column 3)") == true)
  }

  @Test func `a column of the first line counts from the beginning of the macro`() {
    let error = #expect(throws: MacroError.self) { try macro("function() { nobody() }").call() }
    #expect(error?.line == 1)
    #expect(error?.column == 14)
  }

  @Test(arguments: ["throw 'text'", "throw null", "throw { a: 1 }", "throw Symbol('s')", "throw undefined"])
  func `any thrown value is described`(source: String) {
    let error = #expect(throws: MacroError.self) { try macro("function() { \(source) }").call() }
    #expect(error?.code == .exception)
    #expect(error?.message.isEmpty == false)
  }

  @Test(arguments: ["1", "({})", "", "'text'", "null", "[]"])
  func `a source that is not a function is refused`(source: String) {
    let error = #expect(throws: MacroError.self) { try macro(source).call() }
    #expect(error?.code == .syntax)
  }

  @Test func `an endless macro is stopped and the next one runs`() throws {
    let error = #expect(throws: MacroError.self) { try macro("function() { while (true) {} }").call() }
    #expect(error?.code == .endless)
    #expect(error?.message.contains("0.1 seconds") == true)
    #expect(try macro("() => 5").call().toInt32() == 5)
  }

  @Test func `a reset discards state of macros and keeps the added functions`() throws {
    let count = macro("function() { globalThis.n = (globalThis.n ?? 0) + 1; return n }")
    #expect(try count.call().toInt32() == 1)
    #expect(try count.call().toInt32() == 2)
    engine.reset()
    #expect(try count.call().toInt32() == 1)
    #expect(try macro("() => getInnerProgress()").call().toInt32() == 0)
  }

  @Test func `a Swift error is an error in JavaScript`() throws {
    engine.addFunction("fail") { () throws in throw MacroError(.exception, "out of paper") }
    let caught = macro("function() { try { fail() } catch (e) { return e instanceof Error && e.message } }")
    #expect(try caught.call().toString().contains("out of paper"))
  }

  @Test func `console output is delivered`() throws {
    let lines = Mutex<[ConsoleLine]>([])
    let engine = MacroEngine { line in lines.withLock { $0.append(line) } }
    let source = "function() { console.log('a', 1, { b: [2] }, null); console.error(new Error('bad')); console.warn() }"
    try MacroMethod(javascript: source, key: "m", engine: engine).call()
    let loop = "function() { let a = {}; a.a = a; console.log(a, 'x'.repeat(9999)) }"
    try MacroMethod(javascript: loop, key: "n", engine: engine).call()
    let written = lines.withLock { $0 }
    #expect(written[0] == ConsoleLine(level: "log", text: "a 1 {\"b\":[2]} null"))
    #expect(written[1] == ConsoleLine(level: "error", text: "Error: bad"))
    #expect(written[2] == ConsoleLine(level: "warn", text: ""))
    #expect(written[3].text.hasPrefix("[object Object] xxx"))
    #expect(written[3].text.count == ConsoleLine.maximumLength + 1)
  }
}
