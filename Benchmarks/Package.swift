// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

// Plugins are made by macros, which take swift-syntax ten minutes to build with optimisation: `CAUSEWAY_PLUGINS=0` leaves
// their measurements out.
let hasPlugins = Context.environment["CAUSEWAY_PLUGINS"] != "0"
let macros: [Target.Dependency] = [
  .product(name: "CausewayExport", package: "Causeway"), .product(name: "JavaScriptCoreExport", package: "Causeway"),
]

// A package of its own, so that users of the library never resolve what only the measurements need.
let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "Causeway", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  ],
  targets: [
    // The same engine that the library uses, for the host in plain C. GLib comes with it.
    .systemLibrary(
      name: "CPlainEngine", pkgConfig: "javascriptcoregtk-4.1",
      providers: [.apt(["libjavascriptcoregtk-4.1-dev"])]),
    .target(name: "CPlain", dependencies: ["CPlainEngine"], exclude: ["client.js", "driver.js"]),
    .executableTarget(name: "plain-start", dependencies: ["CPlain"]),
    .executableTarget(
      name: "causeway-bench",
      dependencies: [
        "CPlain",
        .product(name: "Causeway", package: "Causeway"),
        .product(name: "CausewayJavaScript", package: "Causeway"),
        .product(name: "CausewayProcess", package: "Causeway"),
        .product(name: "CausewayWorker", package: "Causeway"),
        .product(name: "JavaScriptCore", package: "Causeway"),
        .product(name: "JavaScriptRuntime", package: "Causeway"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + (hasPlugins ? macros : []),
      exclude: hasPlugins ? [] : ["Echo.swift", "Session+Export.swift", "Session+Plugins.swift"],
      swiftSettings: settings + (hasPlugins ? [.define("PLUGINS")] : [])),
    .executableTarget(
      name: "hot-paths",
      dependencies: [
        "CPlain",
        .product(name: "Causeway", package: "Causeway"),
        .product(name: "CausewayJavaScript", package: "Causeway"),
        .product(name: "JavaScriptRuntime", package: "Causeway"),
      ],
      swiftSettings: settings),
    .target(name: "CNetlink"),
    .executableTarget(
      name: "network-bench",
      dependencies: [
        "CNetlink",
        .product(name: "Causeway", package: "Causeway"),
        .product(name: "CausewayJavaScript", package: "Causeway"),
        .product(name: "CausewayNetwork", package: "Causeway"),
        .product(name: "JavaScriptRuntime", package: "Causeway"),
        .product(name: "LinuxNetwork", package: "Causeway"),
      ],
      swiftSettings: settings),
  ],
  cLanguageStandard: .gnu2x  // For #embed, which puts the JavaScript files into the host.
)

// As in the library's own manifest: without GTK there is no web view to be measured.
if Context.environment["CAUSEWAY_WEB_VIEW"] != "0" {
  package.targets += [
    .systemLibrary(
      name: "CPlainWebKit", pkgConfig: "webkit2gtk-4.1", providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
    .target(name: "CPlainView", dependencies: ["CPlainWebKit"]),
    .executableTarget(
      name: "web-view-bench",
      dependencies: [
        "CPlainView",
        .product(name: "Causeway", package: "Causeway"),
        .product(name: "CausewayWebKit", package: "Causeway"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
  ]
}
