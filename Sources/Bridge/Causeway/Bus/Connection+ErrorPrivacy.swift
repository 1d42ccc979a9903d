import Logging

extension Connection {
  /// The error as the other side may see it; the rest is logged.
  package func crossing(_ error: BridgeError) -> BridgeError {
    guard error.isPrivate else { return error }
    if bridge.exposesErrorDescriptions { return error.exposed }
    let id = String(UInt32.random(in: 1...(.max)), radix: 16)
    bridge.logger.error(
      "A handler failed with an error that does not define how it crosses.",
      metadata: [
        "errorID": "\(id)", "method": "\(error.method ?? "")", "connection": "\(name)",
        "type": "\(error.privacy?.type ?? error.name ?? "")", "error": "\(error.message)",
      ].merging(error.causes.isEmpty ? [:] : ["causes": .array(error.causes.map { "\($0.message)" })]) { $1 })
    return error.concealed(id: id)
  }
}
