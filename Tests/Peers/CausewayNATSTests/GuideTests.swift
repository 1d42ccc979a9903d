#if NATS
import Causeway
import CausewayNATS
import CausewayQueue
import Foundation

private struct Order: Codable, Sendable {
  var id: Int
}

private func show(_ order: Order) {}

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

  // A stream of a worker; for JavaScript on the gateway it is forwarded as calls are.
  for try await order in remote.stream("orders.all", of: Order.self) { show(order) }

  // An event that workers serve with `events: ["orders.changed"]`, for the gateway's JavaScript:
  gateway.event("orders.changed") { _ in try nats.events("orders.changed", of: "procedures") }
  return order
}

// What docs/nats.md shows of identities.
private func example(bridge: Bridge) async throws {
  let shop = try await NATSClient.connect("nats://shop:secret@broker.example:4222")
  let bank = try await NATSClient.connect("nats://bank:secret@broker.example:4222")
  try await bridge.serve(on: shop, as: "procedures", permissions: ["orders.*"])
  try await bridge.serve(on: bank, as: "procedures", permissions: ["orders.*", "accounts.*"])
}

// What docs/nats.md shows of inboxes.
private func example() async throws -> NATSClient {
  var options = NATSOptions("nats://shop:secret@broker.example:4222")
  options.inboxPrefix = "_INBOX.shop"
  let client = try await NATSClient.connect(options)
  return client
}

private struct Page { var address: String }

// What docs/queue.md shows of many machines.
// swift-format-ignore
private func example(nats: NATSClient, data: Data, page: Page) async throws {
  let shared = try await JetStreamQueue("clips", on: nats, replicas: 3)   // of a cluster of at least three servers
  try await shared.put(data, key: page.address)           // on the servers' disks when this returns
}
#endif
