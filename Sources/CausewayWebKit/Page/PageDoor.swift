import CWebKitGTK
import Causeway
import Synchronization

/// The scripts that give a view's pages the bridge, and the handler that hears them.
///
/// The client runs in the page's own world. The handler is registered in an isolated one, where only our relay can reach
/// it: in the page's world every frame could, whatever its origin.
@GTKActor final class PageDoor {
  nonisolated let world: String
  let manager: NativeObject
  private let hasFrames: Bool
  private var scripts: [NativeObject] = []

  private static let handler = "causeway"
  private static let mark = "causeway-bridge"
  private static let count = Atomic<Int>(0)

  /// The signal that a message of a page's makes.
  var signal: String { "script-message-with-reply-received::\(PageDoor.handler)" }

  init(_ view: NativeObject, _ permissions: WebPermissions, limits: Limits) throws(BridgeError) {
    hasFrames = !permissions.frameOrigins.isEmpty
    let number = PageDoor.count.add(1, ordering: .relaxed).newValue
    world = "causeway-\(number)"
    manager = unsafe NativeObject(cw_ref(cw_view_manager(view.pointer)))
    guard unsafe cw_mark(manager.pointer, PageDoor.mark) != 0 else {
      unsafe cw_unref(manager.pointer)
      throw BridgeError(.alreadyExists, "This view, or one with the same content manager, has a bridge already.")
    }
    unsafe cw_view_forget_left_pages(view.pointer)
    let registered = unsafe cw_register_handler(manager.pointer, PageDoor.handler, world)
    precondition(registered != 0, "Two views cannot have the world \(world).")
    let options = try PageOptions(permissions, limits: limits, handler: PageDoor.handler).literal
    add(PageClient.source, options, world: nil)
    add(PageRelay.source, options, world: world)
  }

  func close() {
    for script in scripts { unsafe cw_remove_script(manager.pointer, script.pointer) }
    unsafe cw_unregister_handler(manager.pointer, PageDoor.handler, world)
    unsafe cw_unmark(manager.pointer, PageDoor.mark)
    unsafe cw_unref(manager.pointer)
  }

  /// Adds a script whose value is a function, called with the options.
  ///
  /// The options are the application's own, and JSON is a literal of JavaScript's: no data of anybody's becomes script.
  private func add(_ source: String, _ options: String, world: String?) {
    let function = source.drop { $0.isWhitespace }.dropLast(while: { $0.isWhitespace || $0 == ";" })
    if let script = unsafe cw_add_script(
      manager.pointer, "\(function)(\(options));", world, hasFrames ? 1 : 0)
    {
      unsafe scripts.append(NativeObject(script))
    }
  }
}

/// What both scripts are told.
private struct PageOptions: Encodable {
  struct ClientLimits: Encodable {
    let depth: Int
    let nodes: Int
    let messageBytes: Int
  }

  let origins: [String]
  let frames: [String]
  let limits: ClientLimits
  let handler: String
  var inline = Parcel.fewBytes

  init(_ permissions: WebPermissions, limits: Limits, handler: String) {
    origins = permissions.origins.map(\.description)
    frames = permissions.frameOrigins.map(\.description)
    self.limits = ClientLimits(depth: limits.depth, nodes: limits.nodes, messageBytes: limits.messageBytes)
    self.handler = handler
  }

  /// As an object literal.
  var literal: String {
    get throws(BridgeError) {
      guard case .encoded(let encoded) = try Payload(encoding: self) else { return "{}" }
      return String(decoding: encoded.text, as: UTF8.self)
    }
  }
}

extension Substring {
  /// Without the characters at the end for which `isSuperfluous` holds.
  fileprivate func dropLast(while isSuperfluous: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isSuperfluous(last) { rest.removeLast() }
    return rest
  }
}
