/// Something around every call that comes in: it may look, measure, refuse, change the parameters or the result, or try
/// again.
public protocol BridgeMiddleware: Sendable {
  /// Handles a call, usually by way of `next`.
  ///
  /// - Parameters:
  ///   - call: the method and the caller.
  ///   - params: what the handler is to be given.
  ///   - next: the rest of the chain, with the handler at its end. May be called again after it threw.
  func intercept(
    _ call: CallContext, _ params: Payload, next: @Sendable (Payload) async throws -> Payload
  ) async throws -> Payload
}

struct MiddlewareChain: Sendable {
  private let rest: ArraySlice<any BridgeMiddleware>
  private let call: CallContext
  private let handler: @Sendable (Payload) async throws -> Payload

  init(
    _ rest: ArraySlice<any BridgeMiddleware>, call: CallContext,
    handler: @escaping @Sendable (Payload) async throws -> Payload
  ) {
    self.rest = rest
    self.call = call
    self.handler = handler
  }

  func run(_ params: Payload) async throws -> Payload {
    guard let first = rest.first else { return try await handler(params) }
    let next = MiddlewareChain(rest.dropFirst(), call: call, handler: handler)
    return try await first.intercept(call, params) { try await next.run($0) }
  }
}
