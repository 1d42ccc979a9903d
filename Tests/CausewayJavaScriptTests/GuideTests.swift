import Causeway
import CausewayJavaScript
import Foundation
import Testing

// What the guide's example stands among, in somebody's program.
private struct Step: Codable { var number: Int }
private struct Session { var id: String }

/// The Swift of docs/pool.md, word for word.
// swift-format-ignore
private func example(bridge: Bridge, model: String, input: String, session: Session) async throws -> (String, Step) {
  let pool = try await JavaScriptRuntimePool(bridge: bridge, permissions: ["rows.query"]) { runtime in
    try await runtime.run(file: "templates.js")              // once in each
  }
  let html: String = try await pool.call("render", with: model)                    // the least busy
  let next: Step = try await pool.call("advance", with: input, for: session.id)    // always the same one
  try await pool.withRuntime { runtime in try await runtime.evaluate("…") }
  await pool.close()
  return (html, next)
}

@Suite struct GuideTests {
  @Test func `the guide shows code that compiles`() throws {
    let here = URL(filePath: #filePath)
    let guide = try String(contentsOf: here.appending(path: "../../../docs/pool.md").standardized, encoding: .utf8)
    let code = try String(contentsOf: here, encoding: .utf8)
    let blocks = guide.components(separatedBy: "```").filter { $0.hasPrefix("swift\n") }
    #expect(blocks.count == 1)
    for line in blocks.joined().split(separator: "\n") where line != "swift" {
      #expect(code.contains(line.drop { $0 == " " }))
    }
  }
}
