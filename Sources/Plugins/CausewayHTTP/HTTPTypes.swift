#if Plugins
public import Causeway
public import CausewayExport

/// The options of a request, with the names of Capacitor's `CapacitorHttp`.
@Crossing public struct HTTPOptions: Sendable {
  /// An `http:` or `https:` URL whose origin is on the list.
  public var url: String
  /// The method, `GET` by default; only for `request` and `stream`.
  public var method: String?
  /// The headers, except the framing headers, which the client sets.
  public var headers: [String: String]?
  /// Parameters to add to the query: strings, numbers and booleans, or arrays of them.
  public var params: BridgeValue?
  /// The body: bytes, a string, or a value to send as JSON.
  public var data: BridgeValue?
  /// The name of a JavaScript stream handler that yields the body as bytes.
  public var upload: String?
  /// The type of the response's `data`; by default JSON if the server declares it, otherwise text.
  public var responseType: HTTPResponseType?
  /// The time limit for connecting in milliseconds; the response must start within this time plus `readTimeout`.
  @Within(1...86_400_000) public var connectTimeout: Double?
  /// The time limit without data from the server in milliseconds.
  @Within(1...86_400_000) public var readTimeout: Double?
  /// Returns a redirect instead of following it.
  public var disableRedirects: Bool?
}

/// The type of a response's body.
@Crossing public enum HTTPResponseType: String, Sendable {
  case text
  case json
  case arraybuffer
}

/// A response.
@Crossing public struct HTTPResponse: Sendable {
  /// The status; every status is a response, including 404 and 500.
  public var status: Int
  /// The headers, with names in lower case; repeated headers are joined by commas.
  public var headers: [String: String]
  /// The values of `Set-Cookie`; the plugin does not store cookies.
  public var cookies: [String]
  /// The URL of the response, after all redirects.
  public var url: String
  /// The body, with the type of `responseType`.
  public var data: HTTPData
}

/// A part of a streamed response.
@Crossing public enum HTTPPart: Sendable {
  /// The first part.
  case head(status: Int, headers: [String: String], cookies: [String], url: String)
  /// All other parts.
  case data(bytes: [UInt8])
}

/// The body of a response: unparsed JSON, or a value.
public enum HTTPData: CrossingValue, TypeDescribing, Sendable {
  case json(RawJSON)
  case value(BridgeValue)

  /// `unknown`: the type depends on the request.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .any }

  /// Decodes any value.
  public init(reading value: borrowing ValueReader) throws { self = .value(try BridgeValue(reading: value)) }

  /// Encodes the value.
  public func write(to writer: borrowing ValueWriter) throws {
    switch self {
    case .json(let text): try writer.write(text)
    case .value(let value): try writer.write(value)
    }
  }

  /// Decodes any value of the bridge.
  public init(from decoder: any Decoder) throws { self = .value(try BridgeValue(from: decoder)) }

  /// Encodes the value as bridge JSON.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .json(let text): try text.encode(to: encoder)
    case .value(let value): try value.encode(to: encoder)
    }
  }
}
#endif
