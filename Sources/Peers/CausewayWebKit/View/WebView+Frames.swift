#if WebView
public import Causeway

/// Frames have the bridge only if their origin is listed for frames, and only in a page that has the bridge.
extension WebView {
  /// The connections of the page's frames that have the bridge, in no particular order; each is named after its origin.
  public var frames: [Connection] { framePages.values.map(\.connection) }

  /// Connects an accepted frame, and replies to a refused one.
  func apply(_ decision: FrameCandidates.Decision) {
    switch decision {
    case .wait: break
    case .refuse(let candidate): candidate.reply.send(text: "this page has too many frames")
    case .accept(let candidate):
      guard framePages.count < FrameCandidates.maximumCount else {
        return candidate.reply.send(text: "this page has too many frames")
      }
      guard let native, let installer, let permissions = permissions[frame: candidate.origin] else {
        return candidate.reply.send(text: "this frame has no bridge")
      }
      let endpoint = PageEndpoint(name: candidate.name, world: installer.world, view: native, isFrame: true)
      framePages[candidate.name] = open(candidate.origin, permissions, endpoint)
      candidate.reply.sendEmpty()
      eventSink.yield(.frameOpened(candidate.origin))
    }
  }

  /// Closes the connection of a frame whose page is gone.
  func leaveFrame(_ name: String, _ reason: BridgeError) {
    guard let page = framePages.removeValue(forKey: name) else { return }
    end(page, reason)
    eventSink.yield(.frameLeft(page.origin, reason))
  }

  /// Closes the connections of all frames of the page.
  func leaveFrames(_ reason: BridgeError) {
    for name in framePages.keys.sorted() { leaveFrame(name, reason) }
  }
}

extension Limits {
  /// The limits of a frame: an eighth of its page's limits, and at least one message.
  var ofFrame: Limits {
    var limits = self
    limits.bytesInFlight = max(messageBytes, bytesInFlight / 8)
    limits.callsInFlight = max(1, callsInFlight / 8)
    return limits
  }
}

/// Matches frames that request the bridge with frames that the page announces: a frame of this view's page is in both.
///
/// Names are secrets of the relays, so a frame cannot use the name of another.
struct FrameCandidates {
  /// A page in a frame that waits for its bridge.
  struct Candidate {
    let name: String
    let origin: WebOrigin
    let reply: PageReply
  }

  enum Decision {
    case wait
    case accept(Candidate)
    case refuse(Candidate)
  }

  /// The maximum number of frames that wait, of announced ones, and of those that have the bridge.
  static let maximumCount = 64

  private var waiting: [String: Candidate] = [:]
  private var announced: Set<String> = []

  /// Processes the request of a frame.
  mutating func add(_ candidate: Candidate) -> Decision {
    if announced.remove(candidate.name) != nil { return .accept(candidate) }
    guard waiting.count < FrameCandidates.maximumCount, waiting[candidate.name] == nil else {
      return .refuse(candidate)
    }
    waiting[candidate.name] = candidate
    return .wait
  }

  /// Processes the page's announcement that it has a frame with this name.
  mutating func announce(_ name: String) -> Decision {
    if let candidate = waiting.removeValue(forKey: name) { return .accept(candidate) }
    if announced.count < FrameCandidates.maximumCount { announced.insert(name) }
    return .wait
  }

  /// Processes the announcement of another window's page: the frame belongs to it.
  @GTKActor mutating func reject(_ name: String) {
    waiting.removeValue(forKey: name)?.reply.send(text: "this window has no bridge")
  }

  /// Removes all candidates.
  @GTKActor mutating func removeAll() {
    for candidate in waiting.values { candidate.reply.send(text: "the page was left") }
    self = FrameCandidates()
  }
}
#endif
