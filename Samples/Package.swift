// swift-tools-version: 6.2
import PackageDescription

/// Everything but the samples that show a window builds without GTK.
let hasWebView = Context.environment["CAUSEWAY_WEB_VIEW"] != "0"

let package = Package(
  name: "Samples",
  dependencies: [.package(name: "Causeway", path: "..")],
  targets: []
)

if hasWebView {
  let causeway: [Target.Dependency] = ["Causeway", "CausewayExport", "CausewayWebKit"].map {
    .product(name: $0, package: "Causeway")
  }
  package.targets += [
    .executableTarget(name: "plugin-console", dependencies: causeway, path: "PluginConsole/Sources"),
    .testTarget(
      name: "PluginConsoleTests", dependencies: ["plugin-console"] + causeway, path: "PluginConsole/Tests"),
  ]
}
