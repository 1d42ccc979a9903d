import FoundationEssentials

/// Why a call, a stream or a connection ended without a result: the same code, message and data in both languages.
///
/// In JavaScript it is a `BridgeError` with these properties; its `name` is `TimeoutError` for a deadline and
/// `AbortError` for a cancellation.
public struct BridgeError: Error, Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
  /// A stable name for the kind of failure.
  ///
  /// The set is open: your own codes cross unchanged.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The code as it is written in both languages.
    public let rawValue: String
    /// A code of your own.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A code of your own.
    public init(stringLiteral value: String) { rawValue = value }
    /// The code as it is written in both languages.
    public var description: String { rawValue }

    /// Whether the codes have the same bytes, as in JavaScript: Swift normalizes strings to compare them.
    public static func == (one: Code, other: Code) -> Bool { MemberName(one.rawValue) == MemberName(other.rawValue) }

    /// The standard library's function compares the raw values.
    public static func != (one: Code, other: Code) -> Bool { !(one == other) }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { MemberName(rawValue).hash(into: &hasher) }

    /// The caller cancelled the call, or the connection was closed deliberately.
    public static let cancelled: Code = "CANCELLED"
    /// An error without a specific code.
    public static let unknown: Code = "UNKNOWN"
    /// The parameters do not match those of the handler.
    public static let invalidArgument: Code = "INVALID_ARGUMENT"
    /// The call exceeded its deadline.
    public static let deadlineExceeded: Code = "DEADLINE_EXCEEDED"
    /// The object that the call refers to does not exist.
    public static let notFound: Code = "NOT_FOUND"
    /// The object that the call would create already exists.
    public static let alreadyExists: Code = "ALREADY_EXISTS"
    /// The connection does not have the permission.
    public static let permissionDenied: Code = "PERMISSION_DENIED"
    /// A limit is reached; `data.limit` names it.
    public static let resourceExhausted: Code = "RESOURCE_EXHAUSTED"
    /// The system is not in the state that the call needs.
    public static let failedPrecondition: Code = "FAILED_PRECONDITION"
    /// The call was aborted by another event, such as a reload of the page.
    public static let aborted: Code = "ABORTED"
    /// There is no such method.
    public static let unimplemented: Code = "UNIMPLEMENTED"
    /// The handler has a bug: its answer cannot cross, or is not of the type that the caller expects.
    public static let `internal`: Code = "INTERNAL"
    /// The other side is gone, or was never reached.
    public static let unavailable: Code = "UNAVAILABLE"
    /// Data is lost or damaged.
    public static let dataLoss: Code = "DATA_LOSS"
    /// The caller is not authenticated.
    public static let unauthenticated: Code = "UNAUTHENTICATED"
  }

  /// The parts, in a box: errors are rare and large, and the types that may contain one (an answer, a message) are
  /// copied often.
  private final class Storage: Sendable {
    let code: Code
    let message: String
    let data: BridgeValue?
    let method: String?
    let name: String?
    let stack: String?
    let location: Location?
    let causes: [BridgeError]
    let privacy: Privacy?

    init(
      code: Code, message: String, data: BridgeValue? = nil, method: String? = nil, name: String? = nil,
      stack: String? = nil, location: Location? = nil, causes: [BridgeError] = [], privacy: Privacy? = nil
    ) {
      self.code = code
      self.message = message
      self.data = data
      self.method = method
      self.name = name
      self.stack = stack
      self.location = location
      self.causes = causes
      self.privacy = privacy
    }
  }

  private var storage: Storage

  /// The kind of failure.
  public var code: Code {
    get { storage.code }
    set { change(code: newValue) }
  }
  /// A sentence for people to read.
  public var message: String {
    get { storage.message }
    set { change(message: newValue) }
  }
  /// Additional data for programs.
  public var data: BridgeValue? {
    get { storage.data }
    set { change(data: .some(newValue)) }
  }
  /// The method that was called; nil if no call failed.
  public var method: String? {
    get { storage.method }
    set { change(method: .some(newValue)) }
  }
  /// The class of the error that was thrown, such as `TypeError`; nil for the bridge's own errors.
  public var name: String? {
    get { storage.name }
    set { change(name: .some(newValue)) }
  }
  /// The stack where it was thrown; nil if unknown.
  public var stack: String? {
    get { storage.stack }
    set { change(stack: .some(newValue)) }
  }
  /// Where a script threw it; nil if unknown, and for an error that is not a script's.
  public var location: Location? {
    get { storage.location }
    set { change(location: .some(newValue)) }
  }
  /// The causes of this error, nearest first.
  public var causes: [BridgeError] {
    get { storage.causes }
    set { change(causes: newValue) }
  }

  /// An error with a code and a sentence.
  public init(_ code: Code, _ message: String, data: BridgeValue? = nil, method: String? = nil) {
    storage = Storage(code: code, message: message, data: data, method: method)
  }

  private mutating func change(
    code: Code? = nil, message: String? = nil, data: BridgeValue?? = nil, method: String?? = nil,
    name: String?? = nil, stack: String?? = nil, location: Location?? = nil, causes: [BridgeError]? = nil
  ) {
    storage = Storage(
      code: code ?? storage.code, message: message ?? storage.message, data: data ?? storage.data,
      method: method ?? storage.method, name: name ?? storage.name, stack: stack ?? storage.stack,
      location: location ?? storage.location, causes: causes ?? storage.causes,
      // A new message is one that was written to be read.
      privacy: message == nil ? storage.privacy : nil)
  }

  /// The text that crosses instead of the message; nil if the message itself may cross.
  package var privacy: Privacy? { storage.privacy }

  /// Whether all parts are equal.
  public static func == (left: BridgeError, right: BridgeError) -> Bool {
    left.code == right.code && left.message == right.message && left.data == right.data && left.method == right.method
      && left.name == right.name && left.stack == right.stack && left.location == right.location
      && left.causes == right.causes
  }

  /// `CODE: message`, and the method if it is known.
  public var description: String {
    "\(code.rawValue): \(message)" + (method.map { " (\($0))" } ?? "")
  }

  /// The description with the class, the stack and the causes, over several lines: Swift prints it for an error that `main`
  /// throws.
  public var debugDescription: String {
    let headline = name.map { "\($0): \(description)" } ?? description
    let causes = causes.map { "caused by \($0.debugDescription)" }
    return ([headline] + (stack.map { [$0] } ?? []) + causes).joined(separator: "\n")
  }
}

