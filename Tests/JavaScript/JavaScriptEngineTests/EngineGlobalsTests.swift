import Foundation
import JavaScriptEngine
import TestSupport
import Testing

/// What an engine offers a script, compared with what was there when the code that governs it was written.
///
/// `Tests/Fixtures/engine-globals` has a list for each series of the engine. A member that a newer engine adds may read the
/// clock, randomness or the locale, or make values that do not cross: look at it, then renew the list with
/// `make engine-globals SUITE=trixie`.
@Suite struct EngineGlobalsTests {
  private static let folder = repositoryFile("Tests/Fixtures/engine-globals")

  /// Lists each property that can be reached from the global object, once, by its shortest path.
  private static let script = """
    (() => {
      const lines = [], seen = new Set([globalThis]);
      let objects = [["", globalThis]];
      const key = (name) => typeof name === "symbol" ? `[${name.description}]` : name;
      while (objects.length > 0) {
        const next = [];
        for (const [path, object] of objects) {
          for (const name of Reflect.ownKeys(object)) {
            const own = Reflect.getOwnPropertyDescriptor(object, name);
            const at = path === "" || typeof name === "symbol" ? path + key(name) : `${path}.${name}`;
            // Names and lengths of functions say nothing; a constructor leads back.
            if (typeof object === "function" && (name === "name" || name === "length")) continue;
            const parts = "value" in own ? [[at, own.value]] : [[`get ${at}`, own.get], [`set ${at}`, own.set]];
            for (const [part, value] of parts) {
              if (value === undefined && !("value" in own)) continue;
              lines.push(typeof value === "function" ? `${part}()` : part);
              if (value === null || (typeof value !== "object" && typeof value !== "function") || seen.has(value)) continue;
              seen.add(value);
              next.push([at, value]);
              const prototype = Reflect.getPrototypeOf(value);
              if (prototype !== null && !seen.has(prototype)) {
                seen.add(prototype);
                next.push([`${at}.[[Prototype]]`, prototype]);
              }
            }
          }
        }
        objects = next;
      }
      return [...new Set(lines)].sort().join("\\n") + "\\n";
    })()
    """

  private static func list() throws -> String {
    let realm = JSRealm(machine: try JSMachine())
    return try #require(realm.text(try realm.evaluate(script, url: "globals"))?.string)
  }

  @Test func `the engine's globals and their members are those that were looked at`() throws {
    let version = try #require(EngineVersion.loaded)
    let file = EngineGlobalsTests.folder.appending(path: "\(version.series).txt")
    let list = try EngineGlobalsTests.list()
    if ProcessInfo.processInfo.environment["RENEW_ENGINE_GLOBALS"] != nil {
      try list.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    let known = try? String(contentsOf: file, encoding: .utf8)
    #expect(known != nil, "\(file.path) is missing: this series of the engine has not been looked at")
    let (now, before) = (Set(list.split(separator: "\n")), Set((known ?? "").split(separator: "\n")))
    #expect(now.subtracting(before).sorted() == [], "new in \(version)")
    #expect(before.subtracting(now).sorted() == [], "gone from \(version)")
  }
}
