#if Plugins
public import Causeway
public import CausewayExport

/// What is to be fetched, as Capacitor's `CapacitorHttp` takes it.
@Crossing public struct HTTPOptions: Sendable {
  /// An `http:` or `https:` address whose origin is on the list.
  public var url: String
  /// `GET` when left out; for `request` and `stream` only.
  public var method: String?
  /// Names and values; what frames the message is the client's own affair.
  public var headers: [String: String]?
  /// Added to the query: strings, numbers and booleans, or arrays of them.
  public var params: BridgeValue?
  /// The body: bytes, a string, or anything that JSON can say.
  public var data: BridgeValue?
  /// The name of a stream that this side handles, whose items are bytes: they are the body.
  public var upload: String?
  /// What `data` of the answer is; when left out JSON where the server says so, else text.
  public var responseType: HTTPResponseType?
  /// Milliseconds until the connection stands, added to `readTimeout` for the answer to begin.
  @Within(1...86_400_000) public var connectTimeout: Double?
  /// Milliseconds that the server may say nothing.
  @Within(1...86_400_000) public var readTimeout: Double?
  /// Answers with the redirect itself.
  public var disableRedirects: Bool?
}

/// What the body of an answer is given as.
@Crossing public enum HTTPResponseType: String, Sendable {
  case text
  case json
  case arraybuffer
}

/// An answer.
@Crossing public struct HTTPResponse: Sendable {
  /// Any status is an answer, 404 and 500 as well.
  public var status: Int
  /// By their names in small letters; several of one name are joined by commas.
  public var headers: [String: String]
  /// What `Set-Cookie` says, each by itself: nobody keeps cookies here.
  public var cookies: [String]
  /// The address that answered, after all redirects.
  public var url: String
  /// The body, as `responseType` has it.
  public var data: HTTPData
}

/// A part of an answer that is streamed.
@Crossing public enum HTTPPart: Sendable {
  /// The first part.
  case head(status: Int, headers: [String: String], cookies: [String], url: String)
  /// Every other part.
  case data(bytes: [UInt8])
}

/// The body of an answer: JSON as it came, or a value.
public enum HTTPData: CrossingValue, Sendable {
  case json(RawJSON)
  case value(BridgeValue)

  /// `unknown`: what it is depends on what was asked for.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .any }

  /// Reads any value.
  public init(reading value: ValueReader) throws { self = .value(try BridgeValue(reading: value)) }

  /// Writes the value.
  public func write(to writer: ValueWriter) throws {
    switch self {
    case .json(let text): try writer.write(text)
    case .value(let value): try writer.write(value)
    }
  }

  /// Reads any value that crossed the bridge.
  public init(from decoder: any Decoder) throws { self = .value(try BridgeValue(from: decoder)) }

  /// Writes the value as bridge JSON.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .json(let text): try text.encode(to: encoder)
    case .value(let value): try value.encode(to: encoder)
    }
  }
}
#endif
