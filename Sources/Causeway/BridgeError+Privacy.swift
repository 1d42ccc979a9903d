import Logging

extension BridgeError {
  /// Keeps the description of an error in this process that was not written for the other side.
  ///
  /// A plain Swift type is described by all that is in it, such as a password.
  struct Privacy: Sendable {
    /// The name of the error's type, which may cross.
    let type: String
    /// What begins the message, for both sides.
    let place: String

    /// The message that the other side receives.
    ///
    /// - Parameter id: names the error in the log; nil for one that was not logged.
    func message(id: String?) -> String {
      place + "\(type) was thrown" + (id.map { "; the log has more of error \($0)." } ?? ".")
    }
  }

  /// Whether it or an error behind it has a message that is not for the other side.
  var isPrivate: Bool { privacy != nil || causes.contains(where: \.isPrivate) }

  /// The error with its message as it may cross.
  func concealed(id: String) -> BridgeError {
    var error = self
    error.causes = causes.map { $0.concealed(id: id) }
    guard let privacy else { return error }
    error.message = privacy.message(id: id)
    var data = BridgeObject()
    if case .object(let known)? = self.data { data = known }
    data["errorID"] = .string(id)
    data["type"] = .string(privacy.type)
    error.data = .object(data)
    return error
  }

  /// The error with its whole description, for a side that may see it.
  package var exposed: BridgeError {
    guard isPrivate else { return self }
    var error = self
    error.causes = causes.map(\.exposed)
    guard let privacy else { return error }
    let isNamed = !privacy.place.isEmpty || message.hasPrefix(privacy.type)
    error.message = isNamed ? message : "\(privacy.type): \(message)"
    return error
  }
}

extension Connection {
  /// The error as the other side may see it; what it may not see is logged.
  func crossing(_ error: BridgeError) -> BridgeError {
    guard error.isPrivate else { return error }
    if bridge.exposesErrorDescriptions { return error.exposed }
    let id = String(UInt32.random(in: 1...(.max)), radix: 16)
    bridge.logger.error(
      "A handler failed with an error that does not say how it crosses.",
      metadata: [
        "errorID": "\(id)", "method": "\(error.method ?? "")", "connection": "\(name)",
        "type": "\(error.privacy?.type ?? error.name ?? "")", "error": "\(error.message)",
      ].merging(error.causes.isEmpty ? [:] : ["causes": .array(error.causes.map { "\($0.message)" })]) { $1 })
    return error.concealed(id: id)
  }
}
