#if WebView
import CWebKitGTK
import Causeway
import DequeModule

/// The native end of one page's link: sends messages to the page, and keeps their order.
///
/// There are two ways to send. A reply to a message of the page is the faster one; each message has one reply.
/// Otherwise native code calls the relay, and holds further messages back until the page has received the earlier ones.
/// So a busy page loses events, because newer events replace older ones, instead of using memory. A frame cannot be
/// called: its relay keeps a reply open at all times.
@GTKActor final class PageEndpoint {
  /// The page's secret name, made by its relay.
  nonisolated let name: String
  private let world: String
  let isFrame: Bool
  private var view: NativeObject?
  private var transport: PageTransport?
  private var replies: Deque<PageReply> = []
  /// Messages of the page that arrived before their predecessors, by their numbers.
  private var outOfOrder: [Int: Envelope] = [:]
  private var outOfOrderBytes = 0
  private var received = 0
  private var sent = 0
  /// Calls of the relay that the page has not received yet.
  private var inFlight = 0
  /// Texts for a frame's relay, which wait for a reply.
  private var pendingTexts: Deque<[UInt8]> = []

  private static let maximumInFlight = 2
  private nonisolated static let maximumReplies = 16
  private static let maximumOutOfOrder = (count: 1024, bytes: 128 << 20)
  // The reply to a message also acknowledges it to the relay. Only the reply to a short message is kept for later.
  private nonisolated static let shortText = 4096
  private nonisolated static let shortEnvelope = 65_536
  /// The maximum bytes and calls in messages that were received and not replied to.
  nonisolated static let maximumUnanswered = (
    bytes: maximumReplies * shortEnvelope, calls: maximumReplies * shortText / 32
  )

  init(name: String, world: String, view: NativeObject, isFrame: Bool = false) {
    self.name = name
    self.world = world
    self.view = view
    self.isFrame = isFrame
  }

  func open(_ transport: PageTransport) { self.transport = transport }

  /// Receives a message of the page with its number, and its reply.
  ///
  /// - Returns: false if it arrived too early to be kept, since the messages after it would wait for ever.
  func receive(_ number: Int, _ envelope: Envelope, _ reply: PageReply) -> Bool {
    let isNext = number == received + 1
    keep(reply)
    if !isNext, number > received {
      let most = PageEndpoint.maximumOutOfOrder
      guard outOfOrder[number] == nil, outOfOrder.count < most.count, outOfOrderBytes + envelope.count <= most.bytes
      else { return false }
      outOfOrder[number] = envelope
      outOfOrderBytes += envelope.count
    }
    if isNext {
      received += 1
      transport?.deliver(envelope)
    }
    while let next = outOfOrder.removeValue(forKey: received + 1) {
      received += 1
      outOfOrderBytes -= next.count
      transport?.deliver(next)
    }
    flush()
    trim()
    let isShort = envelope.text.count <= PageEndpoint.shortText && envelope.count <= PageEndpoint.shortEnvelope
    if isNext, !isShort { release(reply) }
    return true
  }

  /// Sends an empty reply, unless the reply was already used.
  private func release(_ reply: PageReply) {
    guard let index = replies.lastIndex(where: { $0.isSame(as: reply) }) else { return }
    replies.remove(at: index).sendEmpty()
  }

  /// Sends empty replies to the oldest messages beyond the maximum.
  private func trim() {
    while replies.count > PageEndpoint.maximumReplies { replies.removeFirst().sendEmpty() }
  }

  /// Receives a reply without a message: a frame's relay waits for texts.
  func receivePoll(_ reply: PageReply) {
    keep(reply)
    flush()
    trim()
  }

  private func keep(_ reply: PageReply) {
    if let text = pendingTexts.popFirst() { reply.send(text: text) } else { replies.append(reply) }
  }

  /// Sends pending messages, if a way is available.
  func flush() {
    guard let transport, view != nil, pendingTexts.isEmpty, !replies.isEmpty || !isFrame && hasCapacity else { return }
    for envelope in transport.takeEnvelopes() { send(envelope) }
  }

  private var hasCapacity: Bool { inFlight < PageEndpoint.maximumInFlight }

  private func send(_ envelope: Envelope) {
    sent += 1
    if let reply = replies.popFirst() { return reply.send(envelope, sent) }
    let text = Array("\(sent) ".utf8) + envelope.packed
    guard !isFrame else { return callRelay(.message, text) }
    inFlight += 1
    call(.message, text) { [self] in
      inFlight -= 1
      flush()
    }
  }

  /// Sends pending messages, and ends the page's calls.
  func finish(_ reason: String) {
    guard let transport, view != nil else { return }
    for envelope in transport.takeEnvelopes() { send(envelope) }
    callRelay(.end, Array(reason.utf8))
    // A frame may receive this later, in a reply.
    if isFrame { self.transport = nil } else { lose() }
  }

  /// Disconnects from a page that is gone.
  func lose() {
    for reply in replies { reply.sendEmpty() }
    replies = []
    outOfOrder = [:]
    outOfOrderBytes = 0
    transport = nil
    view = nil
  }

  /// The texts for a relay, besides replies: the method that receives the text, and its mark in a reply.
  private enum RelayMethod: String {
    case message = "deliver"
    case end

    var mark: [UInt8] { self == .end ? [UInt8(ascii: "!")] : [] }
  }

  /// Passes a text to the relay: by a call, or in a frame with the next reply.
  private func callRelay(_ method: RelayMethod, _ text: [UInt8]) {
    guard isFrame else { return call(method, text) {} }
    let text = method.mark + text
    if let reply = replies.popFirst() { reply.send(text: text) } else { pendingTexts.append(text) }
  }

  /// Calls a method of the relay with `text`.
  private func call(_ method: RelayMethod, _ text: [UInt8], then: @escaping @GTKActor () -> Void) {
    guard let view else { return }
    let data = unsafe Completion.retained { source, result in
      if let source, let result {
        var failure: UnsafeMutablePointer<CChar>?
        if let text = unsafe cw_call_result(source.pointer, result.pointer, &failure) { unsafe cw_release_text(text) }
        _ = unsafe String(taking: failure)
      }
      then()
    }
    let terminated = text + [0]
    unsafe terminated.withUnsafeBytes { bytes in
      unsafe cw_call(
        view.pointer, "globalThis.causeway?.name === name && causeway.\(method.rawValue)(text)", name,
        bytes.bindMemory(to: CChar.self).baseAddress, world, Completion.callback, data)
    }
  }
}
#endif
