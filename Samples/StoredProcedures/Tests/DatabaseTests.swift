import Causeway
import Foundation
import GRDB
import StoredProcedures
import SampleTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DatabaseTests {
  @Test func `values of every type are returned unchanged`() async throws {
    let testHost = try await TestHost()
    let answer: String = try await testHost.run(
      """
      async function execute() {
        const context = Context.context();
        const [row] = context.query(
          'SELECT ? AS a, ? AS b, ? AS c, ? AS d, ? AS e, ? AS f, ? AS g, ? AS h',
          [null, undefined, 1.5, -7, 'tëxt', 9007199254740993n, true, new Uint8Array([0, 255])]);
        const [named] = context.query('SELECT :x + @y AS sum', { x: 1, y: 2 });
        return [row.a, row.b, row.c, row.d, row.e, typeof row.f, row.f, row.g, row.h.constructor.name, row.h[1], named.sum]
          .map(String).join(' ');
      }
      """)
    #expect(answer == "null null 1.5 -7 tëxt bigint 9007199254740993 1 Uint8Array 255 3")
    await testHost.host.close()
  }

  @Test func `text with a NUL character is returned completely`() async throws {
    let testHost = try await TestHost()
    try await DatabaseQueue(path: testHost.database).write {
      try $0.execute(sql: "INSERT INTO note (text) VALUES ('a' || char(0) || 'b')")
    }
    let codes: [Int] = try await testHost.run(
      "async function execute() { return [...Context.context().query('SELECT text FROM note')[0].text].map((c) => c.charCodeAt(0)); }"
    )
    #expect(codes == [97, 0, 98])
    await testHost.host.close()
  }

  @Test func `a large result is a stream, and a result that is left is closed`() async throws {
    let testHost = try await TestHost(entries: 5000)
    let answer: [Int] = try await testHost.run(
      """
      async function execute() {
        const context = Context.context();
        let count = 0, seen = 0;
        for (const { id } of context.rows('SELECT id FROM entry')) count += id > 0;
        for await (const row of context.rows('SELECT id FROM entry')) if (++seen === 1500) break;
        for (let i = 0; i < 300; i++) for (const row of context.rows('SELECT id FROM entry')) break;
        return [count, seen];
      }
      """)
    #expect(answer == [5000, 1500])
    await testHost.host.close()
  }

  @Test func `rows are inserted, updated and deleted where the access lists their table`() async throws {
    let testHost = try await TestHost()
    let answer: String = try await testHost.run(
      """
      async function execute() {
        const context = Context.context();
        const id = context.insert('note', { text: "it's \\"quoted\\"" });
        const changed = context.update('note', { big: 5n }, { id });
        const [row] = context.query('SELECT * FROM note');
        const done = context.execute('UPDATE note SET big = big + 1');
        return [id, changed, row.text, row.big, done.changes, context.delete('note', { id }), context.query('SELECT 1 FROM note').length].join('|');
      }
      """, write: ["note"])
    #expect(answer == "1|1|it's \"quoted\"|5|1|1|0")
    await testHost.host.close()
  }

  @Test(
    arguments: [
      ("context.insert('entry', { date: 'x', amount: 1 })", "entry"), ("context.execute('DELETE FROM entry')", "entry"),
      ("context.execute('UPDATE entry SET amount = 0')", "entry"), ("context.execute('DROP TABLE entry')", nil),
      ("context.execute('CREATE TABLE mine (a)')", nil), ("context.execute(\"ATTACH '/tmp/x.db' AS x\")", nil),
      ("context.query('PRAGMA table_info(entry)')", nil), ("context.execute('BEGIN')", nil),
      ("context.execute('PRAGMA journal_mode = DELETE')", nil), ("context.execute('VACUUM')", nil),
      ("context.execute(\"INSERT INTO sqlite_sequence VALUES ('a', 1)\")", nil),
      ("context.query(\"SELECT load_extension('/tmp/x.so')\")", nil),
      ("context.execute('INSERT INTO note (text) SELECT 1; DELETE FROM entry')", nil),
      ("context.execute('CREATE TRIGGER t AFTER INSERT ON note BEGIN DELETE FROM entry; END')", nil),
    ] as [(String, String?)])
  func `a statement outside of the access is refused, and nothing is changed`(statement: String, table: String?)
    async throws
  {
    for write in [[], ["note"]] as [Set<String>] {
      let testHost = try await TestHost(entries: 3, workers: 1)
      let error = await testHost.failure(
        "async function execute() { const context = Context.context(); return String(\(statement)); }", write: write)
      #expect(error?.code == .permissionDenied || error?.code == .invalidArgument, "\(String(describing: error))")
      if let table { #expect(error?.message.contains(table) == true, "\(String(describing: error))") }
      let count = try await DatabaseQueue(path: testHost.database).read {
        try Int.fetchOne($0, sql: "SELECT SUM(id) FROM entry")
      }
      #expect(count == 6)
      await testHost.host.close()
    }
  }

  @Test func `a table without read access cannot be read, not even through a view`() async throws {
    let testHost = try await TestHost()
    try await DatabaseQueue(path: testHost.database).write {
      try $0.execute(sql: "CREATE VIEW hidden AS SELECT * FROM note")
    }
    for table in ["note", "hidden"] {
      testHost.host.install(
        Procedure(
          name: "peek",
          source: "async function execute() { return Context.context().query('SELECT * FROM \(table)'); }",
          access: DatabaseAccess(read: ["entry", "hidden"])))
      await #expect { try await testHost.host.execute("peek", returning: [Int].self) } throws: {
        ($0 as? ProcedureError)?.code == .permissionDenied && "\($0)".contains("note")
      }
    }
    await testHost.host.close()
  }

  @Test(
    arguments: [
      ("context.transaction(() => { insert('a'); insert('b'); })", 2),
      ("await context.transaction(async () => { insert('a'); await null; insert('b'); })", 2),
      ("try { context.transaction(() => { insert('a'); throw new Error('no'); }) } catch {}", 0),
      ("try { await context.transaction(async () => { insert('a'); await null; insert('a'); }) } catch {}", 0),
      ("try { context.transaction(() => { insert('a'); context.transaction(() => {}); }) } catch {}", 0),
      ("context.transaction(() => { insert('a'); return new Promise(() => {}); }); throw new Error('left open')", 0),
      ("insert('a'); try { insert('a') } catch {}", 1),
      // A refused commit ends the transaction as well; later statements are separate.
      ("try { context.transaction(() => context.insert('reply', { note: 99 })); } catch {} insert('a')", 1),
      // SQLite may roll back the whole transaction; later statements in it are refused.
      (
        "insert('a'); try { context.transaction(() => { try { context.execute(\"INSERT OR ROLLBACK INTO note (text) VALUES ('a')\") } catch {} insert('b'); }); } catch {}",
        1
      ),
    ] as [(String, Int)])
  func `a transaction is all or nothing`(body: String, expected: Int) async throws {
    let testHost = try await TestHost(workers: 1)
    let source = """
      async function execute() {
        const context = Context.context();
        const insert = (text) => context.insert('note', { text });
        \(body);
        return 'done';
      }
      """
    _ = try? await testHost.run(source, write: ["note", "reply"], returning: String.self)
    let count = try await DatabaseQueue(path: testHost.database).read {
      try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM note")
    }
    #expect(count == expected)
    // An open transaction of one run does not block the next.
    _ = try await testHost.run(
      "async function execute() { return Context.context().insert('note', { text: 'next' }) > 0 ? 'yes' : 'no'; }",
      write: ["note"], returning: String.self)
    await testHost.host.close()
  }

  @Test func `an answer inside of a transaction is reported, because the changes are rolled back`() async throws {
    let testHost = try await TestHost(workers: 1)
    let answer: String = try await testHost.run(
      """
      async function execute() {
        const context = Context.context();
        context.transaction(async () => { context.insert('note', { text: 'a' }); await new Promise(() => {}); });
        return 'done';
      }
      """, write: ["note"])
    #expect(answer == "done")
    #expect(testHost.notices == ["test: ended inside a transaction, which was rolled back"])
    await testHost.host.close()
  }

  @Test(arguments: [
    ("context.query('SELEC 1')", "syntax error"), ("context.query('SELECT * FROM gone')", "no such table"),
    ("context.query('SELECT ?', [{}])", "parameters[0]"), ("context.query('SELECT ?', [NaN])", "parameters[0]"),
    ("context.query('SELECT :a', { a: [] })", "parameters.a"),
    ("context.query('SELECT ?', 5)", "an array or an object"),
    ("context.query('SELECT ?, ?', [1])", "rguments"), ("context.query('')", "SQL"), ("context.query(5)", "sql"),
    ("context.delete('note', {})", "where"), ("context.update('note', { text: 'x' }, undefined)", "where"),
    ("context.insert('note', {})", "values"), ("context.query('SELECT ?', [2n ** 70n])", "64 bits"),
    ("context.query('SELECT 1; SELECT 2')", "SQL: only one statement at a time."),
    ("context.execute('DELETE FROM note \\0 WHERE id = 1')", "a NUL character"),
    ("context.query('SELECT ?', ['a\\0b'])", "parameters[0]"),
    ("context.query('SELECT ?', [new Date(-8.64e15)])", "parameters[0]"),
  ])
  func `an invalid statement has a reason, and can be caught`(statement: String, expected: String) async throws {
    let testHost = try await TestHost(entries: 1, workers: 1)
    let error = await testHost.failure(
      "async function execute() { const context = Context.context(); return String(\(statement)); }", write: ["note"])
    #expect(error?.message.contains(expected) == true, "\(String(describing: error))")
    let caught: String = try await testHost.run(
      "async function execute() { const context = Context.context(); try { \(statement) } catch (error) { return error.code } }",
      write: ["note"])
    #expect(!caught.isEmpty)
    await testHost.host.close()
  }

  @Test func `too many rows are refused with the limit's name`() async throws {
    let testHost = try await TestHost(entries: 50, workers: 1)
    var limits = ProcedureLimits()
    limits.rows = 49
    let source = "async function execute() { return String(Context.context().query('SELECT * FROM entry').length); }"
    #expect(await testHost.failure(source, limits: limits)?.message.contains("rows (49)") == true)
    limits.rows = 50
    #expect(try await testHost.run(source, limits: limits, returning: String.self) == "50")
    await testHost.host.close()
  }

  @Test func `a database locked by another connection is waited for, and then reported`() async throws {
    let testHost = try await TestHost(workers: 1)
    let source = "async function execute() { return String(Context.context().insert('note', { text: 'a' })); }"
    let other = try DatabaseQueue(path: testHost.database)
    let (held, hold) = AsyncStream.makeStream(of: Void.self)
    let release = DispatchSemaphore(value: 0)
    let holder = Task.detached {
      try other.writeWithoutTransaction { database in
        try database.execute(sql: "BEGIN EXCLUSIVE")
        hold.yield()
        release.wait(for: "the run has given up")
        try database.execute(sql: "ROLLBACK")
      }
    }
    for await _ in held { break }
    let error = await testHost.failure(source, write: ["note"])
    #expect(error?.code == .unavailable && error?.message.contains("locked") == true, "\(String(describing: error))")
    release.signal()
    try await holder.value
    #expect(try await testHost.run(source, write: ["note"], returning: String.self) == "1")
    await testHost.host.close()
  }

  @Test func `a database locked by another process is reported by the program in a sentence`() async throws {
    let testHost = try await TestHost(workers: 1)
    let file = testHost.folder.url.appendingPathComponent("count.js")
    try Data("async function execute() { return Context.context().query('SELECT id FROM entry').length; }".utf8)
      .write(to: file)
    let run = "exec \"$0\" run --time 20 \"$1\" \"$2\""
    let arguments = [try Wire.executable("stored-procedures"), testHost.database, file.path]
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true  // It stays open while the other process runs.
    let other = try DatabaseQueue(path: testHost.database, configuration: configuration)
    try await other.writeWithoutTransaction { database in
      // In write-ahead mode no weaker lock excludes readers.
      try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; DELETE FROM entry")
    }
    let (status, text) = try await Wire.shell(run, arguments)
    #expect(status == 1 && text.hasPrefix("count: ") && text.contains("locked by another program"), "\(status) \(text)")
    try await other.writeWithoutTransaction { database in try database.execute(sql: "ROLLBACK") }
    try other.close()
    let (free, answer) = try await Wire.shell(run, arguments)
    #expect(free == 0 && answer == "100\n", "\(free) \(answer)")
    await testHost.host.close()
  }

  @Test func `a full disk is reported, and the data stay`() async throws {
    let testHost = try await TestHost(workers: 1, maximumDatabaseSize: 200_000)
    _ = try await testHost.run(
      "async function execute() { return Context.context().insert('note', { text: 'kept' }); }", write: ["note"],
      returning: Int.self)
    let error = await testHost.failure(
      """
      async function execute() {
        const context = Context.context();
        context.transaction(() => {
          for (;;) context.insert('note', { bytes: new Uint8Array(10_000) });
        });
      }
      """, write: ["note"])
    #expect(
      error?.code == .resourceExhausted && error?.message.contains("full") == true, "\(String(describing: error))")
    let kept = try await testHost.run(
      "async function execute() { return Context.context().query('SELECT text FROM note').map(({ text }) => text); }",
      returning: [String].self)
    #expect(kept == ["kept"])
    await testHost.host.close()
  }

  @Test func `a missing database is reported, and is not created`() async throws {
    let folder = try TemporaryFolder()
    let host = try await ProcedureHost(database: folder.path("none.sqlite"))
    for access in [DatabaseAccess.readOnly, DatabaseAccess(write: ["a"])] {
      host.install(
        Procedure(
          name: "read", source: "async function execute() { return Context.context().query('SELECT * FROM a'); }",
          access: access))
      await #expect { try await host.execute("read", returning: [Int].self) } throws: {
        ($0 as? ProcedureError)?.code == .notFound
      }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("none.sqlite")))
    await host.close()
  }

  @Test func `a file that is not a database is reported`() async throws {
    let folder = try TemporaryFolder()
    try Data(repeating: 7, count: 8192).write(to: folder.url.appendingPathComponent("bad.sqlite"))
    let host = try await ProcedureHost(database: folder.path("bad.sqlite"))
    host.install(
      Procedure(name: "read", source: "async function execute() { return Context.context().query('SELECT * FROM a'); }")
    )
    await #expect { try await host.execute("read", returning: [Int].self) } throws: {
      ($0 as? ProcedureError)?.code == .dataLoss
    }
    await host.close()
  }
}
