#if WebView
public import Causeway

/// Frames: only of origins that are named for them, and only in a page that has the bridge itself.
extension WebView {
  /// The connections to the frames of the page that have the bridge, in no order; each has its origin for a name.
  public var frames: [Connection] { framePages.values.map(\.connection) }

  /// Gives a frame the bridge that is one of this view's page, and answers one that never will be.
  func decide(_ verdict: FrameCandidates.Verdict) {
    switch verdict {
    case .wait: break
    case .refuse(let candidate): candidate.reply.send(text: "this page has too many frames")
    case .accept(let candidate):
      guard let native, let door, let permissions = permissions[frame: candidate.origin] else {
        return candidate.reply.send(text: "this frame has no bridge")
      }
      let end = PageEndpoint(name: candidate.name, world: door.world, view: native, isFrame: true)
      framePages[candidate.name] = open(candidate.origin, permissions, end)
      candidate.reply.sendNothing()
      eventSink.yield(.frameOpened(candidate.origin))
    }
  }

  /// Ends a frame's page: nothing of it can be answered any more.
  func leaveFrame(_ name: String, _ reason: BridgeError) {
    guard let page = framePages.removeValue(forKey: name) else { return }
    end(page, reason)
    eventSink.yield(.frameLeft(page.origin, reason))
  }

  /// Ends all frames of the page that is left.
  func leaveFrames(_ reason: BridgeError) {
    for name in framePages.keys.sorted() { leaveFrame(name, reason) }
  }
}

/// Who says that it is a frame's page, and who is said to be one: only who is both is a frame of this view's page.
///
/// Names are secrets of the relays, so nobody is taken for another.
struct FrameCandidates {
  /// A page in a frame that waits for its bridge.
  struct Candidate {
    let name: String
    let origin: WebOrigin
    let reply: PageReply
  }

  enum Verdict {
    case wait
    case accept(Candidate)
    case refuse(Candidate)
  }

  /// So many may wait, and so many may be said to be there.
  private static let most = 64

  private var waiting: [String: Candidate] = [:]
  private var introduced: Set<String> = []

  /// Takes what a frame says of itself.
  mutating func greet(_ candidate: Candidate) -> Verdict {
    if introduced.remove(candidate.name) != nil { return .accept(candidate) }
    guard waiting.count < FrameCandidates.most, waiting[candidate.name] == nil else { return .refuse(candidate) }
    waiting[candidate.name] = candidate
    return .wait
  }

  /// Takes the page's word that it has a frame of this name.
  mutating func introduce(_ name: String) -> Verdict {
    if let candidate = waiting.removeValue(forKey: name) { return .accept(candidate) }
    if introduced.count < FrameCandidates.most { introduced.insert(name) }
    return .wait
  }

  /// Takes the word of some other window's page that the frame is its own.
  @GTKActor mutating func disown(_ name: String) {
    waiting.removeValue(forKey: name)?.reply.send(text: "this window has no bridge")
  }

  /// Forgets all.
  @GTKActor mutating func removeAll() {
    for candidate in waiting.values { candidate.reply.send(text: "the page was left") }
    self = FrameCandidates()
  }
}
#endif
