#if Plugins
import NIOCore
import NIOHTTP1

/// Sends and receives the heads of HTTP/1 as bytes.
///
/// A header is a text with one character for each byte, as `fetch` defines it, where SwiftNIO reads and writes UTF-8 and
/// replaces what is not. The target of a request is exactly ``HTTPTarget/path``, where async-http-client reads the URL
/// with Foundation, which escapes it anew and drops a path that is not UTF-8: the client gets the target in hexadecimal.
enum HTTPWire {
  /// The URL that makes the client send a request for a target.
  static func url(of target: HTTPTarget) -> String {
    var text = target.origin + "/"
    for byte in target.path.utf8 {
      text.unicodeScalars.append(digits[Int(byte >> 4)])
      text.unicodeScalars.append(digits[Int(byte & 15)])
    }
    return text
  }

  /// Adds the handlers around those of HTTP/1; on the event loop of the channel only.
  static func add(to channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
    let heads = Heads()
    let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
    try pipeline.addHandler(WireBytes(heads), position: .before(encoder))
    try pipeline.addHandler(WireParts(heads), position: .after(decoder))
  }

  private static let digits = Array("0123456789abcdef".unicodeScalars)

  /// What `url(of:)` has encoded.
  fileprivate static func target(_ uri: String) -> String {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in uri.utf8.dropFirst() {
      guard let digit = Character(Unicode.Scalar(character)).hexDigitValue.map({ UInt8($0) }) else { continue }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What the two handlers of a connection tell each other.
private final class Heads {
  /// Whether the next bytes that are written are a head.
  var isSending = false
  /// The head that is being received; nil while a body is.
  var incoming: IncomingHead? = IncomingHead()
  /// What the server calls the status of the last final head.
  var reason = ""
}

/// Beside the socket: converts heads between bytes and the UTF-8 of their characters.
private final class WireBytes: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private let heads: Heads

  init(_ heads: Heads) { self.heads = heads }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard var head = heads.incoming else { return context.fireChannelRead(data) }
    let bytes = unwrapInboundIn(data).readableBytesView
    var converted: [UInt8] = []
    converted.reserveCapacity(bytes.count + 64)
    var rest = bytes[...]
    while !head.isComplete, let byte = rest.popFirst() { head.take(byte, appendingTo: &converted) }
    heads.incoming = head.isComplete ? nil : head
    if head.isComplete { heads.reason = head.reason }
    converted += rest
    context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: converted)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard heads.isSending, case .byteBuffer(let buffer) = unwrapOutboundIn(data) else {
      return context.write(data, promise: promise)
    }
    heads.isSending = false
    guard buffer.readableBytesView.contains(where: { $0 >= 0x80 }) else { return context.write(data, promise: promise) }
    let bytes = String(buffer: buffer).unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    context.write(wrapOutboundOut(.byteBuffer(ByteBuffer(bytes: bytes))), promise: promise)
  }
}

/// Beside the client: restores the target of a request, and tells where heads begin.
private final class WireParts: ChannelDuplexHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  private let heads: Heads
  /// Whether the response that is being received is the final one.
  private var isFinal = false

  init(_ heads: Heads) { self.heads = heads }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(var head):
      isFinal = head.status.code >= 200
      // The decoder has the standard's text instead.
      if isFinal, head.status.reasonPhrase != heads.reason {
        head.status = .custom(code: head.status.code, reasonPhrase: heads.reason)
      }
      guard head.headers.contains(where: { WireParts.isBlank($0.value.utf8.last) }) else {
        return context.fireChannelRead(wrapInboundOut(.head(head)))
      }
      head.headers = HTTPHeaders(head.headers.map { ($0.name, WireParts.trimmed($0.value)) })
      return context.fireChannelRead(wrapInboundOut(.head(head)))
    case .body: break
    case .end: if isFinal { heads.incoming = IncomingHead() }
    }
    context.fireChannelRead(data)
  }

  /// The decoder leaves blanks behind a value.
  private static func trimmed(_ value: String) -> String {
    var bytes = value.utf8[...]
    while isBlank(bytes.last) { bytes.removeLast() }
    return String(Substring(bytes))
  }

  private static func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
    head.uri = HTTPWire.target(head.uri)
    heads.isSending = true
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}

/// Converts the head of a response, and those of the informational responses before it, up to the empty line behind it.
///
/// Lines that are folded become one, with a space for the fold: RFC 9112, section 5.2.
private struct IncomingHead {
  /// The status line, up to a length.
  private var status: [UInt8] = []
  private var isStatusLine = true
  /// The bytes of the line, apart from its end.
  private var lineLength = 0
  /// The end of a line whose next byte tells whether it is folded.
  private var lineEnd: [UInt8] = []
  private(set) var isComplete = false

  /// Takes the next byte.
  mutating func take(_ byte: UInt8, appendingTo output: inout [UInt8]) {
    if lineEnd.last == UInt8(ascii: "\n") {
      if !isStatusLine, byte == 0x20 || byte == 0x09 {
        output.append(0x20)
        lineEnd = []
        lineLength = 1
        return
      }
      endLine(&output)
    }
    switch byte {
    case UInt8(ascii: "\n"):
      lineEnd.append(byte)
      if lineLength == 0 { endLine(&output) }
    case UInt8(ascii: "\r") where lineEnd.isEmpty: lineEnd.append(byte)
    default:
      // A carriage return within a line is the decoder's to refuse.
      output += lineEnd
      lineEnd = []
      lineLength += 1
      if isStatusLine, status.count < 1_024 { status.append(byte) }
      if byte < 0x80 { output.append(byte) } else { output += [0xC0 | byte >> 6, 0x80 | byte & 0x3F] }
    }
  }

  private mutating func endLine(_ output: inout [UInt8]) {
    output += lineEnd
    lineEnd = []
    if lineLength > 0 {
      isStatusLine = false
    } else if !isStatusLine {
      if isInformational { self = IncomingHead() } else { isComplete = true }
    }
    lineLength = 0
  }

  /// Whether another head follows: the status line begins with `HTTP/1.1 1`.
  private var isInformational: Bool { status.count >= 10 && status[8..<10].elementsEqual(" 1".utf8) }

  /// What follows `HTTP/1.1 200 `, one character for each byte.
  var reason: String { String(String.UnicodeScalarView(status.dropFirst(13).map { Unicode.Scalar($0) })) }
}
#endif
