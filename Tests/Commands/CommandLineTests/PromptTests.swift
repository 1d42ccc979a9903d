import Foundation
import Testing

@testable import CausewayCommand

@Suite(.timeLimit(.minutes(5))) struct PromptTests {
  @Test func `a prompt reads from a pipe`() throws {
    let result = try CommandLine.run(
      "repl",
      input: "const a = 20\nfunction twice(x) {\n  return 2 * x\n}\n"
        + "await twice(\na)\n_ + 2\nthrow 'no'\n'still here'")
    #expect(result.status == 0)
    #expect(result.output == "40\n42\n'still here'\n")
    #expect(result.errors.contains("Uncaught 'no'"))
  }

  @Test func `several names that are declared with await keep their own values`() throws {
    let result = try CommandLine.run(
      "repl", input: "const c = await 5 // five\nc\nlet a = await 1, b = await 2\ntypeof a\n")
    #expect(result.output == "5\n'number'\n")
  }

  @Test func `an incomplete input is an error at the end of the file`() throws {
    let result = try CommandLine.run("repl", input: "f(")
    #expect(result.errors.contains("SyntaxError"))
  }

  @Test func `some of thirty thousand errors are printed, and the others are counted`() throws {
    let result = try CommandLine.run(
      "repl", input: "for (let i = 0; i < 30000; i++) Promise.reject(i); 0\n'still here'\nPromise.reject('last')\n")
    #expect(result.status == 0)
    #expect(result.output.contains("'still here'\n"))
    #expect(result.errors.contains("Uncaught 0\n") && result.errors.contains("and 29,990 more errors.\n"))
    #expect(result.errors.contains("Uncaught 'last'"), "\(result.errors)")
  }

  @Test func `.exit ends the prompt`() throws {
    #expect(try CommandLine.run("repl", input: "1\n.exit\n2\n").output == "1\n")
  }

  // MARK: Editing

  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return text.utf8.compactMap { decoder.decode($0) }
  }

  @Test func `bytes become keys`() {
    #expect(keys("aé😀") == [.character("a"), .character("é"), .character("😀")])
    #expect(keys("\u{1B}[A\u{1B}OB\u{1B}[3~\u{1B}[1;5C") == [.up, .down, .delete, .wordRight])
    #expect(keys("\u{03}\u{04}\t\r\u{7F}") == [.interrupt, .endOfInput, .tab, .enter, .backspace])
    #expect(keys("\u{1B}[99;99Xb") == [.character("b")])
  }

  @Test func `keys edit a line`() {
    var line = LineBuffer("let total = 1")
    for key: Key in [.wordLeft, .wordLeft, .deleteToEnd, .character("x"), .home, .delete] {
      let isAboutTheLine = line.apply(key)
      #expect(isAboutTheLine)
    }
    #expect(line.text == "et x")
    let isAboutTheLine = line.apply(.up)
    #expect(!isAboutTheLine)
    line.replace("", with: "l")
    #expect(line.head == "l")
  }

  @Test func `the part of a line around the cursor fits into the columns`() {
    func shown(_ text: String, _ keys: [Key] = [], columns: Int = 10) -> [String] {
      var line = LineBuffer(text)
      for key in keys { _ = line.apply(key) }
      let part = line.part(columns: columns)
      return [part.text, "\(part.cursor)"]
    }
    let long = String(repeating: "a", count: 100) + "b"
    #expect(shown(long) == ["aaaaaaaaab", "10"])
    #expect(shown(long, [.home]) == ["aaaaaaaaaa", "0"])
    #expect(shown(long, [.left, .left]) == ["aaaaaaaaaa", "10"])
    #expect(shown("日本語日本語") == ["本語日本語", "10"])
    #expect(shown("\u{1B}x") == ["\\u{1b}x", "7"])
    #expect(shown("a\nb", [.left]) == ["a⏎b", "2"])
    #expect(shown("") == ["", "0"])
  }

  @Test func `the consequence of a key does not grow with the line`() {
    // With a scan of the whole line for each column, this took hours.
    var line = LineBuffer()
    for _ in 0..<20_000 {
      _ = line.apply(.character("x"))
      #expect(line.part(columns: 78).text.count == min(78, line.characters.count))
    }
  }

  @Test func `a name at the end of a long line is completed`() {
    // With a search from each of its characters, this would take hours.
    let line = String(repeating: "f('bridge.call(', ", count: 50_000) + "bridge.call('wifi.s"
    let completion = Completion(of: line, methods: ["wifi.scan", "wifi.ssid", "network.status"])
    #expect(completion == Completion(candidates: ["wifi.scan", "wifi.ssid"], partial: "wifi.s"))
  }

  @Test func `an escape sequence without an end is discarded`() {
    #expect(
      keys("\u{1B}[" + String(repeating: "1", count: 100) + "ab").suffix(2) == [.character("a"), .character("b")])
  }

  @Test func `up and down walk through earlier lines and back`() {
    var earlier = LineHistory(["one", "two"])
    let draft = LineBuffer("thr")
    let shown = [
      earlier.older(than: draft), earlier.older(than: draft), earlier.older(than: LineBuffer("one")),
      earlier.newer(than: draft), earlier.newer(than: draft),
    ]
    #expect(shown.map(\.text) == ["two", "one", "one", "two", "thr"])
  }

  @Test func `the history is stored, including line breaks`() throws {
    let scratch = try Scratch()
    let path = scratch.directory.path + "/state/history"
    let first = History(path: path)
    first.add("a\\n\n\tb")
    first.add("c")
    first.add("c")
    #expect(History(path: path).all == ["a\\n\n\tb", "c"])
  }

  @Test func `methods of the bridge are completed`() {
    let methods = ["getCurrentWifiSsid", "network.changes", "network.status", "wifi.ssid"]
    func candidates(_ line: String) -> [String]? { Completion(of: line, methods: methods)?.candidates }
    #expect(candidates("await bridge.call('network.") == ["network.changes", "network.status"])
    #expect(candidates("bridge.plugins.") == ["network", "wifi"])
    #expect(candidates("bridge.plugins.network.s") == ["network.status"])
    #expect(candidates("bridge.ca") == nil)
    #expect(Completion(of: "bridge.call(\"net", methods: methods)?.common == "network.")
  }
}
