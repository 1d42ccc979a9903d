import CWebKitGTK
import Causeway
import DequeModule

/// The far end of one page's link: what leaves for the page, and in what order.
///
/// Two ways lead there. A reply to a message of the page's is the faster one, and there are as many as messages came.
/// Otherwise native code calls the relay, and waits with more until the page has taken what is under way: a page that is
/// busy costs events, which give way to newer ones, and not memory.
@GTKActor final class PageEnd {
  /// The page's name, which its relay made up; nobody else knows it.
  nonisolated let name: String
  private let world: String
  private var view: NativeObject?
  private var transport: PageTransport?
  private var replies: Deque<PageReply> = []
  private var sent = 0
  private var underway = 0

  private static let mostUnderway = 2
  private static let mostReplies = 16

  init(name: String, world: String, view: NativeObject) {
    self.name = name
    self.world = world
    self.view = view
  }

  func open(_ transport: PageTransport) { self.transport = transport }

  /// Takes a text of the page's, and the right to answer it.
  func receive(_ text: [UInt8], _ reply: PageReply) {
    replies.append(reply)
    transport?.deliver(text)
    flush()
    while replies.count > PageEnd.mostReplies { replies.removeFirst().sendNothing() }
  }

  /// Sends what waits, if there is a way.
  func flush() {
    guard let transport, view != nil, !replies.isEmpty || underway < PageEnd.mostUnderway else { return }
    guard let text = transport.takeText() else { return }
    send(text)
  }

  private func send(_ text: [UInt8]) {
    sent += 1
    let numbered = Array("\(sent) ".utf8) + text
    if let reply = replies.popFirst() { return reply.send(numbered) }
    underway += 1
    call("globalThis.causeway?.name === name && causeway.deliver(text)", numbered) { [self] in
      underway -= 1
      flush()
    }
  }

  /// Sends what still waits, and ends the page's calls.
  func finish(_ reason: String) {
    guard let transport, view != nil else { return }
    if let text = transport.takeText() { send(text) }
    call("globalThis.causeway?.name === name && causeway.end(text)", Array(reason.utf8)) {}
    lose()
  }

  /// Learns that the page is gone.
  func lose() {
    for reply in replies { reply.sendNothing() }
    replies = []
    transport = nil
    view = nil
  }

  private func call(_ script: String, _ text: [UInt8], then: @escaping @GTKActor () -> Void) {
    guard let view else { return }
    let data = unsafe Completion.retained { source, result in
      if let source, let result {
        var failure: UnsafeMutablePointer<CChar>?
        _ = unsafe String(taking: cw_call_result(source.pointer, result.pointer, &failure))
        _ = unsafe String(taking: failure)
      }
      then()
    }
    let terminated = text + [0]
    unsafe terminated.withUnsafeBytes { bytes in
      unsafe cw_call(
        view.pointer, script, name, bytes.bindMemory(to: CChar.self).baseAddress, world, Completion.callback, data)
    }
  }
}
