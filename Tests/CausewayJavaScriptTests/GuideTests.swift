import Causeway
import CausewayJavaScript
import Foundation
import Testing

// Declarations that the guide's example needs.
private struct Step: Codable { var number: Int }
private struct Session { var id: String }

/// The Swift example of docs/pool.md, verbatim.
// swift-format-ignore
private func example(bridge: Bridge, model: String, input: String, session: Session) async throws -> (String, Step) {
  let pool = try await JavaScriptRuntimePool(bridge: bridge, permissions: ["rows.query"]) { runtime in
    try await runtime.run(file: "templates.js")              // once in each
  }
  let html: String = try await pool.call("render", model)                    // the least busy
  let next: Step = try await pool.call("advance", input, for: session.id)    // always the same one
  try await pool.withRuntime { runtime in try await runtime.evaluate("…") }
  await pool.close()
  return (html, next)
}

@Suite struct GuideTests {
  /// A guide, the test target with its Swift code, and the number of its code blocks.
  @Test(arguments: [
    ("javascriptcore", "JavaScriptCoreTests", 1), ("network", "LinuxNetworkTests", 1),
    ("pool", "CausewayJavaScriptTests", 1), ("process", "CausewayProcessTests", 3), ("queue", "CausewayQueueTests", 1),
    ("web-view", "CausewayWebKitTests", 2),
  ])
  func `the guides show code that compiles`(guide: String, tests: String, count: Int) throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let text = try String(contentsOf: root.appending(path: "docs/\(guide).md"), encoding: .utf8)
    let code = try String(contentsOf: root.appending(path: "Tests/\(tests)/GuideTests.swift"), encoding: .utf8)
    let blocks = text.components(separatedBy: "```").filter { $0.hasPrefix("swift\n") }
    let compiled = blocks.filter { block in
      block.split(separator: "\n").dropFirst().allSatisfy { code.contains($0.drop { $0 == " " }) }
    }
    #expect(compiled.count == count)
  }
}
