@testable import Causeway
@testable import CausewayHTTP
@testable import CausewayWebKit
@testable import JavaScriptCrypto
@testable import JavaScriptRuntime
@testable import LinuxNetwork
@testable import StandardStreams
@testable import CausewayCommand

@main struct ProgramGrowth {
  static func main() {
    for family in terminal + prompt + network + programs + web + keys { family.measure() }
  }

  // MARK: Terminal

  private static func text(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("terminal's texts", name, count) { count in
      let text = text(count)
      return { use((text.printable.padded(to: 10), text.shortened(to: 60), TerminalJSON.escaped(text))) }
    }
  }

  private static func table(_ name: String, _ count: Int, _ rows: @escaping (Int) -> [[TextTable.Cell]]) -> Family {
    Family("terminal's tables", name, count) { count in
      let table = TextTable(headers: ["a"], rows: rows(count))
      return { use(table.lines(Style(colors: true))) }
    }
  }

  private static var terminal: [Family] {
    [
      text("letters", 2000) { repeated("a", $0) },
      text("control characters", 1000) { repeated("\u{1B}[2J", $0) },
      text("directions", 1000) { repeated("\u{202E}", $0) },
      text("combining characters", 1000) { marked("a", $0) },
      text("flags", 1000) { repeated("🇫🇷", $0) },
      text("joined characters", 1000) { repeated("👩\u{200D}", $0) },
      table("rows", 100) { count in (0..<count).map { [TextTable.Cell("\($0)", .good), "b", ""] } },
      table("columns", 100) { count in [(0..<count).map { TextTable.Cell("\($0)") }] },
      table("a wide cell", 1000) { count in [[TextTable.Cell(repeated("a", count)), "b"], ["a", "b"]] },
      Family("terminal's JSON", "members", 50) { count in
        let value = Dictionary(uniqueKeysWithValues: (0..<count).map { ("a\($0)", [$0]) })
        return { use(try! TerminalJSON.pretty(value)) }
      },
    ]
  }

  // MARK: Prompt

  private static func keys(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("prompt's keys", name, count, text: text) { bytes in
      var decoder = KeyDecoder()
      var line = LineBuffer()
      for byte in bytes {
        guard let key = decoder.decode(byte) else { continue }
        use((line.apply(key), line.part(columns: 60)))
      }
    }
  }

  private static func completion(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("prompt's completion", name, count) { count in
      let line = text(count)
      return { use(Completion(of: line, methods: ["wifi.scan", "wifi.status"])?.common) }
    }
  }

  private static var prompt: [Family] {
    [
      keys("letters", 500) { repeated("aé", $0) },
      keys("sequences without an end", 500) { "\u{1B}[" + repeated("1;", $0) },
      keys("sequences", 500) { repeated("a\u{1B}[D", $0) },
      completion("a long line", 4000) { repeated("a", $0) },
      completion("beginnings of calls", 1000) { repeated("bridge.call(\"", $0) },
      completion("names of plugins", 1000) { repeated("bridge.plugins.", $0) },
    ]
  }

  // MARK: Network

  private static var network: [Family] {
    [
      Family("changes of a network", "name servers", 100) { count in
        var (old, new) = (NetworkStatus(NetworkSnapshot()), NetworkStatus(NetworkSnapshot()))
        old.dns.servers = (0..<count).map { "192.0.2.\($0)" }
        new.dns.servers = (0..<count).map { "192.0.3.\($0)" }
        return { use(StatusDifference(from: old, to: new).changes) }
      }
    ]
  }

  // MARK: Programs

  private static func stack(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("stack traces", name, count) { count in
      let text = text(count)
      return { use(ScriptLocation.first(in: text) { _ in 0 }) }
    }
  }

