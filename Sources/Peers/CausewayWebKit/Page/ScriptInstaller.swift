#if WebView
import CWebKitGTK
import Causeway
import Synchronization

/// The scripts that give a view's pages the bridge, and the message handler.
///
/// The client runs in the page's own world. The handler is registered in an isolated world, where only our relay can
/// use it. In the page's world it would be available to every frame of every origin.
@GTKActor final class ScriptInstaller {
  nonisolated let world: String
  let manager: NativeObject
  private let bridge: Bridge
  private let permissions: WebPermissions
  private let limits: Limits
  private var client: InjectedScript?
  private var relay: InjectedScript?
  /// The hash of the contract in the installed client.
  private var contractHash: String?

  private static let handler = "causeway"
  private static let mark = "causeway-bridge"
  private static let count = Atomic<Int>(0)

  /// The signal of a page's message.
  var signal: String { "script-message-with-reply-received::\(ScriptInstaller.handler)" }

  init(_ view: NativeObject, _ bridge: Bridge, _ permissions: WebPermissions, limits: Limits) throws(BridgeError) {
    self.bridge = bridge
    self.permissions = permissions
    self.limits = limits
    let number = ScriptInstaller.count.add(1, ordering: .relaxed).newValue
    world = "causeway-\(number)"
    manager = unsafe NativeObject(cw_ref(cw_view_manager(view.pointer)))
    guard unsafe cw_mark(manager.pointer, ScriptInstaller.mark) != 0 else {
      unsafe cw_unref(manager.pointer)
      throw BridgeError(.alreadyExists, "This view, or one with the same content manager, already has a bridge.")
    }
    unsafe cw_view_forget_left_pages(view.pointer)
    let registered = unsafe cw_register_handler(manager.pointer, ScriptInstaller.handler, world)
    precondition(registered != 0, "The script world \(world) is already in use.")
    try updateContract()
    let options = RelayOptions(
      origins: permissions.origins.map(\.description), frames: permissions.frameOrigins.map(\.description),
      handler: ScriptInstaller.handler, bytesInFlight: limits.bytesInFlight.asNumber,
      callsInFlight: limits.callsInFlight.asNumber,
      unansweredBytes: PageEndpoint.maximumUnanswered.bytes, unansweredCalls: PageEndpoint.maximumUnanswered.calls)
    relay = try add(PageRelay.source, options, world: world)
  }

  /// Installs a client with the bridge's current contract, for pages that load from now on.
  func updateContract() throws(BridgeError) {
    let hash = bridge.contractHash
    guard hash != contractHash else { return }
    let before = client
    client = try add(PageClient.source, ClientOptions(bridge, permissions, limits: limits), world: nil)
    contractHash = hash
    // If a page has two clients, the first one is active.
    before?.remove()
  }

  func close() {
    client?.remove()
    relay?.remove()
    unsafe cw_unregister_handler(manager.pointer, ScriptInstaller.handler, world)
    unsafe cw_unmark(manager.pointer, ScriptInstaller.mark)
    unsafe cw_unref(manager.pointer)
  }

  private func add(_ source: String, _ options: some Encodable, world: String?) throws(BridgeError) -> InjectedScript {
    try InjectedScript(
      source, options, world: world, isInFrames: !permissions.frameOrigins.isEmpty, manager: manager)
  }
}

/// The options of the relay.
private struct RelayOptions: Encodable {
  let origins: [String]
  let frames: [String]
  let handler: String
  let bytesInFlight: Int
  let callsInFlight: Int
  /// The limits for messages that were received and not replied to.
  let unansweredBytes: Int
  let unansweredCalls: Int
}

/// The options of the client: the contracts for each origin and its frames.
///
/// The script is the same for all origins; a page can read only its own contract.
private struct ClientOptions: Encodable {
  struct ClientLimits: Encodable {
    let depth: Int
    let nodes: Int
    let messageBytes: Int
  }

  let origins: [String]
  let frames: [String]
  let contracts: [String]
  let frameContracts: [String]
  let limits: ClientLimits
  var inline = Envelope.inlineBytes

  @GTKActor init(_ bridge: Bridge, _ permissions: WebPermissions, limits: Limits) {
    let (pages, frames) = (permissions.origins, permissions.frameOrigins)
    let text = { (permissions: Permissions?) in bridge.contractText(for: permissions ?? .none, limits: limits) }
    origins = pages.map(\.description)
    contracts = pages.map { text(permissions[$0]) }
    self.frames = frames.map(\.description)
    frameContracts = frames.map { text(permissions[frame: $0]) }
    self.limits = ClientLimits(
      depth: limits.depth.asNumber, nodes: limits.nodes.asNumber, messageBytes: limits.messageBytes.asNumber)
  }
}

extension Int {
  /// The limit as a JavaScript number; larger limits are unlimited in effect.
  fileprivate var asNumber: Int { Swift.min(self, 1 << 52) }
}
#endif
