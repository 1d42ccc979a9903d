import JavaScriptRuntime

/// The Swift example of docs/runtime.md for standard input, verbatim.
private func standardInput() {
  var configuration = RuntimeConfiguration()
  configuration.standardInput = .bytes(Array("one\ntwo\n".utf8))
}

/// The Swift example of docs/modules.md, verbatim.
private func modules() async throws {
  var configuration = RuntimeConfiguration()
  configuration.modules = ModuleConfiguration(try .files(under: "app"))
  let runtime = try await JavaScriptRuntime(configuration)
  try await runtime.import("./main.js")
}
