import Synchronization

/// The bridge's own methods, whose names begin with `$/`, and events.
extension Connection {
  /// Answers a method whose name begins with `$/`; nil when it is none of the bridge's.
  func answerReserved(_ request: CallRequest) -> Result<Payload, BridgeError>? {
    switch request.method {
    case "$/subscribe": subscribe(request.params)
    case "$/unsubscribe": unsubscribe(request.params)
    case "$/methods":
      Result { () throws(BridgeError) in
        try Payload(encoding: bridge.registry.names(allowed: permissions), limits: limits)
      }
    case "$/contract": answerContract(request.params)
    case "$/release" where carriesReferences: answerRelease(request.params)
    default: nil
    }
  }

  private struct Subscription: Decodable { let event: String }

  private func subscribe(_ params: Payload) -> Result<Payload, BridgeError> {
    Result { () throws(BridgeError) in
      let event = try params.decode(Subscription.self, limits: limits).event
      guard event.utf8.count <= limits.nameLength else {
        throw .exhausted("nameLength", maximum: limits.nameLength, "An event name of \(event.utf8.count) characters")
      }
      let permission = bridge.plugins.permission(ofEvent: event)
      guard permissions.allows(permission) else { throw permissions.refusal(of: event, permission: permission) }
      let isWithin = subscriptions.withLock { events in
        guard events.count < limits.subscriptions || events.contains(event) else { return false }
        events.insert(event)
        return true
      }
      if isWithin { beginEventTask(event) }
      guard isWithin else {
        throw .exhausted("subscriptions", maximum: limits.subscriptions, "The number of subscriptions")
      }
      return .undefined
    }
  }

  private func unsubscribe(_ params: Payload) -> Result<Payload, BridgeError> {
    Result { () throws(BridgeError) in
      let event = try params.decode(Subscription.self, limits: limits).event
      _ = subscriptions.withLock { $0.remove(event) }
      endEventTask(event)
      return .undefined
    }
  }

  // MARK: Events

  /// Sends an event to the other side if it has a listener.
  public func emit(_ event: String, _ value: some Encodable & Sendable) throws(BridgeError) {
    guard subscriptions.withLock({ $0.contains(event) }) else { return }
    send(.event(event, try Payload(encoding: value, root: event, limits: limits)))
  }
}
