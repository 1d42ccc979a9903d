/// Names one call of one connection.
///
/// Its caller counts up from 1 and never reuses one.
public struct CallID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number; at most 2^53 - 1, so that JavaScript's numbers hold it.
  ///
  /// A peer on a wire that names its calls by text has them numbered by its transport, from 2^53 on.
  public let rawValue: UInt64
  /// The call with this number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// The number as text.
  public var description: String { String(rawValue) }
}

/// How long a call may take.
public enum Timeout: Sendable, Equatable {
  /// The handler's own, or else the bridge's default.
  case standard
  /// This long from when the call was made.
  case after(Duration)
  /// As long as it takes.
  case never

  /// Whole seconds.
  public static func seconds(_ seconds: Int) -> Timeout { .after(.seconds(seconds)) }
  /// Seconds with a fraction.
  public static func seconds(_ seconds: Double) -> Timeout { .after(.seconds(seconds)) }
  /// Milliseconds.
  public static func milliseconds(_ milliseconds: Int) -> Timeout { .after(.milliseconds(milliseconds)) }
}

/// A call on its way to the side that handles it.
public struct CallRequest: Sendable {
  /// Names the call in everything that follows.
  public var id: CallID
  /// The handler's name.
  public var method: String
  /// What the handler is given.
  public var params: Payload
  /// How long the caller waits.
  public var timeout: Timeout
  /// How many items the caller takes before it grants more; nil for a call that is no stream.
  public var credit: Int?
  /// Text that travels with the call, such as a trace's identity.
  public var metadata: [String: String]
  /// The number that the link always gives this method, so that its name need not be looked up; nil if it has none.
  package var methodNumber: Int?
  /// Whether the caller can be told how far the call has come: not one who waits for it in a function.
  package var hearsProgress = true

  /// A call.
  public init(
    id: CallID, method: String, params: Payload = .undefined, timeout: Timeout = .standard, credit: Int? = nil,
    metadata: [String: String] = [:]
  ) {
    self.id = id
    self.method = method
    self.params = params
    self.timeout = timeout
    self.credit = credit
    self.metadata = metadata
  }
}

/// Everything that travels between the two sides of a connection.
///
/// Each side numbers its own calls: `cancel` and `credit` name a call of the sender's, `answer`, `progress` and `item`
/// one of the receiver's.
public enum Message: Sendable {
  /// Asks for a call.
  case call(CallRequest)
  /// Ends a call; for a stream, after its last item.
  case answer(CallID, Result<Payload, BridgeError>)
  /// Tells how far a call has come.
  case progress(CallID, Payload)
  /// The next item of a stream.
  case item(CallID, Payload)
  /// Allows so many more items of a stream.
  case credit(CallID, Int)
  /// Gives up a call, with the reason; it counts as ended for the sender.
  case cancel(CallID, BridgeError.Code)
  /// Tells of something that happened. Nobody answers.
  case event(String, Payload)
}

extension Message {
  /// Fewer bytes are sooner there as text.
  private static let many = 32_768

  /// The bytes that go beside the message's text where a port can carry them; none if they are few.
  var largeAttachments: [[UInt8]] {
    let payload: Payload? =
      switch self {
      case .call(let request): request.params
      case .answer(_, .success(let payload)), .progress(_, let payload), .item(_, let payload),
        .event(_, let payload):
        payload
      case .answer, .credit, .cancel: nil
      }
    guard case .encoded(let value)? = payload, !value.attachments.isEmpty else { return [] }
    return value.attachments.reduce(0) { $0 + $1.count } < Message.many ? [] : value.attachments
  }
}
