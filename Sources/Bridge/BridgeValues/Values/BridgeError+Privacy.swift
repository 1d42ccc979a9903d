extension BridgeError {
  /// Keeps an error's description in this process if it was not written for the other side.
  ///
  /// The description of a plain Swift type contains all of its values, such as a password.
  package struct Privacy: Sendable {
    /// The name of the error's type, which may cross.
    package let type: String
    /// The beginning of the message, for both sides.
    let place: String

    /// The message that the other side receives.
    ///
    /// - Parameter id: names the error in the log; nil for one that was not logged.
    func message(id: String?) -> String {
      place + "\(type) was thrown" + (id.map { "; for details see error \($0) in the log." } ?? ".")
    }
  }

  /// Whether it or one of its causes has a message that is not for the other side.
  package var isPrivate: Bool { privacy != nil || causes.contains(where: \.isPrivate) }

  /// The error with the message that may cross.
  package func concealed(id: String) -> BridgeError {
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

  /// The error with its full description, for a side that may see it.
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
