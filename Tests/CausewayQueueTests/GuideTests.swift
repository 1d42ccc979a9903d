import CausewayQueue
import Foundation
import Testing

// What the guide's example stands among, in somebody's program.
private struct Page { var address: String }
private func write(_ note: Data, under key: String) throws {}

/// The Swift of docs/queue.md, word for word.
// swift-format-ignore
private func example(data: Data, page: Page) async throws {
  let queue = try DurableQueue(path: "clips.queue")
  try await queue.put(data, key: page.address)            // on the disk when this returns

  while let lease = try await queue.lease() {             // here, or in another process
    try write(lease.payload, under: lease.key)
    try await lease.acknowledge()
  }
}

@Suite struct GuideTests {
  @Test func `the guide shows code that compiles`() throws {
    let here = URL(filePath: #filePath)
    let guide = try String(contentsOf: here.appending(path: "../../../docs/queue.md").standardized, encoding: .utf8)
    let code = try String(contentsOf: here, encoding: .utf8)
    let blocks = guide.components(separatedBy: "```").filter { $0.hasPrefix("swift\n") }
    #expect(blocks.count == 1)
    for line in blocks.joined().split(separator: "\n") where line != "swift" {
      #expect(code.contains(line.drop { $0 == " " }))
    }
  }
}
