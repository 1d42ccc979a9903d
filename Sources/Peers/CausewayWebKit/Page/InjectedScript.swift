#if WebView
import CWebKitGTK
import Causeway

/// A script that WebKit evaluates in each page of a view, before the page's first script.
@GTKActor struct InjectedScript {
  private let manager: NativeObject
  private let script: NativeObject

  /// Adds a script that is a function, and calls it with the options.
  ///
  /// The options are the application's own, and JSON is a JavaScript literal: no other data becomes script.
  ///
  /// - Parameter world: nil is the page's own world.
  init(
    _ source: String, _ options: some Encodable, world: String?, isInFrames: Bool, manager: NativeObject
  ) throws(BridgeError) {
    var limits = Limits()
    limits.messageBytes = Int(Int32.max)  // The limit applies to messages; the contract may have any size.
    guard case .encoded(let encoded) = try Payload(encoding: options, limits: limits) else {
      preconditionFailure("The options of a script are not encoded.")
    }
    let literal = String(decoding: encoded.text, as: UTF8.self)
    let function = source.drop { $0.isWhitespace }.dropLast(while: { $0.isWhitespace || $0 == ";" })
    let script = unsafe cw_add_script(manager.pointer, "\(function)(\(literal));", world, isInFrames ? 1 : 0)!
    self.manager = manager
    self.script = unsafe NativeObject(script)
  }

  /// Removes it for pages that load from now on.
  func remove() { unsafe cw_remove_script(manager.pointer, script.pointer) }
}

extension Substring {
  /// Without trailing characters for which `isSuperfluous` holds.
  fileprivate func dropLast(while isSuperfluous: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isSuperfluous(last) { rest.removeLast() }
    return rest
  }
}
#endif
