import JavaScriptEngine
import Testing

/// The engine's parser takes time and memory that double with each bracket before an error.
@Suite struct EngineParserTests {
  /// What each level begins with, the innermost text, and what each level ends with.
  static let nested = [
    ("[", "", ""), ("([", "", ""), ("({a:", "", ""), ("{[", "", ""), ("[a,", "", ""), ("[...", "", ""),
    ("(a=", "", ")"),
    ("({a=", "", ""), ("({[({[", "", ""), ("[", "a b", "]"), ("h({a:[", "1 1", "]})"), ("async([", "", ""),
    ("(a=[", "let let", "])"),
    ("[()=>[", "var", "]]"), ("({[", "", "]:1})"),
  ]

  @Test(.timeLimit(.minutes(1)), arguments: nested, [40, 20_000])
  func `an error behind many brackets is reported at once`(text: (String, String, String), levels: Int) throws {
    let realm = JSRealm(machine: try JSMachine())
    let source =
      "\n" + String(repeating: text.0, count: levels) + text.1 + String(repeating: text.2, count: levels)
    let error = try #require(throws: JSException.self) { try realm.evaluate(source, url: "test.js") }
    #expect(error.name == "SyntaxError")
    #expect(error.sourceURL == "test.js")
    #expect(error.line == 2)
    #expect(!error.message.isEmpty)
    #expect(realm.number(try realm.evaluate("[[[1]]][0][0][0]", url: "test.js")) == 1)
  }

  @Test func `brackets without an error are no error`() throws {
    let realm = JSRealm(machine: try JSMachine())
    let source = String(repeating: "[", count: 200) + "1" + String(repeating: "]", count: 200) + ".flat(Infinity)[0]"
    #expect(realm.number(try realm.evaluate(source, url: "test.js")) == 1)
  }

  @Test func `the error is the engine's own object, whatever the script did to its class`() throws {
    let realm = JSRealm(machine: try JSMachine())
    let replaced = "const Original = SyntaxError; SyntaxError = class { constructor() { throw 1 } }; Original"
    let original = realm.keep(try realm.evaluate(replaced, url: "test.js"))
    let error = try #require(throws: JSException.self) {
      try realm.evaluate(String(repeating: "[", count: 40), url: "test.js")
    }
    let test = "((error, Class) => error instanceof Class && !Object.keys(error).includes('message'))"
    let isOne = realm.keep(try realm.evaluate(test, url: "test.js"))
    let value = try #require(error.value)
    #expect(realm.boolean(try realm.call(isOne.local, value.local, original.local)))
  }
}
