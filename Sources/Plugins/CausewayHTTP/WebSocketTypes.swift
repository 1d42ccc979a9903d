#if Plugins
public import Causeway
public import CausewayExport

/// The opening handshake of a `WebSocket`.
@Crossing public struct WebSocketRequest: Sendable {
  /// A `ws:` or `wss:` URL; its `http:` or `https:` origin is on the list.
  public var url: String
  /// The subprotocols that the client supports, in order of preference.
  public var protocols: [String]
  /// The name of a JavaScript stream handler that yields the messages to send: strings, bytes, or a ``WebSocketClose``.
  public var outgoing: String
}

/// The server's answer to the opening handshake.
@Crossing public struct WebSocketHead: Sendable {
  /// The subprotocol that the server has chosen; empty for none.
  public var subprotocol: String
}

/// The end of a connection.
@Crossing public struct WebSocketClose: Sendable {
  /// The status code; 1005 if the peer sent none, 1006 if the connection was lost.
  public var code: Int
  /// The peer's reason, at most 123 bytes.
  public var reason: String
  /// Whether both sides have closed the connection properly.
  public var wasClean: Bool?
}

extension WebSocketClose {
  static let lost = WebSocketClose(code: 1006, reason: "", wasClean: false)
}

/// A part of a connection: its head first, then messages, then its end.
public enum WebSocketPart: CrossingValue, TypeDescribing, Sendable {
  case head(WebSocketHead)
  case text(String)
  case bytes(BridgeBytes)
  case close(WebSocketClose)

  /// A head, a string, bytes or an end.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    .either([
      WebSocketHead.describe(in: &catalog), .string, .bytes, WebSocketClose.describe(in: &catalog),
    ])
  }

  /// Decodes a part by its kind.
  public init(reading value: borrowing ValueReader) throws {
    switch try BridgeValue(reading: value) {
    case .string(let text): self = .text(text)
    case .bytes(let bytes): self = .bytes(bytes)
    case .object(let object) where object["code"] != nil: self = .close(try WebSocketClose(reading: value))
    default: self = .head(try WebSocketHead(reading: value))
    }
  }

  /// Encodes the head and the end as objects, and messages as they are.
  public func write(to writer: borrowing ValueWriter) throws {
    switch self {
    case .head(let head): try writer.write(head)
    case .text(let text): try writer.write(text)
    case .bytes(let bytes): try writer.write(bytes)
    case .close(let close): try writer.write(close)
    }
  }

  /// Decodes a part by its kind.
  public init(from decoder: any Decoder) throws {
    if let text = try? String(from: decoder) {
      self = .text(text)
    } else if let bytes = try? BridgeBytes(from: decoder) {
      self = .bytes(bytes)
    } else if let close = try? WebSocketClose(from: decoder) {
      self = .close(close)
    } else {
      self = .head(try WebSocketHead(from: decoder))
    }
  }

  /// Encodes the head and the end as objects, and messages as they are.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .head(let head): try head.encode(to: encoder)
    case .text(let text): try text.encode(to: encoder)
    case .bytes(let bytes): try bytes.encode(to: encoder)
    case .close(let close): try close.encode(to: encoder)
    }
  }
}
#endif
