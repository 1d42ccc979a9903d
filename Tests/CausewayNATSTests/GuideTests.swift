#if NATS
import Causeway
import CausewayNATS

private struct Order: Codable, Sendable {
  var id: Int
}

// What docs/nats.md shows: a test of the documents looks for its lines here.
private func example(bridge: Bridge, gateway: Bridge) async throws -> Order {
  // On each worker:
  let nats = try await NATSClient.connect("nats://broker.example:4222")
  try await bridge.serve(on: nats, as: "procedures", queue: "workers", permissions: ["orders.*"])

  // On a gateway:
  let remote = try await gateway.connect(to: "procedures", on: nats, idempotent: ["orders.find"])
  let order: Order = try await remote.call("orders.find", ["id": 7], timeout: .seconds(2))

  // JavaScript on the gateway awaits `bridge.call("orders.find", …)` as if the handler were there:
  gateway.forward("orders.*", to: remote)
  return order
}
#endif
