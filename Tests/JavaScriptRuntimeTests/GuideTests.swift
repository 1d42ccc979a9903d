import JavaScriptRuntime

/// The Swift of docs/modules.md, word for word. It is compiled, not run.
private func modules() async throws {
  var configuration = RuntimeConfiguration()
  configuration.modules = ModuleConfiguration(try .files(under: "app"))
  let runtime = try await JavaScriptRuntime(configuration)
  try await runtime.import("./main.js")
}
