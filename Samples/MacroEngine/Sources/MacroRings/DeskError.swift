import Causeway
import MacroEngine

/// What the desk tells a page that asked for something impossible.
enum DeskError {
  static func noSuchMacro(_ key: String) -> BridgeError {
    let keys = Macro.standard.map(\.key).joined(separator: ", ")
    return BridgeError(.notFound, "There is no macro named \(String(key.prefix(40))): there are \(keys).")
  }

  static func editedElsewhere(_ macro: Macro) -> BridgeError {
    BridgeError(
      .failedPrecondition, "\(macro.title) was changed on another page meanwhile. Look at that first.",
      data: ["revision": .number(Double(macro.revision))])
  }

  static func notCompiled(_ error: MacroError) -> BridgeError {
    BridgeError(.invalidArgument, "\(error) The button does what it did before.")
  }
}
