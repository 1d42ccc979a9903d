#if Plugins
import CausewayQueue
import Foundation

// The names that the example of the guide uses from its program.
private struct Page { var address: String }
private func write(_ note: Data, under key: String) throws {}

/// The Swift code of docs/queue.md, word for word.
// swift-format-ignore
private func example(data: Data, page: Page) async throws {
  let queue = try DurableQueue(path: "clips.queue")
  try await queue.put(data, key: page.address)            // on the disk when this returns

  while let lease = try await queue.lease() {             // here, or in another process
    try write(lease.payload, under: lease.key)
    try await lease.acknowledge()
  }
}
#endif
