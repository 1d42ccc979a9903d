import TestSupport
@testable import Causeway
import FoundationEssentials
import Logging
import Testing

/// What of a Swift error the other side sees that does not say how it crosses, over every link.
@Suite(.timeLimit(.minutes(5))) struct ErrorPrivacyTests {
  struct Plain: Error { var secret = "s3cr3t" }

  struct Described: Error, CustomStringConvertible {
    var description: String { "It is s3cr3t." }
  }

  enum Choice: Error { case one(password: String) }

  /// Refuses to be read, or to be written, by an error that says nothing for others.
  struct Unruly: Codable, Sendable {
    init() {}
    init(from decoder: any Decoder) throws { throw Plain() }
    func encode(to encoder: any Encoder) throws { throw Plain() }
  }

  struct Speechless: LocalizedError { let secret = "s3cr3t" }

  private func pair(_ link: Link, _ lines: WholeLines, exposes: Bool = false) async throws -> Pair {
    var configuration = Bridge.Configuration()
    configuration.logger = Logger(label: "test") { _ in lines }
    configuration.exposesErrorDescriptions = exposes
    return try await Pair(link, configuration: configuration) { bridge in
      bridge.handle("direct") { () throws -> Int in throw Plain() }
      bridge.handle("in.context") { (_: Int, _: CallContext) throws -> Int in throw Plain() }
      bridge.handle("task") { () async throws -> Int in throw Plain() }
      bridge.handle("later") { () async throws -> Int in
        await Task.yield()
        throw Plain()
      }
      bridge.handle("pool", execution: .concurrent) { () async throws -> Int in throw Plain() }
      bridge.handle("queue", execution: .serial) { () async throws -> Int in throw Plain() }
      bridge.handle("reply", replying: Int.self) { (_: Int, _, reply) in reply.fail(Plain()) }
      bridge.handle("result") { () async throws -> Unruly in Unruly() }
      bridge.stream("items") { _ in AsyncThrowingStream<Int, any Error> { throw Plain() } }
      bridge.handle("behind") { () throws -> Int in
        var error = BridgeError(.unavailable, "The radio is off.")
        error.causes = [BridgeError(Plain())]
        throw error
      }
    }
  }

  private static let methods = [
    "direct", "in.context", "task", "later", "pool", "queue", "reply", "result", "items", "behind",
  ]

  private func failure(of method: String, _ pair: Pair) async throws -> BridgeError {
    let error = await #expect(throws: BridgeError.self) {
      if method == "items" {
        for try await _ in pair.caller.stream(method, BridgeValue.null, of: Int.self) {}
      } else {
        try await pair.caller.call(method, 1)
      }
    }
    return try #require(error)
  }

  /// All that there is in an error, as text.
  private func everything(in error: BridgeError) -> String {
    "\(error) \(error.data ?? .null) \(error.name ?? "") \(error.stack ?? "")"
      + error.causes.map { everything(in: $0) }.joined()
  }

  @Test(arguments: Link.allCases, ErrorPrivacyTests.methods)
  func `what a plain error holds does not cross, but its type does, and the log has the rest`(
    link: Link, method: String
  ) async throws {
    let lines = WholeLines()
    let pair = try await pair(link, lines)
    let error = try await failure(of: method, pair)
    #expect(!everything(in: error).contains("s3cr3t"))
    #expect(everything(in: error).contains("Plain was thrown"))
    let shown = method == "behind" ? try #require(error.causes.first) : error
    #expect(shown.code == .internal)
    // The id in what crossed is that of the line in the log, which has all.
    let line = try #require(lines.all.value.first { $0.contains("s3cr3t") })
    guard case .string(let id)? = shown.data?["errorID"] else { throw shown }
    #expect(shown.data?["type"] == "Plain")
    #expect(shown.message.contains(id) && line.contains(id))
  }

  @Test(arguments: Link.allCases) func `a bridge that is told to shows the whole description`(link: Link) async throws {
    let lines = WholeLines()
    let pair = try await pair(link, lines, exposes: true)
    let error = try await failure(of: "direct", pair)
    #expect(error.code == .internal && error.message == #"Plain(secret: "s3cr3t")"#)
    let behind = try await failure(of: "behind", pair)
    #expect(behind.causes.first?.message == #"Plain(secret: "s3cr3t")"#)
    #expect(!lines.all.value.contains { $0.contains("s3cr3t") })
  }

  @Test(arguments: [
    ("Described", Described() as any Error), ("Choice", Choice.one(password: "s3cr3t")), ("Speechless", Speechless()),
    ("DecodingError", DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "s3cr3t"))),
    ("EncodingError", EncodingError.invalidValue("s3cr3t", .init(codingPath: [], debugDescription: "s3cr3t"))),
  ]) func `no other type tells what it holds either`(name: String, thrown: any Error) async throws {
    let lines = WholeLines()
    var configuration = Bridge.Configuration()
    configuration.logger = Logger(label: "test") { _ in lines }
    let pair = try await Pair(configuration: configuration) { $0.handle("fail") { () throws -> Int in throw thrown } }
    let error = try await failure(of: "fail", pair)
    #expect(error.code == .internal && error.message.hasPrefix("\(name) was thrown"))
    #expect(!everything(in: error).contains("s3cr3t"))
    #expect(lines.all.value.contains { $0.contains("s3cr3t") })
  }

  @Test func `params whose type refuses them by a plain error tell its type`() async throws {
    let pair = try await Pair { $0.handle("take") { (_: Unruly) in 1 } }
    let error = try await failure(of: "take", pair)
    #expect(error.code == .invalidArgument && error.message.hasPrefix("params: Plain was thrown"))
    #expect(error.data?["path"] == "params")
  }

  @Test func `in Swift an error keeps its description, and a value that holds it does not let it cross`() async throws {
    let error = BridgeError(Plain())
    #expect(error.code == .internal && error.message == #"Plain(secret: "s3cr3t")"# && error.name == "Plain")
    let pair = try await Pair(.wire) { $0.handle("list") { BridgeValue.array([.error(BridgeError(Plain()))]) } }
    let list: BridgeValue = try await pair.caller.call("list", BridgeValue.null)
    guard case .array(let elements) = list, case .error(let crossed)? = elements.first else { throw error }
    #expect(crossed.message == "Plain was thrown.")
    // A message that was written anew was written for others.
    var own = error
    own.message = "The radio is off."
    #expect(!own.isPrivate)
  }
}

/// Keeps each line that is logged, with all its metadata.
private struct WholeLines: LogHandler {
  let all = Shared<[String]>([])
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { all.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") } }
}
