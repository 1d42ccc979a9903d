import Causeway
import CausewayWebKit
import Foundation
import Testing

/// The Swift of docs/web-view.md, word for word.
// swift-format-ignore
private func example(bridge: Bridge, model: String) async throws -> (String, WebPermissions) {
  let window = try await WebViewWindow(
    bridge: bridge, permissions: ["network.*"], folder: AssetFolder("Site"), title: "Network")
  let html: String = try await window.view.connection.call("render", model)   // a handler of the page's
  await window.closed()
  let permissions =
    WebPermissions(["app://main": .all], frames: ["https://player.example.org": ["media.*"]])
  return (html, permissions)
}

@Suite struct GuideTests {
  @Test func `the guide shows code that compiles`() throws {
    let here = URL(filePath: #filePath)
    let guide = try String(contentsOf: here.appending(path: "../../../docs/web-view.md").standardized, encoding: .utf8)
    let code = try String(contentsOf: here, encoding: .utf8)
    let blocks = guide.components(separatedBy: "```").filter { $0.hasPrefix("swift\n") }
    #expect(blocks.count == 2)
    for line in blocks.joined().split(separator: "\n") where line != "swift" {
      #expect(code.contains(line.drop { $0 == " " }))
    }
  }
}
