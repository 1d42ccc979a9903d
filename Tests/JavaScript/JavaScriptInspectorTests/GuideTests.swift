import Causeway
import CausewayJavaScript
import DebugSupport
import Foundation
import JavaScriptInspector
import JavaScriptModules
import JavaScriptRuntime
import TestSupport
import Testing

/// The Swift example of docs/debugging.md, verbatim.
private func countedRun(of directory: String, into folder: String) async throws -> CoverageReport {
  let coverage = try CodeCoverage()
  var configuration = RuntimeConfiguration()
  configuration.modules = ModuleConfiguration(try .files(under: directory))
  coverage.prepare(&configuration)
  let runtime = try await JavaScriptRuntime(configuration)
  try await coverage.start()
  try await runtime.import("./test.js")
  let report = try await coverage.report()
  try report.add(toDirectory: folder)
  return report
}

/// The second Swift example, verbatim.
private func debuggedRuntime() async throws -> (JavaScriptRuntime, DebugServer) {
  let server = try DebugServer()
  var settings = Bridge.Configuration()
  settings.clock = server.clock
  let bridge = Bridge(settings)
  var configuration = RuntimeConfiguration()
  server.prepare(&configuration)
  let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["wifi.*"], configuration: configuration)
  await server.waitForDebugger()
  return (runtime, server)
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct GuideTests {
  /// In a process of its own, as the next one.
  @Test func `a program waits for its debugger`() async {
    await #expect(processExitsWith: .success) {
      let directory = FileManager.default.temporaryDirectory.appending(path: "causeway-guide-\(UUID().uuidString)")
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      defer { try? FileManager.default.removeItem(at: directory) }
      setenv("XDG_RUNTIME_DIR", directory.path, 1)
      let address = try DebugAddress.standardPath(of: getpid())
      async let attached: Void = {
        // The socket is there when the server is.
        try await eventually("a debugger is attached") {
          do {
            try await DebugClient.run(address: address) { client in
              try client.attach()
              _ = try client.request("threads")
            }
            return true
          } catch is DebugClient.Ended {
            return false
          }
        }
      }()
      let (runtime, server) = try await debuggedRuntime()
      try await attached
      await runtime.close()
      await server.end()
    }
  }

  /// In a process of its own: the engine's inspector is that of the first contexts.
  @Test func `the code of a runtime is counted, and runs are added`() async throws {
    await #expect(processExitsWith: .success) { try await GuideTests.countTwice() }
  }

  private static func countTwice() async throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let texts = [
      "test.js": "import { half } from './half.js';\nhalf(4);\nhalf(8);\n",
      "half.js": "export function half(n) {\n  return n / 2;\n}\nexport function twice(n) {\n  return n * 2;\n}\n",
    ]
    for (name, text) in texts {
      try text.write(to: directory.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let folder = directory.appendingPathComponent("coverage").path
    let report = try await countedRun(of: directory.path, into: folder)
    let half = try #require(report.files.first { $0.path.hasSuffix("/half.js") })
    #expect(half.lines[2] == 2)
    #expect(half.functions.map(\.name) == ["half", "twice"])
    #expect(half.functions.map(\.count) == [2, 0])
    #expect(half.missedLines == [5...5])
    let row = report.table.split(separator: "\n").first { $0.hasPrefix("half.js ") } ?? ""
    #expect(
      row.split(separator: " ") == ["half.js", "50", "%", "(1/2)", "50", "%", "(1/2)", "-", "5"], "\(report.table)")
    #expect(try CoverageReport(lcov: report.lcov) == report)

    let sum = try report.add(toDirectory: folder)
    #expect(sum.files.first { $0.path.hasSuffix("/half.js") }?.lines[2] == 4)
    let page = try String(contentsOfFile: folder + "/index.html", encoding: .utf8)
    #expect(page.contains("return n / 2;"))
    #expect(throws: InspectorError.self) { try report.add(toDirectory: "/dev/null/coverage") }

    // The engine has one inspector a process.
    let error = #expect(throws: InspectorError.self) { try CodeCoverage() }
    #expect(error?.code == .failedPrecondition)
  }

  @Test func `the guide shows the code that runs here`() throws {
    let text = try String(contentsOf: repositoryFile("docs/debugging.md"), encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(!blocks.isEmpty)
    for block in blocks {
      for line in block.split(separator: "\n") { #expect(source.contains(line), "\(line)") }
    }
  }
}
