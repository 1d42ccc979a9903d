import Causeway
import MacroEngine

/// The bridge error for an invalid request of a page.
enum MacroApplicationError {
  static func noSuchMacro(_ key: String) -> BridgeError {
    let keys = Macro.standard.map(\.key).joined(separator: ", ")
    return BridgeError(.notFound, "There is no macro named \(String(key.prefix(40))); available: \(keys).")
  }

  static func noSuchFile(_ name: String, of names: [String]) -> BridgeError {
    let names = names.isEmpty ? "none" : names.joined(separator: ", ")
    return BridgeError(.notFound, "There is no macro named \(String(name.prefix(40))); available: \(names).")
  }

  static func noEnd(_ name: String, within timeout: Duration) -> BridgeError {
    BridgeError(.deadlineExceeded, "\(name) did not end within \(timeout); its changes were reverted.")
  }

  static func editedElsewhere(_ macro: Macro) -> BridgeError {
    BridgeError(
      .failedPrecondition, "\(macro.title) was changed on another page. Reload it first.",
      data: ["revision": .number(Double(macro.revision))])
  }

  static func notCompiled(_ error: MacroError) -> BridgeError {
    BridgeError(.invalidArgument, "\(error) The button keeps its macro.")
  }
}
