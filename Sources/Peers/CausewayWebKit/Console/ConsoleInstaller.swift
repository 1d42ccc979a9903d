#if WebView
import CWebKitGTK
import Causeway
import Synchronization

/// The scripts that print the console messages and the uncaught errors of a view's pages as a runtime does.
///
/// As with the bridge, the message handler is in an isolated world, where only our relay can use it.
@GTKActor final class ConsoleInstaller {
  private let world: String
  private let manager: NativeObject
  private var scripts: [InjectedScript] = []
  private var messages: NativeObject.Signal?
  private let receiver: Receiver

  /// What receives the texts.
  struct Receiver: Sendable {
    var onConsole: (@Sendable (_ level: String, _ text: String) -> Void)?
    var onUncaught: (@Sendable (_ report: String) -> Void)?
    /// Whether the web inspector shows the messages as well.
    var hasInspector = false
  }

  private static let handler = "causewayConsole"
  private static let count = Atomic<Int>(0)

  /// - Returns: nil if nothing receives texts.
  init?(_ view: NativeObject, _ receiver: Receiver) throws(BridgeError) {
    guard receiver.onConsole != nil || receiver.onUncaught != nil else { return nil }
    self.receiver = receiver
    world = "causeway-console-\(ConsoleInstaller.count.add(1, ordering: .relaxed).newValue)"
    manager = unsafe NativeObject(cw_view_manager(view.pointer))
    manager.retain()
    let registered = unsafe cw_register_handler(manager.pointer, ConsoleInstaller.handler, world)
    precondition(registered != 0, "The script world \(world) is already in use.")
    scripts = [
      try InjectedScript(
        PageConsoleScript.source, ConsoleOptions(receiver), world: nil, isInFrames: true, manager: manager),
      try InjectedScript(
        ConsoleRelayScript.source, ConsoleRelayOptions(handler: ConsoleInstaller.handler), world: world,
        isInFrames: true, manager: manager),
    ]
    typealias Pointer = UnsafeMutableRawPointer
    let received: @convention(c) (Pointer, Pointer, Pointer, Pointer) -> Int32 = { _, value, reply, data in
      let installer = unsafe Unmanaged<ConsoleInstaller>.fromOpaque(data).takeUnretainedValue()
      let (value, reply) = unsafe (NativeObject(value), NativeObject(reply))
      GTKActor.assumeIsolated { installer.receive(MessageText(value), PageReply(reply, value: value)) }
      return 1
    }
    // The signal holds it until `close`.
    let data = unsafe Unmanaged.passRetained(self).toOpaque()
    messages = unsafe manager.connect(
      "script-message-with-reply-received::\(ConsoleInstaller.handler)", data, received)
  }

  func close() {
    guard let messages else { return }
    self.messages = nil
    messages.disconnect()
    for script in scripts { script.remove() }
    unsafe cw_unregister_handler(manager.pointer, ConsoleInstaller.handler, world)
    manager.release()
    unsafe Unmanaged.passUnretained(self).release()
  }

  /// A message is its level, a space and its text.
  private func receive(_ message: MessageText?, _ reply: PageReply) {
    reply.sendEmpty()
    guard let message else { return }
    let text = message.utf8(0..<message.count)
    guard let space = text.firstIndex(of: UInt8(ascii: " ")) else { return }
    let level = String(decoding: text[..<space], as: UTF8.self)
    let rest = String(decoding: text[(space + 1)...], as: UTF8.self)
    if level == "uncaught" { receiver.onUncaught?(rest) } else { receiver.onConsole?(level, rest) }
  }
}

/// The options of the page's side.
private struct ConsoleOptions: Encodable {
  let prints: Bool
  let reports: Bool
  /// Whether messages also reach the engine's own console.
  let keepsOriginal: Bool
  /// The most characters of one message.
  var characters = 1 << 20

  init(_ receiver: ConsoleInstaller.Receiver) {
    prints = receiver.onConsole != nil
    reports = receiver.onUncaught != nil
    keepsOriginal = receiver.hasInspector
  }
}

/// The options of the isolated side: what native code may not have taken yet.
private struct ConsoleRelayOptions: Encodable {
  let handler: String
  var characters = 1 << 24
  var messages = 1 << 14
}
#endif
