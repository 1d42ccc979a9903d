#if Plugins
import Causeway
import CausewayTesting

@testable import CausewayHTTP

/// A connection to an HTTP plugin that may use a test's servers.
final class PluginSession: Sendable {
  let caller: Connection

  /// - Parameters:
  /// - ports: the ports of listed servers on loopback.
  ///   - internet: origins that require a public address.
  ///   - addresses: fixed addresses of names.
  init(
    _ ports: Int..., internet: [String] = [], addresses: [String: String] = [:], permissions: Permissions = .all,
    _ change: (inout HTTPLimits) -> Void = { _ in }
  ) throws {
    var limits = HTTPLimits()
    change(&limits)
    let origins = try HTTPOrigins(internet, local: ports.map { "http://127.0.0.1:\($0)" })
    let bridge = Bridge()
    bridge.register(HTTPPlugin(origins: origins, limits: limits, addresses: addresses))
    let (left, right) = LoopbackTransport.pair()
    _ = bridge.connect(left, permissions: permissions)
    caller = Bridge().connect(right, permissions: .all)
  }

  deinit { caller.close() }

  func call(_ method: String, _ url: String, _ options: BridgeObject = [:]) async throws -> BridgeValue {
    var options = options
    options["url"] = .string(url)
    return try await caller.call("http.\(method)", BridgeValue.object(options), returning: BridgeValue.self)
  }

  /// The error of a call that must fail.
  func failure(_ method: String, _ url: String, _ options: BridgeObject = [:]) async -> BridgeError? {
    do {
      _ = try await call(method, url, options)
      return nil
    } catch {
      return error as? BridgeError
    }
  }
}

extension RawServer {
  func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }
}
#endif
