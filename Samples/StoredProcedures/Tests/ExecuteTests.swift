import Causeway
import Foundation
import StoredProcedures
import Synchronization
import SampleTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ExecuteTests {
  struct Total: Codable, Sendable, Equatable {
    var entries: Int
    var total: Double
  }

  static let old = """
    function execute(start, end, callback) {
      var entries = Context.context().queryEntriesBetweenDateStartEnd(start, end);
      var total = 0;
      for (var i = 0; i < entries.length; i++) { total += entries[i].amount; }
      callback({ entries: entries.length, total: total });
    }
    """

  @Test func `a procedure in the older style runs unchanged`() async throws {
    let testHost = try await TestHost(entries: 28)
    let total: Total = try await testHost.run(ExecuteTests.old, "2026-01-01", "2026-01-11")
    #expect(total == Total(entries: 10, total: 45))
    await testHost.host.close()
  }

  @Test(arguments: [
    "function execute(callback) { callback('yes'); }",
    "function execute(callback) { setTimeout(() => callback('yes'), 1); }",
    "async function execute() { return 'yes'; }", "async function execute() { await null; return 'yes'; }",
    "function execute() { return 'yes'; }", "function execute() { return Promise.resolve('yes'); }",
    "var execute = async () => 'yes';", "const execute = async () => 'yes';",
    "async function execute(callback) { return callback === undefined ? 'yes' : 'no'; }",
    "function execute(a, b, callback) { callback(a === undefined && b === undefined ? 'yes' : 'no'); }",
    "async function execute(callback = 'yes') { return callback; }",
    "function execute(callback) { Promise.resolve().then(() => callback('yes')); return Promise.resolve('no'); }",
  ])
  func `both forms answer`(source: String) async throws {
    let testHost = try await TestHost(entries: 1, workers: 1)
    #expect(try await testHost.run(source, returning: String.self) == "yes")
    #expect(testHost.notices == [])
    await testHost.host.close()
  }

  @Test(arguments: [
    ("function execute(callback) { callback('first'); callback('second'); }", "a second time"),
    (
      "function execute(callback) { callback('first'); throw new Error('late'); }",
      "threw after its answer: Error: late"
    ),
    ("async function execute() { return 'first'; }", nil),
    ("function execute(callback) { callback('first'); return Promise.reject(new Error('late')); }", "Error: late"),
    ("function execute(callback) { callback('first'); throw Object.create(null); }", "threw after its answer"),
  ])
  func `the first answer counts, and later ones are reported`(source: String, notice: String?) async throws {
    let testHost = try await TestHost(entries: 1, workers: 1)
    #expect(try await testHost.run(source, returning: String.self) == "first")
    if let notice {
      try await eventually("the late message is reported") { !testHost.notices.isEmpty }
      #expect(testHost.notices.count == 1 && testHost.notices[0].contains(notice), "\(testHost.notices)")
    }
    await testHost.host.close()
  }

  @Test(arguments: [
    "function execute(callback) {}", "function execute(callback) { return 7; }",
    "async function execute() { await new Promise(() => {}); }",
    "function execute(callback) { setTimeout(() => {}, 1); }",
  ])
  func `a procedure that never answers is distinguished from a slow one`(source: String) async throws {
    let testHost = try await TestHost(entries: 1, workers: 1)
    let error = await testHost.failure(source)
    #expect(error?.code == .aborted && error?.message.contains("never answers") == true, "\(String(describing: error))")
    #expect(try await testHost.run("async function execute() { return 'next'; }", returning: String.self) == "next")
    await testHost.host.close()
  }

  @Test(
    arguments: [
      ("function execute(callback) {\n  callback(missing.length);\n}", "ReferenceError", 2),
      ("async function execute() {\n\n  null.x;\n}", "TypeError", 3),
      ("throw new RangeError('at once')", "RangeError", 1),
      ("async function execute() {\n  throw new Error('own');\n}", "Error: own", 2),
      (
        "function execute(callback) {\n  setTimeout(() => { throw new Error('in a timer'); }, 0);\n}", "never answers",
        nil
      ),
      ("async function execute() { throw 'text'; }", "text", nil),
      ("async function execute() { throw null; }", "null", nil),
      ("async function execute() { throw { code: 'MINE', message: 'own code' }; }", "own code", nil),
      ("const execute = 5;", "no function execute", nil), ("1;", "no function execute", nil),
      ("async function execute() { return () => {}; }", "expected a string, got a function", nil),
      ("async function execute() { return 7; }", "expected a string", nil),
      ("async function execute() { return { deep: [1] }; }", "expected a string", nil),
      ("async function execute() { return undefined; }", "expected a string", nil),
      ("async function execute() { const loop = {}; loop.self = loop; return loop; }", "result.self", nil),
    ] as [(String, String, Int?)])
  func `exceptions and invalid results have a message and a location`(
    source: String, expected: String, line: Int?
  ) async throws {
    let testHost = try await TestHost(entries: 1, workers: 1)
    let error = await testHost.failure(source)
    #expect(error?.description.contains(expected) == true, "\(String(describing: error))")
    #expect(error?.procedure == "test" && error?.version == 3)
    if let line { #expect(error?.line == line && error?.file == "test.js", "\(String(describing: error))") }
    await testHost.host.close()
  }

  @Test(
    arguments: [
      ("async function execute() {\n  return [1, 2;\n}", 2, 15), ("function execute( {", 1, nil),
      ("const a = 1;\nconst b = = 2;", 2, 11), ("let x = 'open\n;", 1, nil),
    ] as [(String, Int, Int?)])
  func `a syntax error has its line and column`(source: String, line: Int, column: Int?) async throws {
    let testHost = try await TestHost(entries: 1, workers: 1)
    let error = await testHost.failure(source)
    #expect(error?.message.contains("SyntaxError") == true)
    #expect(error?.line == line, "\(String(describing: error))")
    if let column { #expect(error?.column == column, "\(String(describing: error))") }
    await testHost.host.close()
  }

  @Test func `nothing of a procedure with an extra brace runs`() async throws {
    let testHost = try await TestHost(entries: 1, workers: 1)
    let error = await testHost.failure("console.log('it runs'); }\nfunction execute() {}")
    #expect(error?.line == 1, "\(String(describing: error))")
    #expect(testHost.notices.isEmpty)
    await testHost.host.close()
  }

  @Test func `concurrent calls do not share globals`() async throws {
    let testHost = try await TestHost(entries: 1)
    testHost.host.install(
      Procedure(
        name: "count",
        source: """
          globalThis.count = (globalThis.count ?? 0) + 1;
          Array.prototype.left = 'behind';
          async function execute(x) { await null; return [count, x, Object.keys(Object.prototype).length]; }
          Object.prototype.evil = 1;
          """))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          let seen = try await testHost.host.execute("count", .number(Double(number)), returning: [Int].self)
          #expect(seen == [1, number, 1])
        }
      }
      try await group.waitForAll()
    }
    await testHost.host.close()
  }

  @Test(arguments: [
    "function execute(callback) { while (true) {} }", "function execute(callback) { setInterval(() => {}, 1); }",
    "async function execute() { for (;;) await new Promise((done) => setTimeout(done, 1)); }",
    "async function execute() { Context.context().query('WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n'); }",
  ])
  func `the time limit ends a loop, a timer and a query`(source: String) async throws {
    let testHost = try await TestHost(entries: 1, workers: 1)
    var limits = ProcedureLimits()
    limits.time = .milliseconds(150)
    #expect(await testHost.failure(source, limits: limits)?.code == .deadlineExceeded)
    #expect(try await testHost.run("async function execute() { return 'next'; }", returning: String.self) == "next")
    await testHost.host.close()
  }

  /// In a separate process: the engine cannot stop these, so their thread runs until the process ends.
  @Test(arguments: [
    "async function execute() { for (;;) await null; }",
    "(async () => { for (;;) await null; })(); async function execute() { return 1; }",
  ])
  func `an endless chain of promise jobs ends at its time limit, and blocks no other run`(source: String)
    async throws
  {
    let testHost = try await TestHost(entries: 1, workers: 1)
    await testHost.host.close()
    let file = testHost.folder.url.appendingPathComponent("endless.js")
    try Data(source.utf8).write(to: file)
    let (status, text) = try await Wire.shell(
      "exec timeout 60 \"$0\" run --time 0.5 \"$1\" \"$2\"",
      [try Wire.executable("stored-procedures"), testHost.database, file.path])
    #expect(status == 1 && text.contains("It exceeded the time limit (0.5 seconds)"), "\(status) \(text)")
  }

  @Test func `cancelling the task ends the run, also inside a loop`() async throws {
    let testHost = try await TestHost(entries: 1, workers: 1)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    testHost.host.install(
      Procedure(name: "loop", source: "function execute(callback) { Context.context().progress(0.5); while (true) {} }")
    )
    let task = Task {
      try await testHost.host.execute("loop", onProgress: { _ in begin.yield() }, returning: Int.self)
    }
    for await _ in begun { break }
    task.cancel()
    await #expect { try await task.value } throws: { ($0 as? ProcedureError)?.code == .cancelled }
    await testHost.host.close()
  }

  @Test func `the Swift callback is called once, with a result or an error`() async throws {
    let testHost = try await TestHost(entries: 1)
    let (outcomes, outcome) = AsyncStream.makeStream(of: String.self)
    testHost.host.install(Procedure(name: "add", source: "function execute(a, b, callback) { callback(a + b); }"))
    for name in ["add", "gone"] {
      testHost.host.execute(name, 1, 2, returning: Int.self) { result in
        switch result {
        case .success(let sum): outcome.yield("\(sum)")
        case .failure(let error): outcome.yield(error.code.rawValue)
        }
      }
    }
    var heard = outcomes.makeAsyncIterator()
    #expect(await Set([heard.next(), heard.next()]) == ["3", "NOT_FOUND"])
    await testHost.host.close()
  }

  @Test func `progress arrives, in order`() async throws {
    let testHost = try await TestHost(entries: 1)
    testHost.host.install(
      Procedure(
        name: "slow",
        source: "async function execute() { for (let i = 1; i <= 4; i++) Context.context().progress(i / 4); return 1; }"
      ))
    let seen = Mutex<[Double]>([])
    _ = try await testHost.host.execute(
      "slow", onProgress: { value in seen.withLock { $0.append(value.number ?? -1) } }, returning: Int.self)
    #expect(seen.withLock { $0 } == [0.25, 0.5, 0.75, 1])
    await testHost.host.close()
  }

  @Test func `a running procedure finishes with its version, the next run uses the new one`() async throws {
    let testHost = try await TestHost(entries: 1)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    testHost.host.install(
      Procedure(
        name: "version", version: 1,
        source: """
          async function execute() {
            Context.context().progress(0);
            await new Promise((done) => setTimeout(done, 50));
            return 1;
          }
          """))
    async let old = testHost.host.execute("version", onProgress: { _ in begin.yield() }, returning: Int.self)
    for await _ in begun { break }
    testHost.host.install(Procedure(name: "version", version: 2, source: "async function execute() { return 2; }"))
    #expect(try await testHost.host.execute("version", returning: Int.self) == 2)
    #expect(try await old == 1)
    await testHost.host.close()
  }

  @Test func `a procedure in a file is named after the file`() async throws {
    let testHost = try await TestHost(entries: 1)
    let file = testHost.folder.url.appendingPathComponent("greet.js")
    try Data("async function execute(name) { return `hello ${name}`; }".utf8).write(to: file)
    #expect(try await testHost.host.execute(contentsOf: file, "Ada", returning: String.self) == "hello Ada")
    let missing = testHost.folder.url.appendingPathComponent("missing.js")
    await #expect { try await testHost.host.execute(contentsOf: missing, returning: Int.self) } throws: {
      ($0 as? ProcedureError)?.code == .notFound
    }
    await testHost.host.close()
  }

  @Test func `a closed host reports that it is closed`() async throws {
    let testHost = try await TestHost(entries: 1)
    await testHost.host.close()
    #expect(await testHost.failure("async function execute() { return 'x'; }")?.code == .unavailable)
  }
}
