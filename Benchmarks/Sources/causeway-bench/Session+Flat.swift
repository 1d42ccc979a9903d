/// Whether the cost of a call depends on the number of calls, handlers and earlier calls.
extension Session {
  func flatness() async {
    await beside("number, 100,000 in flight", depth: 100_000, "10 in flight", fewDepth: 10)
    await beside("number, async, 100,000 in flight", method: "async", depth: 100_000, "10 in flight", fewDepth: 10)
    await beside("number, 10,000 handlers", handlers: 10_000, "10 handlers")
    await beside("number, after 10,000,000 calls", before: 10_000_000, "after none")
  }

  private func beside(
    _ name: String, method: String = "number", depth: Int = 256, handlers: Int = 10, before: Int = 0, _ few: String,
    fewDepth: Int = 256
  ) async {
    await measure(name) {
      let (many, little) = (try await OurHost(handlers: handlers), try await OurHost(handlers: 10))
      if before > 0 { _ = try await many.run("bench.run('\(method)', 'number', \(depth), \(before))") }
      try await compare(
        name, depth: depth,
        ours: { try await many.run("bench.run('\(method)', 'number', \(depth), \(max($0, depth)))") },
        plain: [(few, { try await little.run("bench.run('\(method)', 'number', \(fewDepth), \($0))") })])
      await many.close()
      await little.close()
    }
  }
}
