import Foundation
import Glibc
import JavaScriptEngine
import JavaScriptRuntime

/// `module-conformance SUITE [EXPECTED-FAILURES | --print]`: runs tests of test262, about modules and about syntax that is
/// rewritten for the engine.
///
/// Exits with 1 for a test that fails and is not in the file of expected failures, and for one that is there and passes.
/// `--print` expects none.
let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first else {
  print("usage: module-conformance SUITE [EXPECTED-FAILURES | --print]")
  exit(2)
}
/// Absolute: the URLs of scripts are made of it.
let suite = URL(fileURLWithPath: folder).path

let modules = ["module-code", "import", "expressions/import.meta", "expressions/dynamic-import"].map {
  "language/" + $0
}
let resources =
  ["language/statements/using", "language/statements/await-using", "staging/explicit-resource-management"]
  + [
    "DisposableStack", "AsyncDisposableStack", "SuppressedError", "Symbol/dispose", "Symbol/asyncDispose",
    "Iterator/prototype/Symbol.dispose", "AsyncIteratorPrototype/Symbol.asyncDispose",
  ].map { "built-ins/" + $0 }
let decorators =
  ["statements", "expressions"].map { "language/\($0)/class/decorator" } + ["staging/decorators"]
let folders = (modules + resources + decorators).map { "test/" + $0 }
var names: [String] = []
for folder in folders {
  guard let files = FileManager.default.enumerator(atPath: suite + "/" + folder) else { continue }
  for case let file as String in files where file.hasSuffix(".js") && !file.contains("_FIXTURE") {
    names.append("\(folder)/\(file)")
  }
}
names.sort()

/// Expected failures: a reason behind `#`, then the names of tests, one on each line; `before 2.54` behind a name is the first
/// engine on which the test passes.
var expected: Set<String> = []
if let path = arguments.dropFirst().first, path != "--print" {
  guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
    print("Cannot read \(path).")
    exit(2)
  }
  for line in text.split(separator: "\n") where !line.hasPrefix("#") {
    let parts = line.split(separator: " ")
    let series = parts.count == 3 && parts[1] == "before" ? parts[2].split(separator: ".").compactMap { Int($0) } : []
    guard parts.count == 1 || series.count == 2 else {
      print("\(path): expected the name of a test, or \"NAME before 2.54\": \(line)")
      exit(2)
    }
    if let engine = EngineVersion.loaded, series.count == 2, engine >= EngineVersion(series[0], series[1], 0) {
      continue
    }
    expected.insert(String(parts[0]))
  }
}

let cases = names.compactMap { ConformanceCase(name: $0, suite: suite) }
var failures: [(name: String, reason: String)] = []
await withTaskGroup(of: (String, String?).self) { group in
  var next = 0
  func add() {
    guard next < cases.count else { return }
    let test = cases[next]
    next += 1
    group.addTask { (test.name, await test.failure()) }
  }
  for _ in 0..<4 { add() }
  for await (name, reason) in group {
    if let reason { failures.append((name, reason)) }
    add()
  }
}
failures.sort { $0.name < $1.name }
let failed = Set(failures.map(\.name))
let surprises = failures.filter { !expected.contains($0.name) }
let passing = expected.filter { name in !failed.contains(name) }.sorted()
for (name, reason) in surprises { print("\(name)\n    \(reason)") }
for name in passing { print("\(name)\n    passes, and is expected to fail") }
print("\(cases.count - failures.count) of \(cases.count) tests pass; \(expected.count) are expected to fail.")
exit(surprises.isEmpty && passing.isEmpty ? 0 : 1)
