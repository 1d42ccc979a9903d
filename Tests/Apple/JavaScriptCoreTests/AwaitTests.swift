import Foundation
import JavaScriptCoreAdditions
import Synchronization
import Testing

/// Awaiting JavaScript from Swift.
@Suite(.timeLimit(.minutes(5))) struct AwaitTests {
  let context = JSContext()!

  @Test func `a script's value is awaited if it is a promise`() async throws {
    #expect(try await context.evaluate("6 * 7").toInt32() == 42)
    #expect(try await context.evaluate("Promise.resolve(5)").toInt32() == 5)
    #expect(try await context.evaluate("(async () => { await null; return 'late' })()").toString() == "late")
    #expect(try await context.evaluate("({ then(done) { done('thenable') } })").toString() == "thenable")
    #expect(try await context.evaluate("(a => a)").callAsFunction("argument").toString() == "argument")
  }

  @Test func `a foreign promise is awaited by JavaScript's rules`() async throws {
    for (source, value) in [
      ("done(Promise.resolve('inner'))", "inner"), ("done({ then(done) { done(Promise.resolve('deep')) } })", "deep"),
      ("done(Promise.resolve('first')); done('second')", "first"), ("fail(Promise.resolve('reason'))", nil),
      ("done(Promise.reject('reason'))", nil), ("done({ get then() { throw 'getter' } })", nil), ("done(this)", nil),
      ("done(Promise.resolve('called')); throw 'late'", "called"),
    ] {
      let result = await Task { try await context.evaluate("({ then(done, fail) { \(source) } })").toString() }.result
      #expect((try? result.get()) == value, "\(source)")
    }
    #expect(context.exception == nil)
  }

  @Test func `an error has all properties that the engine knows`() async throws {
    let url = URL(string: "https://host.test/app.js")
    let error = await #expect(throws: JSError.self) {
      try await context.evaluate("function f() {\n  null.x }\nf()", sourceURL: url)
    }
    #expect(error?.name == "TypeError")
    #expect(error?.line == 2)
    #expect(error?.column != nil)
    #expect(error?.sourceURL == "https://host.test/app.js")
    #expect(error?.stack?.contains("f@https://host.test/app.js:2") == true)
    #expect(error?.value?.isInstance(of: context.objectForKeyedSubscript("TypeError")) == true)
    #expect(context.exception == nil)
    let rejected = await #expect(throws: JSError.self) { try await context.evaluate("Promise.reject('reason')") }
    #expect(rejected?.message == "reason")
    let caused = await #expect(throws: JSError.self) {
      try await context.evaluate("throw new Error('outer', { cause: new RangeError('inner') })")
    }
    #expect((caused?.cause as? JSError)?.name == "RangeError")
  }

  @Test func `hostile errors are described without another exception`() async {
    for source in [
      "throw undefined", "throw Symbol('s')", "throw { get name() { throw 1 } }", "throw { toString() { throw 1 } }",
      "var e = new Error('ring'); e.cause = e; throw e", "throw { then: null }",
    ] {
      await #expect(throws: JSError.self) { try await context.evaluate(source) }
    }
    await #expect(throws: JSError.self) { try await context.evaluate("({ get then() { throw new Error('getter') } })") }
    #expect(context.exception == nil)
  }

  @Test func `a promise that can never settle ends the wait`() async {
    // Several promises: the collector scans stacks conservatively, so one may be kept by chance.
    let ended = Tally()
    let tasks = (0..<20).map { _ in
      Task {
        defer { ended.add() }
        return try await context.evaluate("new Promise(() => {})")
      }
    }
    for _ in 0..<200 where ended.count < 10 {
      await Task.yield()
      context.collectGarbage()
      context.evaluateScript("for (let i = 0; i < 5000; i++) ({ i, a: [i] })")
    }
    #expect(ended.count >= 10)
    for task in tasks { task.cancel() }
    var failures = 0
    for task in tasks {
      let result = await task.result
      if case .failure(let error) = result, error is JSError { failures += 1 }
    }
    #expect(failures >= 10)
  }

  @Test func `cancelling the task ends the wait, and a late settlement is dropped`() async throws {
    context.evaluateScript("var settle; var pending = new Promise(r => { settle = r })")
    let pending = context.objectForKeyedSubscript("pending")!
    let task = Task { try await pending.settled() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    context.evaluateScript("settle(1)")
    #expect(try await pending.settled().toInt32() == 1)
  }
}

private final class Tally: Sendable {
  private let number = Atomic<Int>(0)
  var count: Int { number.load(ordering: .relaxed) }
  func add() { number.add(1, ordering: .relaxed) }
}
