#if Macros
/// The overhead of the macros, compared with the same handlers written by hand.
extension Session {
  func plugins() async {
    let post = [("within the post", "number.within")]
    await calls("number, by a plugin", "number", method: "plugin", depth: 1, plain: post)
    await calls("number, async, by a plugin", "number", method: "pluginAsync", depth: 1, plain: post)
    let json = [("JSON by the C API", "json.within")]
    await calls("struct of 3 fields, @Crossing", "struct", method: "crossing", depth: 1, plain: json)
    await calls("3 named parameters, by a plugin", "struct", method: "named", depth: 1, plain: json)
    let plain = json + [("JSON by JavaScript", "text.within")]
    for kind in ["1 KB", "100 KB", "1 KB, not ASCII"] {
      await calls("\(kind) @Crossing object", kind, method: "crossings", depth: 1, plain: plain)
    }
    await calls("1,000 rows @Crossing array", "1,000 rows", method: "crossingRows", depth: 1, plain: plain)
    await beside("number, by a plugin", "number", "plugin", "a handler by hand", "number")
    await beside("number, async, by a plugin", "number", "pluginAsync", "a handler by hand", "async")
    await beside("3 named parameters, by a plugin", "struct", "named", "a Codable struct", "sample")
    await beside("struct of 3 fields, @Crossing", "struct", "crossing", "Codable", "sample")
    for kind in ["1 KB", "100 KB"] {
      await beside("\(kind) @Crossing object", kind, "crossings", "Codable", "records")
    }
  }

  private func beside(_ name: String, _ kind: String, _ method: String, _ other: String, _ otherMethod: String) async {
    await measure(name) {
      try await withHosts { _, ours in
        try await compare(
          name, ours: { try await ours.run("bench.run('\(method)', '\(kind)', 1, \($0))") },
          plain: [(other, { try await ours.run("bench.run('\(otherMethod)', '\(kind)', 1, \($0))") })])
      }
    }
  }
}
#endif
