/// `$/contract`: the members that this connection may use, and whether the other side was built for them.
extension Connection {
  private struct Expected: Decodable {
    let hash: String
    let members: [String: String]
  }

  func answerContract(_ params: Payload) -> Result<Payload, BridgeError> {
    Result { () throws(BridgeError) in
      let expected = try params.decode(Expected?.self, limits: limits)
      if let expected { try compare(expected) }
      return .string(bridge.contractText(for: permissions, limits: limits))
    }
  }

  /// - Throws: `FAILED_PRECONDITION` with the members that differ.
  private func compare(_ expected: Expected) throws(BridgeError) {
    let contract = bridge.contract
    guard expected.hash != contract.hash else { return }
    var changed: [String] = []
    var missing: [String] = []
    for (name, hash) in expected.members {
      guard let own = contract.members[name] else {
        missing.append(name)
        continue
      }
      if own != hash { changed.append(name) }
    }
    guard !changed.isEmpty || !missing.isEmpty else { return }
    let sentences = [(changed, "changed"), (missing, "missing")].filter { !$0.0.isEmpty }.map { names, what in
      "\(names.sorted().prefix(20).joined(separator: ", ")) \(names.count == 1 ? "is" : "are") \(what)"
    }
    throw BridgeError(
      .failedPrecondition, "This client was built for different declarations: \(sentences.joined(separator: "; ")).",
      data: [
        "changed": .array(changed.sorted().map { .string($0) }),
        "missing": .array(missing.sorted().map { .string($0) }),
      ])
  }
}

extension Connection {
  /// Methods on which globals of JavaScript stand: `fetch` exists where this connection may call `http.fetch`.
  private static let methodsOfGlobals = ["http.fetch", "http.websocket"]

  /// The methods among these that this connection may call now.
  package var methodsForGlobals: [String] {
    Connection.methodsOfGlobals.filter { name in
      bridge.registry.handler(name).map { permissions.allows($0.permission) } ?? false
    }
  }
}

extension Bridge {
  /// Changes when the answer of `$/contract` changes, except for the values of constants.
  package var contractHash: String { contract.hash }

  /// The answer of `$/contract` to a connection with these permissions.
  ///
  /// It is a text, so that a link can answer at once or include it in its handshake.
  package func contractText(for permissions: Permissions, limits: Limits) -> String {
    let writer = JSONWriter(isWire: true)
    writer.write(contract(for: permissions, limits: limits))
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// `{"hash": …, "members": {"wifi.scan": {"kind": "method"}, …}}`: only what is allowed.
  private func contract(for permissions: Permissions, limits: Limits) -> BridgeValue {
    var members = BridgeObject()
    for member in describe(for: permissions).members {
      var entry: BridgeObject = ["kind": .string(member.kind.rawValue)]
      if case .positional(let fields) = member.parameters { entry["arguments"] = .number(Double(fields.count)) }
      if member.kind == .constant {
        guard let value = try? plugins.record(member.name)?.constant?().value(limits: limits) else { continue }
        entry["value"] = value
      }
      members[member.name] = .object(entry)
    }
    return ["hash": .string(contract.hash), "members": .object(members)]
  }
}
