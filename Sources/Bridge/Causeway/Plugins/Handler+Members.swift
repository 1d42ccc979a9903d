/// The work of methods that macros register.
extension Handler.Work {
  /// A method that is called at once.
  static func method(_ name: String, _ body: @escaping @Sendable (PluginArguments) throws -> Payload) -> Self {
    .direct { params, limits in
      do {
        return try body(PluginArguments(params, limits: limits, method: name))
      } catch let mismatch as ValueMismatch {
        throw BridgeError(decoding: mismatch, root: "params")
      }
    }
  }

  /// A method that is called at once, with the context of its call.
  static func methodInContext(
    _ name: String, _ body: @escaping @Sendable (PluginArguments, CallContext) throws -> Payload
  ) -> Self {
    .directInContext { params, call in
      do {
        return try body(PluginArguments(params, limits: call.connection.limits, method: name), call)
      } catch let mismatch as ValueMismatch {
        throw BridgeError(decoding: mismatch, root: "params")
      }
    }
  }

  /// A method that may suspend.
  static func asyncMethod(
    _ name: String, _ body: @escaping @Sendable (PluginArguments, CallContext) async throws -> Payload
  ) -> Self {
    .call { params, call in
      do {
        return try await body(PluginArguments(params, limits: call.connection.limits, method: name), call)
      } catch let mismatch as ValueMismatch {
        throw BridgeError(decoding: mismatch, root: "params")
      }
    }
  }

  /// A method that returns a sequence.
  static func stream<Items: AsyncSequence & Sendable>(
    _ name: String, _ policy: StreamPolicy,
    _ body: @escaping @Sendable (PluginArguments, CallContext) async throws -> Items
  ) -> Self where Items.Element: Encodable & Sendable {
    let work: Handler.Stream = { params, call, sender in
      let limits = call.connection.limits
      let items: Items
      do {
        items = try await body(PluginArguments(params, limits: limits, method: name), call)
      } catch let mismatch as ValueMismatch {
        throw BridgeError(decoding: mismatch, root: "params")
      }
      try await sender.send(each: items, limits: limits)
    }
    return .stream(work, policy)
  }
}
