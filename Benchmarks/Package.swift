// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

let macros: [Target.Dependency] = ["CausewayExport", "JavaScriptCoreExport"].map {
  .product(name: $0, package: "Causeway", condition: .when(traits: ["Macros"]))
}

// A separate package, so that clients of the library never resolve the dependencies of the benchmarks.
let package = Package(
  name: "Benchmarks",
  traits: [
    .trait(name: "Macros", description: "Measures plugins. swift-syntax takes ten minutes to build with optimisation."),
    .trait(name: "WebView", description: "Measures the web view. Needs libwebkit2gtk-4.1-dev."),
  ],
  dependencies: [
    .package(
      name: "Causeway", path: "..",
      traits: [
        .trait(name: "Macros", condition: .when(traits: ["Macros"])),
        .trait(name: "WebView", condition: .when(traits: ["WebView"])),
      ]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  ],
  targets: [
    // The same engine that the library uses, for the host in plain C. It includes GLib.
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
        .product(name: "CausewayChild", package: "Causeway"),
        .product(name: "JavaScriptCore", package: "Causeway"),
        .product(name: "JavaScriptRuntime", package: "Causeway"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + macros,
      swiftSettings: settings),
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
    .systemLibrary(
      name: "CPlainWebKit", pkgConfig: "webkit2gtk-4.1", providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
    .target(
      name: "CPlainView", dependencies: [.target(name: "CPlainWebKit", condition: .when(traits: ["WebView"]))],
      cSettings: [.define("WEB_VIEW", .when(traits: ["WebView"]))]),
    .executableTarget(
      name: "web-view-bench",
      dependencies: [
        "CPlainView",
        .product(name: "Causeway", package: "Causeway"),
        .product(name: "CausewayWebKit", package: "Causeway", condition: .when(traits: ["WebView"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
  ],
  cLanguageStandard: .gnu2x  // For #embed, which puts the JavaScript files into the host.
)
