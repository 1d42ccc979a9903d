#if Macros
import Foundation
import TestSupport
import Testing

/// The Swift compiler, with the macros that were built beside these tests.
enum Compiler {
  /// The compiler's output for one source.
  struct Result {
    /// The macros' diagnostics, as `line:column message`, with the fix-its in brackets.
    var problems: [String] = []
    /// The expansions of `@Plugin` and `@Crossing` in the order of the source, without `#sourceLocation` lines.
    var expansions: [String] = []
    /// The compiler's own diagnostics, as `line message`.
    var complaints: [String] = []
  }

  /// Type-checks a source.
  static func check(_ source: String) throws -> Result {
    let directory = FileManager.default.temporaryDirectory.appending(path: "causeway-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "Module.swift")
    try Data(("import Causeway; import CausewayExport\n" + source).utf8).write(to: file)
    let output = directory.appending(path: "output")
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-diagnostic-style", "llvm",
      "-I", products.appending(path: "Modules").path(), "-load-plugin-executable",
      "\(products.appending(path: "CausewayMacros-tool").path())#CausewayMacros",
      "-Xfrontend", "-dump-macro-expansions", "-module-cache-path",
      products.appending(path: "ModuleCache").path(),
      file.path(),
    ]
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = process.standardOutput
    try process.run(forAtMost: 300)
    process.waitUntilExit()
    return read(String(decoding: try Data(contentsOf: output), as: UTF8.self))
  }

  private static func read(_ output: String) -> Result {
    var result = Result()
    var expansion: [Substring]?
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("@__swiftmacro_") {
        expansion = []
      } else if let lines = expansion, line.hasPrefix("-----") {
        if lines.isEmpty {
          expansion = [""]
        } else {
          let text = lines.dropFirst().filter { !$0.hasPrefix("#sourceLocation(") }.joined(separator: "\n")
          if !text.isEmpty { result.expansions.append(text) }
          expansion = nil
        }
      } else if expansion != nil {
        expansion?.append(line)
      } else if let note = line.firstRange(of: ": note: "), !result.problems.isEmpty {
        result.problems[result.problems.count - 1] += " [\(line[note.upperBound...])]"
      } else if let error = line.firstRange(of: ": error: ") {
        let place = line[..<error.lowerBound].split(separator: ":").suffix(2)
        let text = String(line[error.upperBound...])
        // The line of imports before the source is not counted.
        let number = place.first.flatMap { Int($0) }.map { $0 - 1 } ?? 0
        guard let macro = text.firstRange(of: " (from macro ") else {
          result.complaints.append("\(number) \(text)")
          continue
        }
        result.problems.append("\(number):\(place.last ?? "0") \(text[..<macro.lowerBound])")
      }
    }
    return result
  }

  private static let products =
    Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }.map { $0.deletingLastPathComponent() }
    ?? URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
}
#endif
