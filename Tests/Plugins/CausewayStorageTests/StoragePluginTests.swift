#if Plugins
import Causeway
import CausewayJavaScript
@testable import CausewayStorage
import Foundation
import JavaScriptRuntime
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct StoragePluginTests {
  /// The result of a JavaScript program that uses a store.
  private func run(_ source: String, permissions: Permissions = .all) async throws -> String {
    let folder = try StoreFixture.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let bridge = Bridge()
    let store = try KeyValueStore(at: folder.appending(path: "store.db").path)
    bridge.register(StoragePlugin(store))
    bridge.handle("hide") { () async throws in _ = try await store.put("x", 1, group: "hidden") }
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: permissions)
    let text: String = try await runtime.evaluate("(async () => { const { storage } = bridge.plugins; \(source) })()")
    await runtime.close()
    return text
  }

  @Test func `a program for Capacitor's Preferences finds the same names and shapes`() async throws {
    let answer = try await run(
      """
      const none = await storage.get({ key: "name" });
      await storage.set({ key: "name", value: "Max" });
      const { value } = await storage.get({ key: "name" });
      const { keys } = await storage.keys();
      await storage.remove({ key: "name" });
      await storage.clear();
      return JSON.stringify([none.value, value, keys, (await storage.keys()).keys]);
      """)
    #expect(answer == #"[null,"Max",["name"],[]]"#)
  }

  @Test func `every value that can cross the bridge is stored unchanged`() async throws {
    let answer = try await run(
      #"""
      const day = new Date(86400000);
      const value = { bytes: new Uint8Array([0, 255]), day, big: 2n ** 63n, map: new Map([[1, new Set(["x"])]]),
        nan: NaN, zero: -0, none: undefined, half: "a\ud800b", "\u00e9": 1, "e\u0301": 2, deep: [[[{ $date: 1 }]]],
        ["__proto__"]: { isAdmin: true }, buffer: new ArrayBuffer(3), floats: new Float64Array([0.5]) };
      await storage.set({ key: "all", value });
      const kept = (await storage.get({ key: "all" })).value;
      const checks = [kept.bytes instanceof Uint8Array && kept.bytes.join() === "0,255", kept.day.getTime() === 86400000,
        kept.big === 2n ** 63n, kept.map.get(1).has("x"), Number.isNaN(kept.nan), Object.is(kept.zero, -0),
        "none" in kept && kept.none === undefined, kept.half === "a\ud800b", kept["\u00e9"] === 1, kept["e\u0301"] === 2,
        kept.deep[0][0][0].$date === 1, Object.hasOwn(kept, "__proto__") && kept.isAdmin === undefined,
        kept.buffer instanceof ArrayBuffer && kept.buffer.byteLength === 3, kept.floats[0] === 0.5];
      return checks.join();
      """#)
    #expect(answer == Array(repeating: "true", count: 14).joined(separator: ","))
  }

  @Test func `a stored null differs from a missing key by its version`() async throws {
    let answer = try await run(
      """
      await storage.set({ key: "a", value: null });
      const [a, b] = [await storage.get({ key: "a" }), await storage.get({ key: "b" })];
      return [a.value, typeof a.version, b.value, typeof b.version].join();
      """)
    #expect(answer == ",number,,undefined")
  }

  @Test func `a hundred concurrent increments lose none`() async throws {
    let answer = try await run(
      """
      const count = async () => {
        for (;;) {
          const { value, version } = await storage.get({ key: "count" });
          try {
            return await storage.commit({ operations: [
              { kind: "check", key: "count", version }, { kind: "set", key: "count", value: (value ?? 0) + 1 }] });
          } catch (error) {
            if (error.code !== "ABORTED") throw error;
          }
        }
      };
      await Promise.all(Array.from({ length: 100 }, count));
      return String((await storage.get({ key: "count" })).value);
      """)
    #expect(answer == "100")
  }

  /// Including its descriptors and threads.
  @Test func `a store that a call opened is released with the bridge`() async throws {
    let path = try StoreFixture.makeFolder().appending(path: "store.db").path
    weak var opened: KeyValueStore?
    do {
      let bridge = Bridge()
      let store = Mutex<KeyValueStore?>(nil)
      bridge.register(
        StoragePlugin(opening: {
          let made = try KeyValueStore(at: path)
          store.withLock { $0 = made }
          return made
        }))
      let (near, far) = LoopbackTransport.pair()
      _ = bridge.connect(near, permissions: .all)
      let caller = Bridge().connect(far, permissions: .all)
      try await caller.call("storage.set", ["key": "a", "value": 1] as BridgeValue)
      opened = store.withLock { $0.take() }
      caller.close()
    }
    // The last owner may be a task that is ending.
    try await eventually("the store is released") { opened == nil }
  }

  @Test func `a change is an event for connections that may use its group`() async throws {
    let answer = try await run(
      """
      const seen = [];
      const last = new Promise((resolve) => {
        storage.on("changed", ({ group, key }) => { seen.push(`${group}:${key}`); if (key === "last") resolve(); });
      });
      await storage.set({ key: "a", value: 1 });
      await storage.set({ key: "b", value: 1, group: "mine" });
      await storage.remove({ key: "a" });
      await storage.remove({ key: "a" });
      await bridge.call("hide");
      await storage.clear({ group: "mine" });
      const refused = await storage.set({ key: "c", value: 1, group: "other" }).catch((error) => error);
      await storage.set({ key: "last", value: 1 });
      await last;
      return seen.join() + " " + refused.code + " " + refused.data.permission;
      """, permissions: ["storage.read", "storage.write", "storage.group.mine", "hide"])
    #expect(
      answer
        == "undefined:a,mine:b,undefined:a,mine:undefined,undefined:last PERMISSION_DENIED storage.group.other")
  }

  @Test(arguments: ["storage.get", "storage.keys", "storage.usage"]) func `reading requires the permission to read`(
    method: String
  ) async throws {
    let fixture = try StoreFixture(permissions: ["storage.write"])
    let error = await fixture.failure(String(method.dropFirst(8)), ["key": "a"])
    #expect(error?.data == ["permission": "storage.read"])
  }

  @Test(arguments: ["set", "remove", "clear", "commit"]) func `changing requires the permission to write`(
    method: String
  ) async throws {
    let fixture = try StoreFixture(permissions: ["storage.read"])
    #expect(await fixture.failure(method, ["key": "a"])?.data == ["permission": "storage.write"])
  }

  @Test(
    arguments: [
      ("set", ["key": "a"], "params.value: is missing"),
      (
        "set", ["key": "a", "value": .undefined],
        "params.value: undefined cannot be stored; storage.remove removes a value"
      ),
      ("set", ["value": 1], "params.key: is missing"),
      ("get", ["key": 1], "params.key: expected a string, got the number 1"),
      ("get", ["key": nil], "params.key: expected a string, got null"),
      ("get", "a", "params: expected an object of storage.get's parameters, got a string"),
      ("get", ["key": "a", "grup": "b"], "params.grup: storage.get has no such parameter: did you mean group?"),
      (
        "get", ["key": "a", "group": "../x"],
        "params.group: expected 1 to 64 letters of a to z, A to Z, digits, - and _"
      ),
      ("get", ["key": "a", "group": ""], "params.group: expected 1 to 64 letters of a to z, A to Z, digits, - and _"),
      (
        "get", ["key": "a", "group": "a.b"],
        "params.group: expected 1 to 64 letters of a to z, A to Z, digits, - and _"
      ),
      ("keys", ["limit": -1], "params.limit: expected a number from 0 to 1000000, got -1"),
      (
        "commit", ["operations": [["kind": "drop"]]],
        "params.operations[0].kind: expected \"check\", \"set\" or \"remove\", got \"drop\""
      ),
      ("commit", ["operations": [["kind": "set", "key": "a"]]], "params.operations[0].value: is missing"),
    ] as [(String, BridgeValue, String)]) func `an invalid argument is reported with its path`(
      method: String, params: BridgeValue, message: String
    ) async throws
  {
    let fixture = try StoreFixture()
    let error = await fixture.failure(method, params)
    #expect(error?.code == .invalidArgument)
    #expect(error?.message == message)
    #expect(try await fixture.call("keys") == ["keys": []])
  }
}
#endif
