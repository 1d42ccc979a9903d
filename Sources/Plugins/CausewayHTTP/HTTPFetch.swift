#if Plugins
public import Causeway
public import CausewayExport

/// A request of the global `fetch`.
@Crossing public struct HTTPFetchRequest: Sendable {
  /// An `http:` or `https:` URL whose origin is on the list.
  public var url: String
  /// The method, `GET` by default; its case is kept.
  public var method: String?
  /// Pairs of name and value, with characters up to U+00FF; framing headers are ignored.
  public var headers: [[String]]
  /// The body; absent for none.
  public var body: BridgeBytes?
  /// The name of a JavaScript stream handler that yields the body as bytes.
  public var upload: String?
  /// The length of the upload in bytes; absent if it is not known.
  public var length: Int?
  /// What to do with a redirect; `follow` by default.
  public var redirect: HTTPRedirectMode?
}

/// What to do when the server redirects.
@Crossing public enum HTTPRedirectMode: String, Sendable {
  /// Follow it, within the list of origins.
  case follow
  /// Fail.
  case error
  /// Return the response of the redirect itself.
  case manual
}

/// The head of a response.
@Crossing public struct HTTPFetchHead: Sendable {
  /// The status, 200 to 599.
  public var status: Int
  /// The reason phrase of the server, with characters up to U+00FF; it may be empty.
  public var statusText: String
  /// Pairs of name and value, with characters up to U+00FF.
  public var headers: [[String]]
  /// The URL of the response, after all redirects.
  public var url: String
  /// Whether a redirect was followed.
  public var redirected: Bool
}

/// A part of the response: the head first, then bytes.
public enum HTTPFetchPart: CrossingValue, TypeDescribing, Sendable {
  case head(HTTPFetchHead)
  case bytes(BridgeBytes)

  /// The head, or bytes.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    .either([HTTPFetchHead.describe(in: &catalog), .bytes])
  }

  /// Decodes a head or bytes.
  public init(reading value: borrowing ValueReader) throws {
    switch try BridgeValue(reading: value) {
    case .bytes(let bytes): self = .bytes(bytes)
    default: self = .head(try HTTPFetchHead(reading: value))
    }
  }

  /// Encodes the head as an object, and bytes as `Uint8Array`.
  public func write(to writer: borrowing ValueWriter) throws {
    switch self {
    case .head(let head): try writer.write(head)
    case .bytes(let bytes): try writer.write(bytes)
    }
  }

  /// Decodes a head or bytes.
  public init(from decoder: any Decoder) throws {
    self =
      if let bytes = try? BridgeBytes(from: decoder) { .bytes(bytes) } else { .head(try HTTPFetchHead(from: decoder)) }
  }

  /// Encodes the head as an object, and bytes as `Uint8Array`.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .head(let head): try head.encode(to: encoder)
    case .bytes(let bytes): try bytes.encode(to: encoder)
    }
  }
}
#endif
