// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import CompilerPluginSupport
import PackageDescription

// Tests are held to these rules; the library also marks every unsafe construct.
let tests: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]
let strict: [SwiftSetting] = tests + [.strictMemorySafety()]

// What an optional trait brings: its packages are fetched, its targets built and its tests run only where it is enabled.
// Sources of such a target stand in `#if Macros`, `#if Plugins`, `#if WebView` or `#if NATS`, since SwiftPM has no conditional targets.
let macros = TargetDependencyCondition.when(traits: ["Macros"])
let plugins = TargetDependencyCondition.when(traits: ["Plugins"])
let webView = TargetDependencyCondition.when(traits: ["WebView"])
let nats = TargetDependencyCondition.when(traits: ["NATS"])

let swiftSyntax: [Target.Dependency] = [
  "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
].map { .product(name: $0, package: "swift-syntax", condition: macros) }

// The plugins that the command line registers.
let shipped: [Target.Dependency] = ["CausewayCrypto", "CausewayHTTP", "CausewayPlugins", "CausewayStorage"].map {
  .target(name: $0, condition: plugins)
}

let package = Package(
  name: "Causeway",
  products: [
    .executable(name: "causeway", targets: ["causeway"]),
    .library(name: "BridgeValues", targets: ["BridgeValues"]),
    .library(name: "BridgeSchema", targets: ["BridgeSchema"]),
    .library(name: "Causeway", targets: ["Causeway"]),
    .library(name: "CausewayPageMessages", targets: ["CausewayPageMessages"]),
    .library(name: "CausewayExport", targets: ["CausewayExport"]),
    .plugin(name: "CausewayTypes", targets: ["CausewayTypes"]),
    .plugin(name: "CausewayPort", targets: ["CausewayPort"]),
    .library(name: "CausewayJavaScript", targets: ["CausewayJavaScript"]),
    .library(name: "CausewayProcess", targets: ["CausewayProcess"]),
    .library(name: "CausewayWorker", targets: ["CausewayWorker"]),
    .library(name: "CausewayMCP", targets: ["CausewayMCP"]),
    .library(name: "CausewayNATS", targets: ["CausewayNATS"]),
    .library(name: "CausewayNetwork", targets: ["CausewayNetwork"]),
    .library(name: "CausewayPlugins", targets: ["CausewayPlugins"]),
    .library(name: "CausewayCrypto", targets: ["CausewayCrypto"]),
    .library(name: "CausewayHTTP", targets: ["CausewayHTTP"]),
    .library(name: "HTTPStatusFilter", targets: ["HTTPStatusFilter"]),
    .library(name: "CausewayQueue", targets: ["CausewayQueue"]),
    .library(name: "CausewayStorage", targets: ["CausewayStorage"]),
    .executable(name: "causeway-view", targets: ["causeway-view"]),
    .library(name: "CausewayWebKit", targets: ["CausewayWebKit"]),
    .library(name: "CausewayTesting", targets: ["CausewayTesting"]),
    .library(name: "CausewayLeakChecks", targets: ["CausewayLeakChecks"]),
    .library(name: "JavaScriptCore", targets: ["JavaScriptCore"]),
    .library(name: "JavaScriptCoreAdditions", targets: ["JavaScriptCoreAdditions"]),
    .library(name: "JavaScriptCoreExport", targets: ["JavaScriptCoreExport"]),
    .library(name: "JavaScriptCompression", targets: ["JavaScriptCompression"]),
    .library(name: "JavaScriptCrypto", targets: ["JavaScriptCrypto"]),
    .library(name: "JavaScriptInspector", targets: ["JavaScriptInspector"]),
    .library(name: "JavaScriptModules", targets: ["JavaScriptModules"]),
    .library(name: "JavaScriptRuntime", targets: ["JavaScriptRuntime"]),
    .library(name: "LinuxNetwork", targets: ["LinuxNetwork"]),
  ],
  traits: [
    .default(enabledTraits: []),
    .trait(name: "Macros", description: "@Plugin, @Crossing and @JSExport. Fetches and builds swift-syntax."),
    .trait(
      name: "Plugins",
      description: "Files, storage, HTTP, cryptography, device and the durable queue. Needs libsqlite3-dev, "
        + "zlib1g-dev.",
      enabledTraits: ["Macros"]),
    .trait(name: "WebView", description: "Pages in a WebKitGTK web view. Needs libwebkit2gtk-4.1-dev."),
    .trait(name: "NATS", description: "Handlers on other machines, over NATS. Needs libnats-dev."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    // Macros
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    // Plugins
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ],
  targets: [
    // The engine's C API and GLib's main loop: module maps only, found by pkg-config.
    .systemLibrary(
      name: "CJavaScriptCore", pkgConfig: "javascriptcoregtk-4.1",
      providers: [.apt(["libjavascriptcoregtk-4.1-dev"])]),
    .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(name: "CGIO", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),

    // Clocks, timers, deferred values, and the open resources that leak checks look at.
    .target(name: "CausewayConcurrency", swiftSettings: strict),
    // What writes to standard output and standard error, and what makes text of others safe on a terminal.
    .target(name: "StandardStreams", swiftSettings: strict),
    // Tokens, parser and scopes of JavaScript and TypeScript: pure Swift, no engine.
    .target(name: "JavaScriptSyntax", swiftSettings: strict),
    // Resolving, loading and linking modules: no engine and no bus.
    .target(
      name: "JavaScriptModules", dependencies: ["JavaScriptSyntax", "LinuxFiles", "NameSuggestions"],
      swiftSettings: strict),
    .target(
      name: "JavaScriptEngine", dependencies: ["CGLib", "CJavaScriptCore", "CausewayConcurrency"], swiftSettings: strict
    ),
    .target(
      name: "JavaScriptCore", dependencies: ["CJavaScriptCore", "JavaScriptEngine"], swiftSettings: strict),
    // What Apple's framework does not have: apart from it, so that no name of a program that is written for Apple's collides.
    .target(
      name: "JavaScriptCoreAdditions",
      dependencies: ["CJavaScriptCore", "CausewayConcurrency", "JavaScriptCore", "JavaScriptEngine"],
      swiftSettings: strict),
    .target(
      name: "JavaScriptCoreExport",
      dependencies: ["JavaScriptCore", .target(name: "CausewayMacros", condition: macros)],
      swiftSettings: strict),
    .target(
      name: "JavaScriptRuntime",
      dependencies: [
        "JavaScriptEngine", "JavaScriptModules", "CGLib", "CausewayConcurrency", "StandardStreams",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    // Debugging of a runtime, by the engine's own inspector.
    .target(
      name: "JavaScriptInspector",
      dependencies: [
        "CGLib", "CausewayConcurrency", "JavaScriptEngine", "JavaScriptModules", "JavaScriptRuntime",
        "JavaScriptSyntax",
      ],
      swiftSettings: strict),
    // zlib, for compression streams of a runtime.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "JavaScriptCompression",
      dependencies: [
        .target(name: "CZlib", condition: plugins), "JavaScriptEngine", "JavaScriptRuntime",
      ],
      swiftSettings: strict),
    // `crypto.subtle` of a runtime.
    .target(
      name: "JavaScriptCrypto",
      dependencies: [
        "JavaScriptEngine", "JavaScriptRuntime",
        .product(name: "CryptoExtras", package: "swift-crypto", condition: plugins),
      ],
      swiftSettings: strict),
    // Values that cross: text, codecs, paths, errors, limits. No bus, no engine.
    .target(name: "BridgeValues", dependencies: ["NameSuggestions"], swiftSettings: strict),
    // What a bridge offers, described: types, contract, declarations in TypeScript and JavaScript, OpenRPC.
    .target(name: "BridgeSchema", dependencies: ["BridgeValues", "StandardStreams"], swiftSettings: strict),
    .target(
      name: "Causeway",
      dependencies: [
        "BridgeSchema", "BridgeValues", "CausewayConcurrency",
        .product(name: "Instrumentation", package: "swift-distributed-tracing"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
      ],
      swiftSettings: strict),
    // Messages as pages written for WKScriptMessageHandler send them.
    .target(
      name: "CausewayPageMessages",
      dependencies: [
        "BridgeSchema", "BridgeValues", "Causeway", .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict),
    // The macros, and the compiler plugin that expands them.
    .macro(name: "CausewayMacros", dependencies: swiftSyntax, swiftSettings: strict),
    .target(
      name: "CausewayExport", dependencies: ["Causeway", .target(name: "CausewayMacros", condition: macros)],
      swiftSettings: strict),
    // `swift package causeway-types`, for packages that use this one. It asks for no permission: without a sandbox, as on
    // Linux, SwiftPM would ask for the one to write files even where it only prints or checks.
    .plugin(
      name: "CausewayTypes",
      capability: .command(
        intent: .custom(
          verb: "causeway-types", description: "Print declarations of what a program offers JavaScript."))),
    // `swift package causeway-port`, for packages that are written for Apple's JavaScriptCore.
    .executableTarget(
      name: "causeway-port",
      dependencies: ["StandardStreams"]
        + ["SwiftParser", "SwiftSyntax"].map {
          .product(name: $0, package: "swift-syntax", condition: macros)
        }, swiftSettings: tests),
    .plugin(
      name: "CausewayPort",
      capability: .command(
        intent: .custom(
          verb: "causeway-port", description: "Change sources for Apple's JavaScriptCore as Linux needs it.")),
      dependencies: ["causeway-port"]),
    .target(
      name: "CausewayTesting",
      dependencies: [
        "Causeway", "CausewayConcurrency",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      swiftSettings: strict),
    // Apart from CausewayTesting because it stands on the test library, which no program is to carry.
    .target(name: "CausewayLeakChecks", dependencies: ["CausewayConcurrency"], swiftSettings: strict),
    .target(
      name: "CausewayJavaScript",
      dependencies: ["Causeway", "CausewayConcurrency", "JavaScriptRuntime", "JavaScriptEngine"],
      swiftSettings: strict),
    .target(
      name: "CausewayProcess",
      dependencies: [
        "Causeway", "CausewayConcurrency", "JavaScriptModules", .product(name: "Logging", package: "swift-log"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    // Signal handlers, which change the result of a system call or the rights of a thread: C's own territory.
    .target(name: "CSystemCallTrap"),
    .target(
      name: "CausewayWorker",
      dependencies: [
        "Causeway", "CausewayJavaScript", "CausewayProcess", "CSystemCallTrap", "JavaScriptEngine",
        "JavaScriptModules", "JavaScriptRuntime",
      ],
      swiftSettings: strict),
    // Handlers as tools of language models.
    .target(
      name: "CausewayMCP",
      dependencies: [
        "Causeway", "CausewayProcess", "JavaScriptModules",
        .product(name: "NIOCore", package: "swift-nio", condition: plugins),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: plugins),
        .product(name: "NIOPosix", package: "swift-nio", condition: plugins),
      ],
      swiftSettings: strict),
    // Handlers on other machines.
    .systemLibrary(name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
    .target(
      name: "CausewayNATS",
      dependencies: ["Causeway", "CausewayConcurrency", "CausewayQueue", .target(name: "CNATS", condition: nats)],
      swiftSettings: strict),
    // What a mistyped name may have meant: of calls, commands, files and exports.
    .target(name: "NameSuggestions", swiftSettings: strict),
    // Changes of files, through one inotify instance for the whole process; paths that stay beneath a directory.
    .target(name: "LinuxFiles", swiftSettings: strict),
    .target(
      name: "LinuxNetwork", dependencies: ["LinuxFiles"],
      swiftSettings: strict + [.enableExperimentalFeature("Lifetimes")]),
    // Services on D-Bus, through GIO.
    .target(
      name: "MessageBus", dependencies: ["BridgeValues", .target(name: "CGIO", condition: plugins)],
      swiftSettings: strict),
    .target(
      name: "CausewayNetwork",
      dependencies: ["Causeway", "LinuxNetwork", .target(name: "MessageBus", condition: plugins)],
      swiftSettings: strict),
    .target(
      name: "CausewayPlugins",
      dependencies: [
        "Causeway", "CausewayExport", "LinuxFiles", .target(name: "CGIO", condition: plugins),
        .target(name: "MessageBus", condition: plugins),
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict),
    // Each on a package of its own: a program that links one builds no other's.
    .target(
      name: "CausewayStorage",
      dependencies: [
        "Causeway", "CausewayExport", "LinuxFiles",
        .product(name: "GRDB", package: "GRDB.swift", condition: plugins),
      ],
      swiftSettings: strict),
    // Stands on no bridge: the samples use it as well.
    .target(
      name: "HTTPStatusFilter",
      dependencies: [
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: plugins),
        .product(name: "NIOCore", package: "swift-nio", condition: plugins),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: plugins),
      ],
      swiftSettings: strict),
    .target(
      name: "CausewayHTTP",
      dependencies: [
        "Causeway", "CausewayExport", .target(name: "CZlib", condition: plugins), "HTTPStatusFilter",
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: plugins),
        .product(name: "DequeModule", package: "swift-collections", condition: plugins),
        .product(name: "NIOCore", package: "swift-nio", condition: plugins),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: plugins),
        .product(name: "NIOPosix", package: "swift-nio", condition: plugins),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: plugins),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: plugins),
      ],
      swiftSettings: strict),
    .target(
      name: "CausewayCrypto",
      dependencies: [
        "Causeway", "CausewayExport", .product(name: "Crypto", package: "swift-crypto", condition: plugins),
      ],
      swiftSettings: strict),
    // A queue between processes needs no bridge.
    .target(
      name: "CausewayQueue",
      dependencies: [.product(name: "GRDB", package: "GRDB.swift", condition: plugins)], swiftSettings: strict),
    .systemLibrary(
      name: "CWebKitGTK", pkgConfig: "webkit2gtk-4.1", providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
    .target(
      name: "CausewayWebKit",
      dependencies: [
        "Causeway", "CausewayConcurrency", .target(name: "CWebKitGTK", condition: webView), "JavaScriptEngine",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "causeway",
      dependencies: [
        "Causeway", "CausewayConcurrency", "CausewayJavaScript", "CausewayMCP", "CausewayNetwork", "CausewayProcess",
        "CausewayTesting", "CausewayWorker",
        .target(name: "JavaScriptCompression", condition: plugins),
        .target(name: "JavaScriptCrypto", condition: plugins),
        .target(name: "CausewayNATS", condition: nats),
        "JavaScriptEngine", "JavaScriptInspector", "JavaScriptModules",
        "JavaScriptRuntime", "LinuxFiles", "LinuxNetwork", "StandardStreams",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ] + shipped,
      swiftSettings: strict),
    .executableTarget(
      name: "causeway-view",
      dependencies: [
        "Causeway", "CausewayNetwork", "CausewayPageMessages", "LinuxFiles", "StandardStreams",
        .target(name: "CausewayWebKit", condition: webView),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + shipped,
      swiftSettings: strict),

    // What the tests of several targets wait with.
    .target(name: "TestSupport", path: "Tests/Support", swiftSettings: tests),
    // A client of the Debug Adapter Protocol.
    .target(
      name: "DebugSupport", dependencies: ["JavaScriptInspector"], path: "Tests/DebugSupport", swiftSettings: tests),
    .testTarget(
      name: "CausewayConcurrencyTests", dependencies: ["CausewayConcurrency", "CausewayTesting"], swiftSettings: tests),
    .testTarget(
      name: "JavaScriptSyntaxTests", dependencies: ["JavaScriptEngine", "JavaScriptSyntax"], exclude: ["Conformance"],
      swiftSettings: tests),
    // Reads a list of files and says of each whether it parses: `Tests/JavaScriptSyntaxTests/Conformance`.
    .executableTarget(
      name: "syntax-check", dependencies: ["JavaScriptSyntax"], path: "Tests/SyntaxCheck", swiftSettings: tests),
    .testTarget(name: "JavaScriptEngineTests", dependencies: ["JavaScriptEngine"], swiftSettings: tests),
    .testTarget(name: "JavaScriptCoreTests", dependencies: ["JavaScriptCoreAdditions"], swiftSettings: tests),
    .testTarget(
      name: "CausewayPortTests",
      dependencies: ["causeway-port"]
        + ["SwiftParser", "SwiftSyntax"].map {
          .product(name: $0, package: "swift-syntax", condition: macros)
        }, swiftSettings: tests),
    // Programs as they are written for Apple's framework.
    .testTarget(name: "JavaScriptCoreAppleTests", dependencies: ["JavaScriptCore"], swiftSettings: tests),
    .testTarget(
      name: "JavaScriptCoreExportTests", dependencies: ["JavaScriptCoreAdditions", "JavaScriptCoreExport"],
      swiftSettings: tests),
    .testTarget(
      name: "JavaScriptModulesTests", dependencies: ["JavaScriptModules", "JavaScriptSyntax"], swiftSettings: tests),
    .testTarget(
      name: "JavaScriptRuntimeTests", dependencies: ["JavaScriptRuntime", "CausewayTesting"],
      swiftSettings: tests),
    .testTarget(
      name: "JavaScriptInspectorTests",
      dependencies: [
        "Causeway", "CausewayConcurrency", "CausewayJavaScript", "CausewayProcess", "CausewayTesting", "causeway",
        "DebugSupport", "JavaScriptInspector", "JavaScriptModules", "JavaScriptRuntime",
      ],
      swiftSettings: tests),
    .testTarget(
      name: "CausewayTestingTests", dependencies: ["CausewayTesting", "Causeway"], swiftSettings: tests),
    .testTarget(
      name: "CausewayLeakChecksTests",
      dependencies: [
        "Causeway", "CausewayConcurrency", "CausewayJavaScript", "CausewayLeakChecks", "CausewayTesting",
        "JavaScriptEngine",
        "JavaScriptRuntime",
      ],
      swiftSettings: tests),
    .testTarget(name: "StandardStreamsTests", dependencies: ["StandardStreams"], swiftSettings: tests),
    .testTarget(name: "NameSuggestionsTests", dependencies: ["NameSuggestions"], swiftSettings: tests),
    .testTarget(name: "BridgeValuesTests", dependencies: ["BridgeValues"], swiftSettings: tests),
    .testTarget(name: "BridgeSchemaTests", dependencies: ["BridgeSchema", "BridgeValues"], swiftSettings: tests),
    .testTarget(
      name: "CausewayPageMessagesTests",
      dependencies: [
        "Causeway", "CausewayExport", "CausewayJavaScript", "CausewayPageMessages", "JavaScriptRuntime",
      ],
      swiftSettings: tests),
    .testTarget(
      name: "CausewayTests",
      dependencies: [
        "Causeway", "CausewayConcurrency", "CausewayJavaScript", "CausewayPageMessages", "CausewayTesting",
        "JavaScriptRuntime", .target(name: "CausewayNATS", condition: nats),
        .target(name: "CausewayWebKit", condition: webView),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ],
      swiftSettings: tests),
    .testTarget(
      name: "CausewayExportTests",
      dependencies: ["CausewayExport", "CausewayJavaScript", "CausewayTesting", "JavaScriptRuntime"],
      swiftSettings: tests),
    .testTarget(
      name: "CausewayJavaScriptTests",
      dependencies: [
        "CausewayJavaScript", "CausewayLeakChecks", "CausewayPageMessages", "CausewayTesting",
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: tests),
    // Its own child, with handlers that misbehave, and system calls as an attacker makes them.
    .target(name: "CSystemCallProbe", path: "Tests/SystemCallProbe"),
    .executableTarget(
      name: "local-worker",
      dependencies: ["Causeway", "CausewayProcess", "CausewayWorker", "CSystemCallProbe", "CSystemCallTrap"],
      path: "Tests/LocalWorker", swiftSettings: tests),
    .testTarget(
      name: "CausewayProcessTests",
      dependencies: [
        "CausewayLeakChecks", "CausewayProcess", "CausewayWorker", "CausewayTesting", "CSystemCallTrap", "causeway",
        "local-worker",
      ],
      swiftSettings: tests),
    // A host for as long as it is asked to run hostile programs: `make soak-hostile`.
    .executableTarget(
      name: "hostile-host",
      dependencies: [
        "Causeway", "CausewayJavaScript", "CausewayProcess", "CausewayTesting", "CausewayWorker", "JavaScriptModules",
        "JavaScriptRuntime",
      ],
      path: "Tests/HostileHost", swiftSettings: tests),
    .testTarget(
      name: "CausewayMCPTests",
      dependencies: ["Causeway", "CausewayMCP", "causeway", .target(name: "CausewayExport", condition: plugins)],
      exclude: ["Client"], swiftSettings: tests),
    .testTarget(
      name: "CausewayNATSTests",
      dependencies: ["Causeway", "CausewayNATS", "CausewayQueue", "CausewayTesting", "causeway"], swiftSettings: tests),
    .testTarget(name: "LinuxFilesTests", dependencies: ["LinuxFiles"], swiftSettings: tests),
    // Measures modules: `make bench-modules`. It uses what this package keeps to itself.
    .executableTarget(
      name: "module-bench",
      dependencies: ["JavaScriptCore", "JavaScriptModules", "JavaScriptRuntime", "JavaScriptSyntax"],
      path: "Benchmarks/Sources/module-bench", swiftSettings: tests),
    // Measures calls over NATS beside libnats by itself: `make bench-nats`.
    .target(
      name: "CPlainNATS", dependencies: [.target(name: "CNATS", condition: nats)],
      path: "Benchmarks/Sources/CPlainNATS",
      cSettings: [.define("NATS", .when(traits: ["NATS"]))]),
    .executableTarget(
      name: "nats-bench", dependencies: ["CPlainNATS", "Causeway", "CausewayNATS", "CausewayQueue"],
      path: "Benchmarks/Sources/nats-bench",
      swiftSettings: tests),
    // The tests of ECMA-262's own suite that are about modules: `make test262`.
    .executableTarget(
      name: "module-conformance", dependencies: ["JavaScriptRuntime"], path: "Tests/ModuleConformance",
      exclude: ["expected-failures.txt"], swiftSettings: tests),
    .testTarget(name: "LinuxNetworkTests", dependencies: ["LinuxNetwork"], swiftSettings: tests),
    .testTarget(
      name: "CausewayNetworkTests", dependencies: ["CausewayNetwork", "CausewayJavaScript", "LinuxNetwork"],
      swiftSettings: tests),
    .testTarget(
      name: "CausewayPluginsTests",
      dependencies: [
        "CausewayExport", "CausewayNetwork", "CausewayPageMessages", "CausewayPlugins", "CausewayJavaScript",
        .target(name: "CGIO", condition: plugins), .target(name: "MessageBus", condition: plugins), "JavaScriptRuntime",
      ],
      swiftSettings: tests),
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["Causeway", "causeway", "DebugSupport", "JavaScriptInspector", "LinuxNetwork", "StandardStreams"],
      swiftSettings: tests),
    // Puts or takes items until it is killed.
    .executableTarget(
      name: "queue-process", dependencies: ["CausewayQueue", "CausewayTesting"], path: "Tests/QueueProcess",
      swiftSettings: tests),
    .testTarget(
      name: "CausewayQueueTests",
      dependencies: [
        "CausewayQueue", "CausewayTesting", "queue-process",
        .product(name: "GRDB", package: "GRDB.swift", condition: plugins),
      ],
      swiftSettings: tests),
    .testTarget(
      name: "CausewayStorageTests",
      dependencies: [
        "CausewayStorage", "CausewayJavaScript", "CausewayTesting", "JavaScriptRuntime",
        .product(name: "GRDB", package: "GRDB.swift", condition: plugins),
      ],
      swiftSettings: tests),
    .testTarget(
      name: "CausewayHTTPTests",
      dependencies: [
        "CausewayHTTP", .target(name: "CZlib", condition: plugins), "CausewayJavaScript", "CausewayTesting",
        "JavaScriptRuntime",
        .product(name: "Crypto", package: "swift-crypto", condition: plugins),
        .product(name: "NIOCore", package: "swift-nio", condition: plugins),
        .product(name: "NIOPosix", package: "swift-nio", condition: plugins),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: plugins),
      ],
      swiftSettings: tests),
    .testTarget(
      name: "CausewayCryptoTests",
      dependencies: ["CausewayCrypto", "CausewayJavaScript", "CausewayTesting", "JavaScriptRuntime"],
      swiftSettings: tests),
    .testTarget(
      name: "JavaScriptCompressionTests",
      dependencies: ["JavaScriptCompression", "JavaScriptEngine", "JavaScriptRuntime"],
      swiftSettings: tests),
    .testTarget(
      name: "JavaScriptCryptoTests",
      dependencies: [
        "CausewayLeakChecks", "CausewayTesting", "JavaScriptCrypto", "JavaScriptEngine", "JavaScriptRuntime",
        .product(name: "CryptoExtras", package: "swift-crypto", condition: plugins),
      ],
      swiftSettings: tests),
    .testTarget(name: "CausewayViewTests", dependencies: ["causeway-view", "LinuxFiles"], swiftSettings: tests),
    .testTarget(
      name: "CausewayWebKitTests",
      dependencies: [
        "CausewayConcurrency", "CausewayJavaScript", "CausewayPageMessages", "CausewayWebKit",
        .target(name: "CWebKitGTK", condition: webView),
      ],
      swiftSettings: tests),
  ]
)

for target in package.targets where target.type == .test { target.dependencies.append("TestSupport") }

// A build with a sanitizer holds the tests that it is for, and what those need: `make sanitize` names them.
if let wanted = Context.environment["CAUSEWAY_TESTS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
