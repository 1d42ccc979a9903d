/// Identifies one call of one connection.
///
/// The caller counts up from 1 and never reuses an id.
public struct CallID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number; at most 2^53 - 1, so that a JavaScript number represents it exactly.
  ///
  /// If a peer uses textual ids, its transport numbers its calls from 2^53 on.
  public let rawValue: UInt64
  /// The call with this number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// The number as text.
  public var description: String { String(rawValue) }
}

/// The maximum duration of a call.
public enum Timeout: Sendable, Equatable {
  /// The handler's timeout, or else the bridge's default.
  case standard
  /// This duration, from the moment of the call.
  case after(Duration)
  /// No limit.
  case never

  /// Whole seconds.
  public static func seconds(_ seconds: Int) -> Timeout { .after(.seconds(seconds)) }
  /// Seconds with a fraction.
  public static func seconds(_ seconds: Double) -> Timeout { .after(.seconds(seconds)) }
  /// Milliseconds.
  public static func milliseconds(_ milliseconds: Int) -> Timeout { .after(.milliseconds(milliseconds)) }
}

/// A request for a call, on its way to the side that handles it.
public struct CallRequest: Sendable {
  /// Identifies the call in all later messages.
  public var id: CallID
  /// The handler's name.
  public var method: String
  /// The parameters for the handler.
  public var params: Payload
  /// The time that the caller waits.
  public var timeout: Timeout
  /// The number of items that the caller accepts before it grants more; nil for a call that is not a stream.
  public var credit: Int?
  /// Text that is sent with the call, such as a trace id.
  public var metadata: [String: String]
  /// The number that the link always gives this method, so that its name need not be looked up; nil if it has none.
  package var methodNumber: Int?
  /// Whether the caller waits in a synchronous function, and takes neither a later answer nor progress.
  package var isSynchronous = false

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

/// A message between the two sides of a connection.
///
/// Each side numbers its own calls: `cancel` and `credit` refer to a call of the sender, `answer`, `progress` and
/// `item` to a call of the receiver.
public enum Message: Sendable {
  /// Requests a call.
  case call(CallRequest)
  /// Ends a call; for a stream, after its last item.
  case answer(CallID, Result<Payload, BridgeError>)
  /// Reports the progress of a call.
  case progress(CallID, Payload)
  /// The next item of a stream.
  case item(CallID, Payload)
  /// Allows this many more items of a stream.
  case credit(CallID, Int)
  /// Cancels a call, with the reason; for the sender the call has ended.
  case cancel(CallID, BridgeError.Code)
  /// Emits an event. It has no answer.
  case event(String, Payload)
}

extension Message {
  /// The call that the message is about; nil for an event.
  package var callID: CallID? {
    switch self {
    case .call(let request): request.id
    case .answer(let id, _), .progress(let id, _), .item(let id, _), .credit(let id, _), .cancel(let id, _): id
    case .event: nil
    }
  }

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
