import Causeway
import FoundationEssentials
import Testing

/// Each error as its reader sees it, over every link.
@Suite(.timeLimit(.minutes(5))) struct ErrorTests {
  /// Cannot be encoded: it throws, in the way that is asked for.
  struct Unruly: Codable, Sendable {
    var how: String

    init(_ how: String) { self.how = how }

    init(from decoder: any Decoder) throws {
      how = try decoder.singleValueContainer().decode(String.self)
      throw try thrown(at: decoder.codingPath)
    }

    func encode(to encoder: any Encoder) throws { throw try thrown(at: encoder.codingPath) }

    private func thrown(at path: [any CodingKey]) throws -> any Error {
      switch how {
      case "own": Own()
      case "long": Long()
      default: EncodingError.invalidValue(how, .init(codingPath: path, debugDescription: "it is secret"))
      }
    }
  }

  struct Own: BridgeErrorConvertible {
    var bridgeError: BridgeError { BridgeError("MINE", "This is mine.", data: ["a": 1]) }
  }

  struct Long: Error, CustomStringConvertible {
    var description: String { String(repeating: "long ", count: 1_000_000) }
  }

  struct Spoken: LocalizedError { var errorDescription: String? { "The radio is off." } }

  enum Mode: String, Codable { case on, off }

  private func nested(_ depth: Int) -> BridgeValue { (0..<depth).reduce(.number(1)) { value, _ in .array([value]) } }

  /// What a call ends with.
  private func error(of body: () async throws -> Void) async throws -> BridgeError {
    let error = await #expect(throws: BridgeError.self) { try await body() }
    return try #require(error)
  }

  @Test func `whoever made the params that cannot be sent is told which part, and of which call`() async throws {
    let pair = try await Pair { $0.handle("take") { (_: BridgeValue) in 1 } }
    let unruly = try await error { try await pair.caller.call("take", ["list": [Unruly("secret")]]) }
    #expect(unruly.code == .invalidArgument)
    #expect(unruly.message == "params.list[0]: it is secret")
    #expect(unruly.data == ["path": "params.list[0]"])
    #expect(unruly.method == "take")
    let own = try await error { try await pair.caller.call("take", [Unruly("own")]) }
    #expect(own.code == "MINE" && own.data == ["a": 1] && own.method == "take")
    let deep = try await error { try await pair.caller.call("take", nested(300)) }
    #expect(deep.code == .resourceExhausted && deep.method == "take")
    #expect(deep.message == "params: a value nested deeper than 256 is over the limit depth (256).")
    let items = pair.caller.stream("take", Unruly("secret"), of: Int.self)
    let stream = try await error { for try await _ in items {} }
    #expect(stream.code == .invalidArgument && stream.method == "take")
    #expect(pair.isQuiet)
  }

  @Test(arguments: Link.allCases) func `a result that cannot be sent is its handler's fault`(link: Link) async throws {
    let pair = try await Pair(link) {
      $0.handle("result") { () in ["list": [Unruly("secret")]] }
      $0.handle("own") { () in [Unruly("own")] }
      $0.handle("long") { () in [Unruly("long")] }
      $0.stream("items") { (_: CallContext) in AsyncStream { $0.yield(Unruly("secret")) } }
    }
    let result = try await error { try await pair.caller.call("result", BridgeValue.null) }
    #expect(result.code == .internal)
    #expect(result.message == "result.list[0]: it is secret")
    let own = try await error { try await pair.caller.call("own", BridgeValue.null) }
    #expect(own.code == "MINE" && own.message == "This is mine." && own.data == ["a": 1])
    let long = try await error { try await pair.caller.call("long", BridgeValue.null) }
    #expect(long.code == .internal && long.message.count < 5000)
    let items = pair.caller.stream("items", BridgeValue.null, of: String.self)
    let item = try await error { for try await _ in items {} }
    #expect(item.code == .internal && item.message == "item: it is secret" && item.method == "items")
    #expect(pair.isQuiet)
  }

  @Test(arguments: Link.allCases)
  func `a result that is not what its caller takes is no fault of its params`(link: Link) async throws {
    let pair = try await Pair(link) {
      $0.handle("text") { "text" }
      $0.stream("texts") { (_: CallContext) in AsyncStream { $0.yield("text") } }
    }
    let result = try await error { let _: Int = try await pair.caller.call("text", BridgeValue.null) }
    #expect(result.code == .internal && result.method == "text")
    #expect(result.message == "result: expected an integer of 64 bits, got a string")
    let texts = pair.caller.stream("texts", BridgeValue.null, of: Int.self)
    let item = try await error { for try await _ in texts {} }
    #expect(item.code == .internal && item.method == "texts")
    #expect(item.message == "item: expected an integer of 64 bits, got a string")
  }

  @Test(arguments: Link.allCases)
  func `an error whose data or causes lie too deep keeps its code and its sentence`(link: Link) async throws {
    let pair = try await Pair(link) {
      $0.handle("data") { (depth: Int) throws -> Int in throw BridgeError("MINE", "It failed.", data: nested(depth)) }
      $0.handle("causes") { (count: Int) throws -> Int in
        var error = BridgeError("MINE", "It failed.", data: ["a": 1])
        error.causes = (0..<count).map { BridgeError("CAUSE", "\($0)") }
        throw error
      }
    }
    for depth in [10, 250, 252, 254, 255, 256, 257, 300] {
      let error = try await error { try await pair.caller.call("data", depth, timeout: .seconds(5)) }
      #expect(error.code == "MINE" && error.message == "It failed." && error.method == "data", "\(depth): \(error)")
      if depth <= 250 { #expect(error.data == nested(depth), "\(depth)") }
    }
    for count in [1, 100, 127, 128, 200, 250, 254, 255, 256, 300, 1000] {
      let error = try await error { try await pair.caller.call("causes", count, timeout: .seconds(5)) }
      #expect(error.code == "MINE" && error.message == "It failed." && error.method == "causes", "\(count): \(error)")
      if count <= 100 { #expect(error.causes.count == count && error.data == ["a": 1]) }
    }
    #expect(pair.isQuiet)
  }

  @Test(arguments: Link.allCases) func `what a message quotes of a value is short`(link: Link) async throws {
    let pair = try await Pair(link) {
      $0.handle("mode") { (_: Mode) in 1 }
      $0.handle("numbers") { (_: [String: Int8]) in 1 }
      $0.handle("unruly") { (_: Unruly) in 1 }
      $0.handle("long") { () throws -> Int in throw Long() }
    }
    let long = String(repeating: "k", count: 1_000_000)
    let mode = try await error { try await pair.caller.call("mode", long) }
    #expect(mode.code == .invalidArgument && mode.message.count < 5000)
    let key = try await error { try await pair.caller.call("numbers", [long: "text"]) }
    #expect(key.code == .invalidArgument && key.message.count < 400)
    #expect(key.message.hasSuffix(": expected an integer from -128 to 127, got a string"))
    guard case .string(let path)? = key.data?["path"] else { throw key }
    #expect(path.count < 300)
    let thrown = try await error { try await pair.caller.call("unruly", "long") }
    #expect(thrown.code == .invalidArgument && thrown.message.count < 5000)
    let text = try await error { try await pair.caller.call("long", BridgeValue.null) }
    #expect(text.code == .internal && text.message.hasPrefix("Long was thrown"))
    let shown = BridgeError(Long())
    #expect(shown.message.hasPrefix("long long") && shown.message.count < 5000)
  }

  @Test(arguments: Link.allCases) func `a type that refuses its params says so by its own error`(link: Link)
    async throws
  {
    let pair = try await Pair(link) { $0.handle("unruly") { (_: [Unruly]) in 1 } }
    let own = try await error { try await pair.caller.call("unruly", ["own"]) }
    #expect(own.code == "MINE" && own.message == "This is mine." && own.data == ["a": 1])
  }

  @Test(arguments: [
    ("", #"params[""]"#), ("1a", #"params["1a"]"#), ("a1_$", "params.a1_$"), ("\u{e9}", "params[\"\u{e9}\"]"),
    ("a b", #"params["a b"]"#), ("a\"b", #"params["a\"b"]"#), ("\u{1b}\n", #"params["\u001b\n"]"#),
  ]) func `a path is written as JavaScript's side writes it`(key: String, path: String) async throws {
    let pair = try await Pair { $0.handle("numbers") { (_: [String: Int8]) in 1 } }
    let error = try await error { try await pair.caller.call("numbers", [key: "text"]) }
    #expect(error.data == ["path": .string(path)])
  }

  @Test func `an error that has a sentence for people crosses with it`() async throws {
    let pair = try await Pair { $0.handle("spoken") { () throws -> Int in throw Spoken() } }
    let spoken = try await error { try await pair.caller.call("spoken", BridgeValue.null) }
    #expect(spoken.code == .unknown && spoken.message == "The radio is off." && spoken.name == "Spoken")
  }

  @Test func `a name of few letters is not taken for another of other letters`() async throws {
    let pair = try await Pair { $0.handle("ns") { 1 } }
    let error = try await error { try await pair.caller.call("ab", BridgeValue.null) }
    #expect(error.message == "There is no method \"ab\".")
  }
}
