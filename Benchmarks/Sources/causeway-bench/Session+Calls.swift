import Causeway

/// JavaScript awaits: the same loop in JavaScript on both sides, timed there.
extension Session {
  func numbers(depths: [Int]) async {
    for depth in depths {
      await calls(
        "number", "number", method: "number", depth: depth,
        plain: [("within the post", "number.within"), ("from a queue", "number.queued")])
    }
    for depth in depths {
      await calls(
        "number, async handler", "number", method: "async", depth: depth,
        plain: [("within the post", "number.within"), ("from a queue", "number.queued")])
    }
    for (name, method) in [("number, handler suspends", "later"), ("number, concurrent handler", "concurrent")] {
      let plain = [("on another thread", "number.thread")]
      for depth in depths { await calls(name, "number", method: method, depth: depth, plain: plain) }
    }
  }

  func objects(depths: [Int]) async {
    for depth in depths {
      await calls(
        "struct of 3 fields", "struct", method: "sample", depth: depth,
        plain: [
          ("JSON by the C API", "json.within"), ("JSON, from a queue", "json.queued"),
          ("passed through", "value.within"),
        ])
    }
    let plain = [("JSON by the C API", "json.within"), ("JSON by JavaScript", "text.within")]
    for kind in ["1 KB", "100 KB", "1 KB, not ASCII"] {
      await calls("\(kind) Codable object", kind, method: "records", depth: 1, plain: plain)
      await calls("\(kind) BridgeValue", kind, method: "any", depth: 1, plain: plain)
    }
    await calls("1,000 rows Codable array", "1,000 rows", method: "rows", depth: 1, plain: plain)
    await calls("1,000 rows BridgeValue", "1,000 rows", method: "any", depth: 1, plain: plain)
    let bytes = "1 MB of bytes"
    await calls(
      bytes, bytes, method: "bytes", depth: 1,
      plain: [("one copy", "bytes.copied"), ("passed through", "value.within")])
  }

  func calls(
    _ name: String, _ kind: String, method: String, depth: Int, plain: [(name: String, method: String)]
  ) async {
    await measure(name) {
      try await withHosts { c, ours in
        try await compare(
          name, depth: depth,
          ours: { try await ours.run("bench.run('\(method)', '\(kind)', \(depth), \($0))") },
          plain: plain.map { plain in
            (plain.name, { try c.run("bench.run('\(plain.method)', '\(kind)', \(depth), \($0))") })
          })
      }
    }
  }

  /// Makes new hosts for each measurement, so that none inherits a heap or compiled code.
  func withHosts(_ body: (PlainHost, OurHost) async throws -> Void) async throws {
    let c = PlainHost()
    let ours = try await OurHost()
    do {
      try await body(c, ours)
      let left = (c: c.pending, ours: ours.pending)
      if left != (0, 0) { throw Failure("calls are left pending: \(left)") }
    } catch {
      await ours.close()
      throw error
    }
    await ours.close()
  }
}
