/// Authorizes each call: an error refuses it.
public struct AuthorizingMiddleware: BridgeMiddleware {
  private let authorize: @Sendable (CallContext) async throws -> Void

  /// Refuses the calls for which `authorize` throws, with the error that it throws.
  public init(_ authorize: @escaping @Sendable (CallContext) async throws -> Void) { self.authorize = authorize }

  /// Handles a call with the rest of the chain.
  public func intercept(
    _ call: CallContext, _ params: Payload, next: @Sendable (Payload) async throws -> Payload
  ) async throws -> Payload {
    try await authorize(call)
    return try await next(params)
  }
}

/// Retries calls that failed for a temporary reason.
///
/// For handlers that may run twice.
public struct RetryingMiddleware: BridgeMiddleware {
  private let attempts: Int
  private let codes: Set<BridgeError.Code>
  private let methods: Permissions

  /// Runs the handlers that `methods` names up to `attempts` times while they fail with one of `codes`.
  public init(methods: Permissions, attempts: Int = 3, codes: Set<BridgeError.Code> = [.unavailable, .aborted]) {
    self.methods = methods
    self.attempts = max(1, attempts)
    self.codes = codes
  }

  /// Handles a call with the rest of the chain.
  public func intercept(
    _ call: CallContext, _ params: Payload, next: @Sendable (Payload) async throws -> Payload
  ) async throws -> Payload {
    guard methods.allows(call.method) else { return try await next(params) }
    var attempt = 1
    while true {
      do {
        return try await next(params)
      } catch  where attempt < attempts && codes.contains(BridgeError(error).code) && !call.isSettled {
        attempt += 1
      }
    }
  }
}
