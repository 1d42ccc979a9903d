#if Macros
import Causeway
import CausewayTesting

/// A bridge with the radio, and the client's end of a connection to it.
final class Loop: Sendable {
  let bridge = Bridge()
  let radio = Radio()
  let caller: Connection

  init(permissions: Permissions = .all) {
    bridge.register(radio)
    bridge.register(Counter())
    let (left, right) = LoopbackTransport.pair()
    _ = bridge.connect(left, permissions: permissions)
    caller = Bridge().connect(right, permissions: .all)
  }

  deinit { caller.close() }

  /// The result as JSON.
  func call(_ method: String, _ params: BridgeValue = .undefined) async throws -> BridgeValue {
    try await caller.call(method, params, returning: BridgeValue.self)
  }

  /// The error of a call that must fail.
  func failure(_ method: String, _ params: BridgeValue = .undefined) async -> BridgeError? {
    do {
      _ = try await call(method, params)
      return nil
    } catch {
      return error as? BridgeError
    }
  }
}
#endif
