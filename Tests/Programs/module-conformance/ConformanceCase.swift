import Foundation
import JavaScriptRuntime
import Synchronization

/// One test of test262: its text, and what its front matter says.
struct ConformanceCase: Sendable {
  let name: String
  private let suite: String
  private let text: String
  private let flags: [String]
  private let includes: [String]
  /// The class of the error that the test ends with; nil for one that ends well.
  private let error: String?

  /// - Returns: nil for a test without front matter.
  init?(name: String, suite: String) {
    guard let text = try? String(contentsOfFile: "\(suite)/\(name)", encoding: .utf8),
      let start = text.range(of: "/*---"), let end = text.range(of: "---*/")
    else { return nil }
    self.name = name
    self.suite = suite
    self.text = text
    let lines = text[start.upperBound..<end.lowerBound].split(separator: "\n").map(String.init)
    func list(_ key: String) -> [String] {
      guard let index = lines.firstIndex(where: { $0.hasPrefix(key + ":") }) else { return [] }
      let rest = lines[index].dropFirst(key.count + 1)
      if let open = rest.firstIndex(of: "["), let close = rest.firstIndex(of: "]") {
        return rest[rest.index(after: open)..<close].split(separator: ",").map { String($0.filter { $0 != " " }) }
      }
      return lines[(index + 1)...].prefix { $0.hasPrefix("  - ") || $0.hasPrefix("- ") }
        .map { String($0.split(separator: " ").last ?? "") }
    }
    flags = list("flags")
    includes = list("includes")
    let negative = lines.drop { !$0.hasPrefix("negative:") }
    error = negative.first { $0.hasPrefix("  ") && $0.contains("type:") }
      .map { String($0.split(separator: ":")[1].filter { $0 != " " }) }
  }

  /// Runs the test in a runtime of its own; nil when it passes.
  func failure() async -> String? {
    let lines = Lines()
    var configuration = RuntimeConfiguration()
    configuration.console = .handler { _, text in lines.add(text) }
    // Rejections that nobody handles end no test.
    configuration.onUncaught = { error, kind in if kind == .exception { lines.add("uncaught: \(error)") } }
    configuration.evaluationLimit = .seconds(20)
    do {
      configuration.modules = ModuleConfiguration(SuiteLoader(files: try .files(under: suite)))
      configuration.modules?.deadline = .seconds(20)
      let runtime = try await JavaScriptRuntime(configuration)
      let outcome = await run(in: runtime)
      await runtime.close()
      return verdict(outcome, lines.all)
    } catch {
      return "\(error)"
    }
  }

  private func run(in runtime: JavaScriptRuntime) async -> JavaScriptError? {
    do throws(JavaScriptError) {
      try await runtime.evaluate("globalThis.print = (text) => console.log(`${text}`)", url: "print.js")
      if !flags.contains("raw") {
        let harness = ["assert.js", "sta.js"] + (flags.contains("async") ? ["doneprintHandle.js"] : []) + includes
        for file in harness {
          guard let script = try? String(contentsOfFile: "\(suite)/harness/\(file)", encoding: .utf8) else { continue }
          try await runtime.evaluate(script, url: file)
        }
      }
      if flags.contains("module") {
        try await runtime.run(module: "./\(name)")
      } else {
        let source = flags.contains("onlyStrict") ? "\"use strict\"; " + text : text
        try await runtime.evaluate(source, url: ModuleURL(filePath: "\(suite)/\(name)").description)
        await runtime.waitUntilIdle()
      }
      return nil
    } catch {
      return error
    }
  }

  private func verdict(_ outcome: JavaScriptError?, _ lines: [String]) -> String? {
    if let error {
      guard let outcome else { return "ends well instead of with \(error)" }
      // The harness's own error is no `Error`.
      let matches = outcome.details?.name == error || outcome.message.hasPrefix("Uncaught \(error)")
      return matches ? nil : "ends with \(outcome) instead of \(error)"
    }
    if let outcome { return "\(outcome)" }
    guard flags.contains("async") else { return lines.first { $0.hasPrefix("uncaught:") } }
    return lines.contains("Test262:AsyncTestComplete") ? nil : lines.joined(separator: "; ") + " (never done)"
  }
}

/// The suite's files, all of which are modules: their texts do not always say so.
struct SuiteLoader: ModuleLoader {
  let files: TreeModuleLoader
  var base: ModuleURL { files.base }

  func resolve(
    _ specifier: String, from referrer: ModuleURL, by kind: ModuleRequestKind
  ) throws(ModuleError) -> ModuleURL {
    try files.resolve(specifier, from: referrer, by: kind)
  }

  func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource {
    var source = try files.loadNow(url, as: format)
    source.format = source.format ?? .module
    return source
  }
}

/// What a test prints.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}
