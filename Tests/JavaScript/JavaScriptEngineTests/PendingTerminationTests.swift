import Synchronization
import Testing

@testable import JavaScriptEngine

/// The engine after its time limit has terminated a script in a promise job.
@Suite(.timeLimit(.minutes(1))) struct PendingTerminationTests {
  private static let loops = [
    "Promise.resolve().then(() => { for (;;); })", "(async () => { await null; for (;;); })()",
    "Promise.resolve().then(() => { throw 1; }); Promise.resolve().then(() => { for (;;); })",
  ]

  /// Makes a realm in which a script was terminated.
  private func stopped(_ source: String, on machine: JSMachine) throws -> JSRealm {
    let realm = JSRealm(machine: machine)
    let stops = StopCount()
    realm.setTimeLimit(seconds: 0.02) { _ in stops.count.add(1, ordering: .relaxed).newValue > 0 }
    _ = try realm.evaluate("globalThis.late = (n) => [n].map((x) => x + 1)[0]", url: "test")
    _ = try? realm.evaluate(source, url: "test")
    #expect(stops.count.load(ordering: .relaxed) > 0, "The script was not terminated.")
    return realm
  }

  private final class StopCount: Sendable { let count = Atomic<Int>(0) }

  @Test(arguments: loops) func `a function that was never called before runs after a termination`(source: String) throws
  {
    let realm = try stopped(source, on: JSMachine())
    let late = try realm.get("late", of: realm.global)
    #expect(realm.number(try realm.call(late, realm.make(1))) == 2)
  }

  @Test(arguments: loops) func `every kind of value is made and read after a termination`(source: String) throws {
    let uses: [(JSRealm) throws -> Bool] = [
      { realm in realm.kind(of: realm.makeError("x")) == .object },
      { realm in realm.makeJSON(utf8: Array("{\"a\":[1]}".utf8)).map { realm.kind(of: $0) } == .object },
      { realm in realm.bytes(realm.makeArrayBuffer([1, 2])) == [1, 2] },
      { realm in realm.text(realm.make("text"))?.string == "text" },
      { realm in realm.isArray(realm.makeArray(JSLocals())) },
      { realm in realm.isFunction(realm.makeFunction(name: "f") { _ in nil }) },
      { realm in try realm.describe(realm.make(1.5)) == "1.5" },
      { realm in try realm.number(realm.evaluate("1", url: "test")) == 1 },
      { realm in realm.number(try realm.batched { try realm.evaluate("2", url: "test") }) == 2 },
      { realm in
        realm.collectGarbage()
        return realm.heapStatistic("heapSize").map { $0 > 0 } ?? true
      },
      { realm in
        let other = JSRealm(machine: realm.machine)
        return realm.number(try other.evaluate("3", url: "test")) == 3
      },
    ]
    for use in uses { #expect(try use(try stopped(source, on: JSMachine()))) }
  }

  @Test(arguments: loops) func `a machine is destroyed after a termination`(source: String) throws {
    for _ in 0..<5 { _ = try stopped(source, on: JSMachine()) }
  }
}