  private static var programs: [Family] {
    [
      stack("frames of the runtime", 300) { repeated("a@causeway:b.js:1:2\n", $0) + "c@/d.js:1:2" },
      stack("lines without a place", 1000) { repeated("a\n", $0) },
      stack("colons of a place", 1000) { "a@" + repeated("b:", $0) + "1:2" },
      Family("sources", "lines", 500) { count in
        let text = repeated("a\r\n", count)
        return {
          var sources = SourceCache()
          sources.add(text, url: "/a.js")
          for line in 1...count { use(sources.line(line, of: "/a.js")) }
        }
      },
      Family("sources", "one long line", 4000) { count in
        let text = repeated("é", count)
        return {
          var sources = SourceCache()
          sources.add(text, url: "/a.js")
          use(sources.textAround(line: 1, column: count, of: "/a.js"))
        }
      },
      Family("lists for the runtime", "texts", 500) { count in
        let texts = (0..<count).map { "a\n\"\($0)" }
        return {
          var line = JSONLine()
          line.list(texts) { $0.string($1) }
          use(line)
        }
      },
    ]
  }

  // MARK: Web

  private static func target(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("URLs of servers", name, count) { count in
      let text = text(count)
      let limits = HTTPLimits()
      return {
        do throws(BridgeError) {
          use(try HTTPTarget(text, limits).text)
        } catch {
          use(error)
        }
      }
    }
  }

  private static func body(_ name: String, _ count: Int, _ make: @escaping (Int) -> BridgeValue) -> Family {
    Family("bodies of JSON", name, count) { count in
      let value = make(count)
      return { use(try! JSONBody(value)) }
    }
  }

  private static func page(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("pages", name, count) { count in
      let text = text(count)
      return {
        use((WebOrigin(text), ByteRange(text, of: 10), MediaType.of(Array(text.utf8))))
        use(PercentEncoding.decode(text[...].utf8).map { PercentEncoding.encode($0) })
      }
    }
  }

  private static var web: [Family] {
    [
      target("a path", 900) { "http://a.example/" + repeated("a", $0) },
      target("steps", 250) { "http://a.example/" + repeated("../", $0) },
      target("what is escaped", 300) { "http://a.example/" + repeated("é", $0) },
      target("parts of a host", 30) { "http://" + repeated("a.", $0) + "example" },
      target("colons", 900) { "http://a" + repeated(":", $0) },
      target("brackets", 900) { "http://" + repeated("[", $0) + "]" },
      target("combining characters", 100) { "http://a.example/" + marked("a", $0) },
      Family("URLs of servers", "parameters", 500) { count in
        let texts = (0..<count).map { "a&\($0)" }
        return { for text in texts { use(URLPath.escaped(text)) } }
      },
      body("numbers", 300) { count in .array((0..<count).map { .number(Double($0) + 0.5) }) },
      body("texts", 300) { count in .array((0..<count).map { .string("a\n\($0)") }) },
      body("members", 300) { count in
        var object = BridgeObject()
        for index in 0..<count { object["a\(index)"] = .null }
        return .object(object)
      },
      body("values in values", 200) { count in
        (0..<25).reduce(.array((0..<count).map { .number(Double($0)) })) { value, _ in ["a": value] }
      },
      page("a host", 4000) { "app://" + repeated("a", $0) },
      page("colons", 2000) { "app://" + repeated("a:", $0) },
      page("an address", 2000) { "app://[" + repeated(":", $0) + "]" },
      page("ranges", 2000) { "bytes=" + repeated("1-", $0) },
      page("digits of a range", 4000) { "bytes=" + repeated("1", $0) + "-" },
      page("percent signs", 1000) { repeated("%C3", $0) },
      page("extensions", 2000) { repeated(".a", $0) },
    ]
  }

  // MARK: Keys

  private static var keys: [Family] {
    [
      Family("keys", "a long key", 10_000) { count in
        let bytes = KeyContainer.encode(publicKey: [UInt8](repeating: 7, count: count), algorithm: DER.rsaEncryption)
        return { use(KeyContainer(publicKey: bytes)) }
      },
      Family("keys", "numbers", 500) { count in
        let bytes = Array(repeatElement(DER.encode(number: [7]), count: count).joined())
        return {
          var reader = DERReader(bytes)
          while let number = reader.readNumber() { use(number) }
        }
      },
      Family("keys", "zeros before a number", 10_000) { count in
        let bytes = DER.encode(DER.integer, [UInt8](repeating: 0, count: count))
        return {
          var reader = DERReader(bytes)
          use(reader.readNumber())
        }
      },
    ]
  }
}
