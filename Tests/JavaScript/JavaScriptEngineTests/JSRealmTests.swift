import Testing

@testable import JavaScriptEngine

/// A realm without a runtime, used synchronously on the test's thread.
@Suite struct JSRealmTests {
  @Test(arguments: ["", "text", "a\u{0}b", "é", "\u{2028}", "😀", String(repeating: "x", count: 100_000)])
  func `strings are made and read without loss`(text: String) throws {
    let realm = JSRealm(machine: try JSMachine())
    let value = realm.make(text)
    #expect(realm.text(value)?.string == text)
    #expect(realm.text(realm.make(utf8: Array(text.utf8)))?.utf8 == Array(text.utf8))
  }

  @Test func `a lone surrogate becomes the replacement character and the rest of the string stays`() throws {
    let realm = JSRealm(machine: try JSMachine())
    let value = try realm.evaluate("'a\\ud800b'", url: "test")
    #expect(realm.text(value)?.utf16Count == 3)
    #expect(realm.text(value)?.string == "a\u{FFFD}b")
  }

  @Test func `an exception has its class, message and location`() throws {
    let realm = JSRealm(machine: try JSMachine())
    do throws(JSException) {
      _ = try realm.evaluate("1;\n  null.x", url: "app.js")
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.name == "TypeError")
      #expect(error.sourceURL == "app.js")
      #expect(error.line == 2)
    }
  }

  @Test(arguments: [
    "throw 'text'", "throw undefined", "throw {}", "throw { get name() { throw 1 } }", "throw Symbol()",
  ])
  func `any thrown value is described without another exception`(source: String) throws {
    let realm = JSRealm(machine: try JSMachine())
    #expect(throws: JSException.self) { try realm.evaluate(source, url: "test") }
    #expect((try? realm.evaluate("1", url: "test")) != nil)
  }

  @Test func `a native function that returns nothing yields undefined on every call`() throws {
    let realm = JSRealm(machine: try JSMachine())
    realm.define("f", as: realm.makeFunction(name: "f") { _ in nil }, in: realm.global)
    let all = try realm.evaluate(
      "let all = true; for (let i = 0; i < 1e5; i++) all = all && f() === undefined; all", url: "test")
    #expect(realm.boolean(all))
  }

  @Test func `a native function throws a value and gets its arguments`() throws {
    let realm = JSRealm(machine: try JSMachine())
    let body: JSNativeBody = { [unowned realm] (arguments) throws(JSThrow) in
      if arguments.count == 0 { throw JSThrow(realm.makeError("none")) }
      return realm.make(realm.number(arguments[0]) + (realm.isUndefined(arguments[1]) ? 0 : 1))
    }
    realm.define("f", as: realm.makeFunction(name: "f", body), in: realm.global)
    #expect(realm.number(try realm.evaluate("f(1)", url: "test")) == 1)
    #expect(realm.number(try realm.evaluate("f(1, 2)", url: "test")) == 2)
    let message = try realm.evaluate("try { f() } catch (e) { e.message }", url: "test")
    #expect(realm.text(message)?.string == "none")
  }

  @Test func `making JSON values and arrays runs no setter of a prototype`() throws {
    let realm = JSRealm(machine: try JSMachine())
    _ = try realm.evaluate(
      """
      globalThis.hits = 0;
      for (const key of ['a', '__proto__x', '0', '1'])
        for (const on of [Object.prototype, Array.prototype])
          Object.defineProperty(on, key, { set() { hits++ }, configurable: true });
      """, url: "test")
    let object = try #require(realm.makeJSON(utf8: Array(#"{"a":[1,2],"__proto__":{"isAdmin":true}}"#.utf8)))
    var elements = JSLocals()
    elements.append(object)
    elements.append(realm.make(true))
    let array = realm.makeArray(elements)
    realm.define("made", as: array, in: realm.global)
    let seen = try realm.evaluate(
      "JSON.stringify([hits, made.length, made[0].isAdmin === undefined, Object.hasOwn(made[0], '__proto__')])",
      url: "test")
    #expect(realm.text(seen)?.string == "[0,2,true,true]")
  }

  @Test func `invalid JSON makes no value`() throws {
    let realm = JSRealm(machine: try JSMachine())
    for text in ["", "{", "[1,]", "undefined", "{'a':1}"] { #expect(realm.makeJSON(utf8: Array(text.utf8)) == nil) }
  }

  @Test func `protected values survive a collection`() throws {
    let realm = JSRealm(machine: try JSMachine())
    var handles = try (0..<1000).map { realm.keep(try realm.evaluate("({ n: \($0) })", url: "test")) }
    realm.collectGarbage()
    for (index, handle) in handles.enumerated() {
      #expect(realm.number(try realm.get("n", of: handle.local)) == Double(index))
    }
    _ = try realm.evaluate("globalThis.weak = null", url: "test")
    let object = realm.keep(
      try realm.evaluate("(() => { const o = {}; weak = new WeakRef(o); return o })()", url: "test"))
    _ = object
    handles.removeAll()
    realm.collectGarbage()
    #expect(realm.boolean(try realm.evaluate("weak.deref() !== undefined", url: "test")))
  }

  @Test func `bytes are made and read, of a view only its own part`() throws {
    let realm = JSRealm(machine: try JSMachine())
    let view = try realm.evaluate("new Uint16Array(new Uint8Array([1, 0, 2, 0, 3, 0]).buffer, 2, 1)", url: "test")
    #expect(realm.bytes(view) == [2, 0])
    realm.define("made", as: realm.makeArrayBuffer([7, 8, 9]), in: realm.global)
    let sum = try realm.evaluate("[...new Uint8Array(made)].reduce((a, b) => a + b)", url: "test")
    #expect(realm.number(sum) == 24)
    #expect(realm.bytes(realm.make("no bytes")) == nil)
  }

  @Test func `a uniquely referenced array becomes the buffer's memory without a copy`() throws {
    let realm = JSRealm(machine: try JSMachine())
    var bytes = [UInt8](repeating: 7, count: 1000)
    let address = unsafe bytes.withUnsafeBytes { $0.baseAddress! }
    realm.define("made", as: realm.makeArrayBuffer(exchange(&bytes, with: [])), in: realm.global)
    _ = try realm.evaluate("new Uint8Array(made)[999] = 42", url: "test")
    #expect(unsafe address.load(fromByteOffset: 999, as: UInt8.self) == 42)
  }

  @Test func `a shared array is copied, so that writes by JavaScript do not change it`() throws {
    let realm = JSRealm(machine: try JSMachine())
    let bytes: [UInt8] = [1, 2, 3]
    realm.define("made", as: realm.makeArrayBuffer(bytes), in: realm.global)
    let written = try realm.evaluate("const view = new Uint8Array(made); view.fill(9); made", url: "test")
    #expect(realm.bytes(written) == [9, 9, 9])
    #expect(bytes == [1, 2, 3])
  }

  @Test func `an empty array makes an empty buffer`() throws {
    let realm = JSRealm(machine: try JSMachine())
    realm.define("made", as: realm.makeArrayBuffer([]), in: realm.global)
    #expect(realm.number(try realm.evaluate("made.byteLength", url: "test")) == 0)
  }
}