/// An error type that defines how its values cross the bridge.
public protocol BridgeErrorConvertible: Error {
  /// The error with the code, the message and the data that the other side is to see.
  var bridgeError: BridgeError { get }
}

extension BridgeError {
  /// Converts any Swift error into one that can cross.
  ///
  /// `BridgeError`, ``BridgeErrorConvertible`` and a `LocalizedError` with a description (code `UNKNOWN`) define what
  /// the other side sees. Any other becomes `INTERNAL`. Its message is the error's description, which stays in this
  /// process: the other side receives the name of the error's type, see
  /// `Bridge.Configuration.exposesErrorDescriptions`.
  public init(_ error: any Error) {
    switch error {
    case let error as BridgeError: self = error
    case let error as any BridgeErrorConvertible: self = error.bridgeError
    case is CancellationError: self.init(.cancelled, "The call was cancelled.")
    default:
      if let text = (error as? any LocalizedError)?.errorDescription {
        self.init(.unknown, BridgeError.short(text))
        name = String(describing: type(of: error))
      } else {
        self.init(private: error)
      }
    }
  }

  /// An error whose description is not for the other side.
  ///
  /// - Parameters:
  ///   - code: what kind of failure it is.
  ///   - place: what begins the message, for both sides; empty for nothing.
  init(private error: any Error, _ code: Code = .internal, at place: String = "", data: BridgeValue? = nil) {
    let type = String(describing: type(of: error))
    storage = Storage(
      code: code, message: place + BridgeError.short(String(describing: error)), data: data, name: type,
      privacy: Privacy(type: type, place: place))
  }

  package static func exhausted(_ limit: String, maximum: Int, _ what: String) -> BridgeError {
    BridgeError(
      .resourceExhausted, "\(what) is over the limit \(limit) (\(maximum)).",
      data: ["limit": .string(limit), "maximum": .number(Double(maximum))])
  }

  /// A text of untrusted length, shortened for a message.
  package static func short(_ text: String, most: Int = 4000) -> String {
    text.utf8.count <= most ? text : String(decoding: text.utf8.prefix(most), as: UTF8.self) + "..."
  }

  package static let closed = BridgeError(.unavailable, "The connection is closed.")

  // MARK: Crossing

  /// The content of `{"$error":{…}}`.
  package var object: BridgeObject {
    var object = BridgeObject()
    object["name"] = .string(name ?? "BridgeError")
    object["message"] = .string(privacy?.message(id: nil) ?? message)
    // An error of a class of its own that has no code stays one without.
    if code != .unknown || name == nil { object["code"] = .string(code.rawValue) }
    object["data"] = data
    object["method"] = method.map { .string($0) }
    object["stack"] = stack.map { .string($0) }
    object["location"] = location.map { .object($0.object) }
    if let cause = causes.first {
      var cause = cause
      cause.causes = Array(causes.dropFirst())
      object["cause"] = .error(cause)
    }
    return object
  }

  /// Reads the content of `{"$error":{…}}`; missing or invalid parts are replaced by defaults.
  package init(_ object: BridgeObject) {
    let code = object["code"]?.string
    self.init(code.map { Code(rawValue: $0) } ?? .unknown, object["message"]?.string ?? "")
    let name = object["name"]?.string
    self.name = name.map(MemberName.init) == MemberName("BridgeError") ? nil : name
    data = object["data"]
    method = object["method"]?.string
    stack = object["stack"]?.string
    location = object["location"].flatMap { Location($0) }
    switch object["cause"] {
    case .error(let cause)?:
      var nearest = cause
      nearest.causes = []
      causes = [nearest] + cause.causes
    case .string(let text)?: causes = [BridgeError(.unknown, text)]
    default: break
    }
  }

  /// The error as one of a call to `method`.
  package func of(_ method: String) -> BridgeError {
    if self.method != nil { return self }
    var error = self
    error.method = method
    return error
  }
}
