#if Macros
import Causeway
import CausewayExport
import CausewayJavaScript
import JavaScriptRuntime
import Synchronization
import Testing

struct Row: Codable, Sendable, Equatable { var id: Int }
private struct Query: Codable, Sendable { var table: String }

/// Stands for that of a database.
final class Statement: Sendable {
  private let last = Mutex(0)

  func step() throws -> Row? {
    last.withLock { last in
      last += 1
      return last <= 5 ? Row(id: last) : nil
    }
  }
}

private struct Database: Sendable {
  func prepare(_ query: Query) throws -> Statement { Statement() }
}

@Remote actor Cursor {
  private let statement: Statement

  init(_ statement: Statement) { self.statement = statement }

  /// The next row; nil at the end.
  @Export func next() throws -> Row? { try statement.step() }
  @Export func skip(count: Int) throws { for _ in 0..<count { _ = try statement.step() } }
}

/// The examples of docs/functions.md about objects.
@Suite(.timeLimit(.minutes(5))) struct GuideTests {
  @Test func `the cursor of the guide is read`() async throws {
    let bridge = Bridge()
    let database = Database()
    bridge.handle("db.open") { (query: Query) throws in Cursor(try database.prepare(query)) }
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    let ids: [Int] = try await runtime.evaluate(
      """
      (async () => {
        const ids = [];
        const cursor = await bridge.call("db.open", { table: "people" });
        await cursor.skip({ count: 2 });
        for (let row; (row = await cursor.next()); ) ids.push(row.id);
        bridge.release(cursor);
        return ids;
      })()
      """)
    #expect(ids == [3, 4, 5])
    await runtime.close()
  }

  @Test func `the counter of the guide is called`() async throws {
    struct Entry: Decodable, Sendable { let total: Int }
    let runtime = try await JavaScriptRuntime(bridge: Bridge(), permissions: .all)
    try await runtime.evaluate(
      """
      class Counter extends bridge.RemoteObject {
        #total = 0;
        add(count) {
          return (this.#total += count);
        }
        async *history(count) {
          for (let at = 0; at < count; at++) yield { total: this.#total };
        }
      }
      bridge.handle("counter.make", () => new Counter());
      """)
    let counter: RemoteObject = try await runtime.call("counter.make")
    let total: Int = try await counter.call("add", 3, timeout: .seconds(2))
    #expect(total == 3)
    var shown: [Int] = []
    func show(_ entry: Entry) { shown.append(entry.total) }
    for try await entry in counter.stream("history", 10, of: Entry.self) { show(entry) }
    #expect(shown == Array(repeating: 3, count: 10))
    await runtime.close()
  }
}
#endif
