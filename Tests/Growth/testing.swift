@testable import BridgeValues
@testable import Causeway
@testable import CausewayTesting

@main struct TestingGrowth {
  static func main() {
    for family in json + plans + scripts + recordings { family.measure() }
  }

  // MARK: JSON with positions

  private static func read(_ text: String) { use(try! PositionedJSON(PositionedText(text, source: "a")).value) }

  private static func refuse(_ text: String) {
    do throws(FormatError) {
      use(try PositionedJSON(PositionedText(text, source: "a")))
      fatalError("The text was read.")
    } catch {
      use(error)
    }
  }

  private static func json(
    _ name: String, _ count: Int, _ read: @escaping (String) -> Void = read, _ text: @escaping (Int) -> String
  ) -> Family {
    Family("positioned JSON", name, count) { count in
      let text = text(count)
      return { read(text) }
    }
  }

  private static var json: [Family] {
    [
      json("numbers", 500) { "[" + each($0, ",") { "\($0)" } + "]" },
      json("a number of many digits", 1000) { "[0." + repeated("7", $0) + "e5]" },
      json("nested arrays", 500) { "[" + nested($0, "[", "]") + "]" },
      json("nested objects", 500) { "[" + nested($0, #"{"a":"#, "}", inner: "1") + "]" },
      json("many members", 300) { "{" + each($0, ",") { #""a\#($0)":1"# } + "}" },
      json("one long string", 2000) { "[\"" + repeated("a", $0) + "\"]" },
      json("escapes", 500) { "[\"" + repeated(#"\n\u00e9\ud83d\ude00"#, $0) + "\"]" },
      json("lines", 2000) { repeated("\n", $0) + "1" },
      json("a string without an end", 2000, refuse) { "[\"" + repeated("a", $0) },
      json("an error in the last line", 1000, refuse) { "[" + repeated("1,\n", $0) },
      json("one long word", 2000, refuse) { repeated("a", $0) },
    ]
  }

  // MARK: Plans

  private static func plan(_ name: String, _ count: Int, isValid: Bool = true, _ text: @escaping (Int) -> String)
    -> Family
  {
    Family("fault plans", name, count) { count in
      let text = text(count)
      return {
        let plan = try? FaultPlan(parsing: text)
        precondition((plan != nil) == isValid)
        use(plan?.description)
      }
    }
  }

  private static var plans: [Family] {
    [
      plan("rules in lines", 100) { each($0, "\n") { "a\($0).*: delay=200ms drop=2%" } },
      plan("rules in one line", 100) { each($0, ";") { "a\($0).*: delay=200ms±50ms" } },
      plan("settings of one rule", 200) { "*: " + repeated("drop=2% ", $0) },
      plan("comments", 300) { repeated("# a comment\n", $0) + "*: drop=2%" },
      plan("one long comment", 4000) { "*: drop=2% #" + repeated("#", $0) },
      plan("white space", 4000) { repeated(" ", $0) + "*: drop=2%" },
      plan("empty rules", 2000) { repeated(";", $0) },
      plan("seeds", 300) { repeated("seed=7 ", $0) },
      plan("a long pattern", 1000) { repeated("a.", $0) + "a: drop=2%" },
      plan("kinds of messages", 300) { "*: only=" + repeated("calls,", $0) + "calls drop=2%" },
      plan("a number of many digits", 1000) { "*: drop=0." + repeated("7", $0) + "%" },
      plan("a long setting that is unknown", 1000, isValid: false) { "*: \(repeated("a", $0))=1" },
      plan("a long value without a unit", 1000, isValid: false) { "*: delay=\(repeated("7", $0))" },
      plan("a span of dots", 1000, isValid: false) { "*: during=\(repeated(".", $0))" },
      plan("a delay of signs", 1000, isValid: false) { "*: delay=\(repeated("+", $0))" },
      plan("an error in the last rule", 100, isValid: false) { each($0, "\n") { "a\($0): drop=2%" } + "\n*: drop" },
      plan("rules of JSON", 100) {
        #"{"seed":7,"rules":["# + each($0, ",") { #"{"methods":"a\#($0)","drop":"2%"}"# } + "]}"
      },
      plan("kinds of messages in JSON", 300) {
        #"{"seed":7,"rules":[{"only":["# + each($0, ",") { _ in "\"calls\"" } + "]}]}"
      },
      Family("fault plans", "a plan that crosses", 100) { count in
        let plan = FaultPlan(
          seed: 7,
          (0..<count).map { _ in
            var rule = FaultRule("a.*")
            rule.drop = 0.5
            return rule
          })
        return { use(try! Payload(encoding: plan).decode(FaultPlan.self)) }
      },
    ]
  }

  // MARK: Scripts

  private static func script(_ name: String, _ count: Int, isValid: Bool = true, _ text: @escaping (Int) -> String)
    -> Family
  {
    Family("mock scripts", name, count) { count in
      let text = text(count)
      return {
        let script = try? MockScript(parsing: text)
        precondition((script != nil) == isValid)
        use(script?.uncalled)
      }
    }
  }

  private static var scripts: [Family] {
    [
      script("methods", 100) { "{" + each($0, ",\n") { #""a.b\#($0)":{"answer":\#($0),"after":"300ms"}"# } + "}" },
      script("methods in one line", 100) { "{" + each($0, ",") { #""a.b\#($0)":{"answer":\#($0)}"# } + "}" },
      script("answers of one method", 100) {
        #"{"a":["# + each($0, ",") { _ in #"{"fail":"A","message":"b"}"# } + "]}"
      },
      script("items of a stream", 300) { #"{"a":{"stream":["# + each($0, ",") { "\($0)" } + "]}}" },
      script("an answer of nested values", 300) { #"{"a":{"answer":["# + nested($0, "[", "]") + "]}}" },
      script("a long name", 1000) { "{\"" + repeated("a.", $0) + "a\":{\"never\":true}}" },
      script("an error in the last method", 100, isValid: false) {
        "{" + each($0, ",\n") { #""a.b\#($0)":{"answer":1}"# } + ",\"a\":{}}"
      },
    ]
  }

  // MARK: Recordings

  private static let head = #"{"causeway":"recording","version":1}"# + "\n"

  private static func line(_ message: String, at time: Int = 0, way: String = "sent", _ space: String = "") -> String {
    #"{"at":\#(time),\#(space)"way":"\#(way)","message":\#(message)}"# + "\n"
  }

  private static func call(_ id: Int, _ rest: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"a"\#(rest)}"#
  }

  private static func recording(
    _ name: String, _ count: Int, isValid: Bool = true, _ read: @escaping (Recording) -> Void = { use($0.text) },
    _ text: @escaping (Int) -> String
  ) -> Family {
    Family("recordings", name, count) { count in
      let text = head + text(count)
      return {
        let recording = try? Recording(parsing: text)
        precondition((recording != nil) == isValid)
        if let recording { read(recording) }
      }
    }
  }

  private static var recordings: [Family] {
    [
      recording("lines", 50) { each($0) { line(call($0), at: $0) } },
      recording("lines of another writer", 50) { each($0) { line(call($0), at: $0, " ") } },
      recording("empty lines", 2000) { repeated("\n", $0) },
      recording("one long line", 1000) { line(call(1, #","params":[["# + repeated("1,", $0) + "1]]")) },
      recording("one long line of another writer", 1000) {
        line(call(1, #","params":[["# + repeated("1,", $0) + "1]]"), way: "received", " ")
      },
      recording("a line that resembles the writer's own", 1000, isValid: false) {
        #"{"at":"# + repeated(#","way":"sent","messag"#, $0) + "}"
      },
      recording("a line of braces", 1000, isValid: false) { line(repeated("{", $0)) },
      recording("a time of many digits", 1000) {
        #"{"at":1\#(repeated("0", 3)).\#(repeated("7", $0)),"way":"sent","message":\#(call(1))}"#
      },
      recording("equal recordings", 50, { recording in try! recording.requireSame(as: recording) }) {
        each($0) { line(call($0), at: $0) }
      },
      recording(
        "secrets", 50,
        { recording in
          for entry in recording.entries { use(Redaction.standard.apply(to: entry.message, method: "a")) }
        }
      ) { each($0) { line(call($0, #","params":{"apiKey":"b","b":[1]}"#), at: $0) } },
      recording(
        "a value of many secrets", 300,
        { recording in
          for entry in recording.entries { use(Redaction.standard.apply(to: entry.message, method: "a")) }
        }
      ) { line(call(1, #","params":{"# + each($0, ",") { #""api_key\#($0)":1"# } + "}")) },
    ]
  }
}
