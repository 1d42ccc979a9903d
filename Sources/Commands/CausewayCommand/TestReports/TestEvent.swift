import FoundationEssentials
import JavaScriptRuntime

/// An event of a file's tests: the data of Node's reporters, and the error of a failed test.
struct TestEvent: Sendable {
  /// The kind of an event.
  enum Kind: String, Sendable, Decodable {
    case enqueue = "test:enqueue"
    case dequeue = "test:dequeue"
    case start = "test:start"
    case complete = "test:complete"
    case pass = "test:pass"
    case fail = "test:fail"
    case plan = "test:plan"
    case diagnostic = "test:diagnostic"
    /// What the file has changed of its snapshots.
    case snapshots = "test:snapshots"
    /// The report of the file is complete.
    case end = "test:end"
  }

  /// Why a test failed.
  struct Failure: Sendable, Decodable {
    /// Node's `failureType`, such as `testCodeFailure`.
    var kind: String
    var text: String
  }

  /// Why a test was skipped or is still to be done.
  enum Reason: Sendable, Decodable {
    case unknown
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self = (try? container.decode(String.self)).map { .text($0) } ?? .unknown
    }

    /// The text; empty if there is none.
    var text: String { if case .text(let text) = self { text } else { "" } }
  }

  /// The changes of a file's snapshots.
  struct Snapshots: Sendable, Decodable {
    var written: Int
    var updated: Int
    var removed: Int
    /// The names of those that no test uses.
    var obsolete: [String]
  }

  struct Data: Sendable, Decodable {
    var type: Kind
    var nesting: Int?
    var name: String?
    var testNumber: Int?
    /// In milliseconds of the runtime's clock.
    var duration: Double?
    /// `suite` for a suite.
    var kind: String?
    var skip: Reason?
    var todo: Reason?
    var message: String?
    var count: Int?
    var line: Int?
    var file: String?
    /// The time limit in milliseconds.
    var timeout: Double?
    var failure: Failure?
    var snapshots: Snapshots?
  }

  var data: Data
  /// The error of a failed test; nil for any other event.
  var error: JavaScriptError?

  init(_ data: Data, error: JavaScriptError? = nil) {
    self.data = data
    self.error = error
  }

  /// Reads an event of the runtime; nil for an event of another form.
  init?(json: String, error: JavaScriptError?) {
    guard let data = try? JSONDecoder().decode(Data.self, from: FoundationEssentials.Data(json.utf8)) else {
      return nil
    }
    self.init(data, error: error)
  }

  var name: String { data.name ?? "" }
  var nesting: Int { data.nesting ?? 0 }
  var isSuite: Bool { data.kind == "suite" }
  /// Whether it is the result of a test or a suite.
  var isResult: Bool { data.type == .pass || data.type == .fail }
  /// Whether it is a failure that counts.
  var isFailure: Bool { data.type == .fail && data.todo == nil }
  /// Whether it failed only because tests in it did.
  var isOnlyOfSubtests: Bool { data.failure?.kind == "subtestsFailed" }
}
