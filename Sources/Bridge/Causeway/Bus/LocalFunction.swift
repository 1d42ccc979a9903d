import Synchronization

/// A closure of Swift's that the other side can call.
final class LocalFunction: Callable {
  typealias Body = @Sendable (Payload, Limits) async throws -> Payload

  let name: String
  private let body: Body
  private let types: HandlerTypes
  private let isReleased = Atomic<Bool>(false)

  init(name: String, types: HandlerTypes, _ body: @escaping Body) {
    self.name = name
    self.types = types
    self.body = body
  }

  var limits: Limits { Limits() }
  var identity: ReferentIdentity { ReferentIdentity(owner: ObjectIdentifier(self)) }

  func requireUsable() throws(BridgeError) {
    if isReleased.load(ordering: .acquiring) { throw BridgeError(.notFound, "\(name) was released.") }
  }

  func call(_ params: Payload, timeout: Timeout) async throws -> Payload { try await perform(params, limits) }

  private func perform(_ params: Payload, _ limits: Limits) async throws -> Payload {
    try requireUsable()
    return try await body(params, limits)
  }

  func keep() throws(BridgeError) -> LocalFunction {
    try requireUsable()
    return self
  }

  func release() { isReleased.store(true, ordering: .releasing) }

  func makeHandler(_ method: String?, name: String) -> Handler? {
    guard method == nil else { return nil }
    return Handler(
      name: name, work: .call { params, call in try await self.perform(params, call.connection.limits) },
      execution: .immediate, timeout: .standard, types: types)
  }
}
