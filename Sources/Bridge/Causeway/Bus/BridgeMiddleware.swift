/// A wrapper around every incoming call: it may inspect, measure, refuse or retry a call, or change its parameters or
/// result.
public protocol BridgeMiddleware: Sendable {
  /// Handles a call, usually by way of `next`.
  ///
  /// - Parameters:
  ///   - call: the method and the caller.
  ///   - params: the parameters for the handler.
  ///   - next: the rest of the chain, with the handler at its end. May be called again after an error.
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
