#if WebView
import CWebKitGTK
import Causeway
import DequeModule

/// The far end of one page's link: what leaves for the page, and in what order.
///
/// Two ways lead there. A reply to a message of the page's is the faster one, and there are as many as messages came.
/// Otherwise native code calls the relay, and waits with more until the page has taken what is under way: a page that is
/// busy costs events, which give way to newer ones, and not memory. In a frame nothing can be called: its relay sees to it
/// that there is always a reply to wait for.
@GTKActor final class PageEndpoint {
  /// The page's name, which its relay made up; nobody else knows it.
  nonisolated let name: String
  private let world: String
  private let isFrame: Bool
  private var view: NativeObject?
  private var transport: PageTransport?
  private var replies: Deque<PageReply> = []
  /// Messages of the page's that overtook another, by their numbers.
  private var early: [Int: Envelope] = [:]
  private var received = 0
  private var sent = 0
  /// Calls of the relay that the page has not come to yet.
  private var underway = 0
  /// What a frame's relay is told as soon as there is a reply.
  private var untold: Deque<[UInt8]> = []

  private static let mostUnderway = 2
  private nonisolated static let mostReplies = 16
  private static let mostEarly = 1024
  // The answer to a message tells the relay that it has been taken. Only that to a short one waits for something to say.
  private nonisolated static let shortText = 4096
  private nonisolated static let shortParcel = 65_536
  /// So many bytes and calls, at most, are in messages that have been taken and not answered.
  nonisolated static let mostUnanswered = (bytes: mostReplies * shortParcel, calls: mostReplies * shortText / 32)

  init(name: String, world: String, view: NativeObject, isFrame: Bool = false) {
    self.name = name
    self.world = world
    self.view = view
    self.isFrame = isFrame
  }

  func open(_ transport: PageTransport) { self.transport = transport }

  /// Takes a message of the page's by its number, and the right to answer it.
  func receive(_ number: Int, _ parcel: Envelope, _ reply: PageReply) {
    let isNext = number == received + 1
    if !isNext, number > received, early.count < PageEndpoint.mostEarly { early[number] = parcel }
    keep(reply)
    if isNext {
      received += 1
      transport?.deliver(parcel)
    }
    while let next = early.removeValue(forKey: received + 1) {
      received += 1
      transport?.deliver(next)
    }
    flush()
    trim()
    let isShort = parcel.text.count <= PageEndpoint.shortText && parcel.count <= PageEndpoint.shortParcel
    if isNext, !isShort { release(reply) }
  }

  /// Answers a message with nothing, unless its answer was needed for something.
  private func release(_ reply: PageReply) {
    guard let index = replies.lastIndex(where: { $0.isSame(as: reply) }) else { return }
    replies.remove(at: index).sendNothing()
  }

  /// Gives back the right to answer what is long ago.
  private func trim() {
    while replies.count > PageEndpoint.mostReplies { replies.removeFirst().sendNothing() }
  }

  /// Learns that the page waits to be told something.
  func listens(_ reply: PageReply) {
    keep(reply)
    flush()
    trim()
  }

  private func keep(_ reply: PageReply) {
    if let text = untold.popFirst() { reply.send(text: text) } else { replies.append(reply) }
  }

  /// Sends what waits, if there is a way.
  func flush() {
    guard let transport, view != nil, untold.isEmpty, !replies.isEmpty || !isFrame && hasTime else { return }
    for parcel in transport.takeParcels() { send(parcel) }
  }

  private var hasTime: Bool { underway < PageEndpoint.mostUnderway }

  private func send(_ parcel: Envelope) {
    sent += 1
    if let reply = replies.popFirst() { return reply.send(parcel, sent) }
    let text = Array("\(sent) ".utf8) + parcel.packed
    guard !isFrame else { return tell(.message, text) }
    underway += 1
    call(.message, text) { [self] in
      underway -= 1
      flush()
    }
  }

  /// Sends what still waits, and ends the page's calls.
  func finish(_ reason: String) {
    guard let transport, view != nil else { return }
    for parcel in transport.takeParcels() { send(parcel) }
    tell(.end, Array(reason.utf8))
    // A frame may hear of it later, by a reply.
    if isFrame { self.transport = nil } else { lose() }
  }

  /// Learns that the page is gone.
  func lose() {
    for reply in replies { reply.sendNothing() }
    replies = []
    early = [:]
    transport = nil
    view = nil
  }

  /// What a relay can be told besides the answer to its message: the method that takes it, and its mark in a reply.
  private enum RelayMethod: String {
    case message = "deliver"
    case end

    var mark: [UInt8] { self == .end ? [UInt8(ascii: "!")] : [] }
  }

  /// Has the relay take a text: by a call, or in a frame by the next reply.
  private func tell(_ telling: RelayMethod, _ text: [UInt8]) {
    guard isFrame else { return call(telling, text) {} }
    let text = telling.mark + text
    if let reply = replies.popFirst() { reply.send(text: text) } else { untold.append(text) }
  }

  /// Calls a method of the relay's, with `text`.
  private func call(_ telling: RelayMethod, _ text: [UInt8], then: @escaping @GTKActor () -> Void) {
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
        view.pointer, "globalThis.causeway?.name === name && causeway.\(telling.rawValue)(text)", name,
        bytes.bindMemory(to: CChar.self).baseAddress, world, Completion.callback, data)
    }
  }
}
#endif
