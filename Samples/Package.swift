// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

let pluginConsole: [Target.Dependency] = ["Causeway", "CausewayExport", "CausewayPageMessages", "CausewayWebKit"].map {
  .product(name: $0, package: "Causeway", condition: .when(traits: ["WebView"]))
}

// Each sample is a folder with README.md, Sources and Tests. One package builds all of them, so that they share their
// dependencies.
let package = Package(
  name: "Samples",
  traits: [.trait(name: "WebView", description: "The sample that shows a window. Needs libwebkit2gtk-4.1-dev.")],
  dependencies: [
    .package(
      name: "Causeway", path: "..",
      traits: ["Plugins", .trait(name: "WebView", condition: .when(traits: ["WebView"]))]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // MARK: Guestbook: the program of the tutorial.
    .executableTarget(
      name: "guestbook",
      dependencies: [
        .product(name: "Causeway", package: "Causeway"),
        .product(name: "CausewayJavaScript", package: "Causeway"),
      ],
      path: "Guestbook/Sources", swiftSettings: settings),
    .testTarget(
      name: "GuestbookTests",
      dependencies: [
        "guestbook",
        .product(name: "Causeway", package: "Causeway"),
        .product(name: "CausewayJavaScript", package: "Causeway"),
        .product(name: "CausewayTesting", package: "Causeway"),
      ],
      path: "Guestbook/Tests", swiftSettings: settings),

    // MARK: MacroEngine: macros of buttons that can be changed while the program runs.
    .target(
      name: "MacroEngine", dependencies: [.product(name: "JavaScriptCoreAdditions", package: "Causeway")],
      path: "MacroEngine/Sources/MacroEngine", swiftSettings: settings),
    .target(
      name: "MacroRings",
      dependencies: [
        "MacroEngine", "TerminalText", .product(name: "Causeway", package: "Causeway"),
        .product(name: "JavaScriptCoreAdditions", package: "Causeway"),
        .product(name: "CausewayJavaScript", package: "Causeway"),
        .product(name: "JavaScriptInspector", package: "Causeway"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      path: "MacroEngine/Sources/MacroRings", resources: [.copy("Page")], swiftSettings: settings),
    .executableTarget(
      name: "macro-engine",
      dependencies: [
        "MacroRings", "TerminalText", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "JavaScriptInspector", package: "Causeway"),
      ],
      path: "MacroEngine/Sources/macro-engine", swiftSettings: settings),
    .testTarget(
      name: "MacroEngineTests", dependencies: ["MacroEngine"], path: "MacroEngine/Tests/MacroEngineTests",
      swiftSettings: settings),
    .testTarget(
      name: "MacroRingsTests", dependencies: ["MacroRings", "macro-engine"], path: "MacroEngine/Tests/MacroRingsTests",
      swiftSettings: settings),

    // MARK: StoredProcedures: application logic that can be updated without a release.
    .target(
      name: "StoredProcedures",
      dependencies: [
        .product(name: "Causeway", package: "Causeway"),
        .product(name: "CausewayJavaScript", package: "Causeway"),
        .product(name: "JavaScriptModules", package: "Causeway"),
        .product(name: "JavaScriptRuntime", package: "Causeway"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      path: "StoredProcedures/Sources/StoredProcedures", resources: [.embedInCode("context.js")],
      swiftSettings: settings),
    .target(
      name: "ProcedureExchange",
      dependencies: [
        "ConnectionErrors", "StoredProcedures",
        .product(name: "HTTPStatusFilter", package: "Causeway"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "StoredProcedures/Sources/ProcedureExchange", swiftSettings: settings),
    .target(
      name: "ProcedureServer",
      dependencies: [
        "ProcedureExchange", "StoredProcedures",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      path: "StoredProcedures/Sources/ProcedureServer", swiftSettings: settings),
    .executableTarget(
      name: "stored-procedures",
      dependencies: [
        "ProcedureExchange", "ProcedureServer", "StoredProcedures",
        .product(name: "Causeway", package: "Causeway"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "StoredProcedures/Sources/stored-procedures", swiftSettings: settings),
    .testTarget(
      name: "StoredProceduresTests",
      dependencies: [
        "ProcedureExchange", "ProcedureServer", "StoredProcedures", "stored-procedures",
        .product(name: "Causeway", package: "Causeway"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      path: "StoredProcedures/Tests", swiftSettings: settings),

    // MARK: Shared: code of several samples.
    .target(
      name: "ConnectionErrors",
      dependencies: [
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ],
      path: "Shared/Sources/ConnectionErrors", swiftSettings: settings),
    .target(name: "TerminalText", path: "Shared/Sources/TerminalText", swiftSettings: settings),

    // The support code of the library's tests: a link to Tests/Support/TestSupport.
    .target(name: "SampleTestSupport", path: "Shared/TestSupport", swiftSettings: settings),

    // MARK: Clipper: untrusted pages and scripts in a child process.
    .systemLibrary(
      name: "CGumbo", path: "Clipper/Sources/CGumbo", pkgConfig: "gumbo", providers: [.apt(["libgumbo-dev"])]),
    .target(
      name: "PageTree", dependencies: ["CGumbo"], path: "Clipper/Sources/PageTree", swiftSettings: settings),
    .target(
      name: "Clipper",
      dependencies: [
        "ConnectionErrors", "PageTree",
        .product(name: "Causeway", package: "Causeway"),
        .product(name: "CausewayProcess", package: "Causeway"),
        .product(name: "CausewayQueue", package: "Causeway"),
        .product(name: "CausewayChild", package: "Causeway"),
        .product(name: "HTTPStatusFilter", package: "Causeway"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      path: "Clipper/Sources/Clipper",
      exclude: ["JavaScript/tsconfig.json", "JavaScript/bridge.d.ts"],
      resources: [
        .embedInCode("JavaScript/tree.js"), .embedInCode("JavaScript/address.js"),
        .embedInCode("JavaScript/markdown.js"), .embedInCode("JavaScript/metadata.js"),
        .embedInCode("JavaScript/extract.js"), .embedInCode("JavaScript/template.js"),
        .embedInCode("JavaScript/clip.js"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "clip",
      dependencies: [
        "Clipper", "TerminalText",
        .product(name: "CausewayQueue", package: "Causeway"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Clipper/Sources/clip", swiftSettings: settings),
    .executableTarget(
      name: "clipper-app",
      dependencies: [
        "Clipper", "TerminalText",
        .product(name: "CausewayQueue", package: "Causeway"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Clipper/Sources/clipper-app", swiftSettings: settings),
    .testTarget(
      name: "ClipperTests",
      dependencies: [
        "Clipper", "PageTree", "clip", "clipper-app",
        .product(name: "Causeway", package: "Causeway"),
        .product(name: "CausewayProcess", package: "Causeway"),
        .product(name: "CausewayQueue", package: "Causeway"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      path: "Clipper/Tests", exclude: ["Pages"], swiftSettings: settings),

    // MARK: PluginConsole: a page calls plugins, in the older and in the current style.
    .executableTarget(
      name: "plugin-console", dependencies: pluginConsole, path: "PluginConsole/Sources", swiftSettings: settings),
    .testTarget(
      name: "PluginConsoleTests", dependencies: ["plugin-console"] + pluginConsole, path: "PluginConsole/Tests",
      swiftSettings: settings),
  ]
)

for target in package.targets where target.type == .test { target.dependencies.append("SampleTestSupport") }
