// swift-tools-version: 6.2
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

// The web view needs GTK, which a program without one should not have to install. `CAUSEWAY_WEB_VIEW=0` leaves it out.
let hasWebView = Context.environment["CAUSEWAY_WEB_VIEW"] != "0"
// The tests of the bus are asked of a page as well, where there can be one.
let page: [Target.Dependency] = hasWebView ? ["CausewayWebKit"] : []
let pageTests: [SwiftSetting] = hasWebView ? [.define("WEB_VIEW")] : []

// The plugins are written with macros, which take swift-syntax a minute to build. `CAUSEWAY_PLUGINS=0` leaves `causeway`
// the network alone, which needs none.
let hasPlugins = Context.environment["CAUSEWAY_PLUGINS"] != "0"
let shipped: [Target.Dependency] =
  hasPlugins ? ["CausewayCrypto", "CausewayHTTP", "CausewayPlugins", "CausewayStorage"] : []
let shipping: [SwiftSetting] = hasPlugins ? [.define("CAUSEWAY_PLUGINS")] : []

let package = Package(
  name: "Causeway",
  products: [
    .executable(name: "causeway", targets: ["causeway"]),
    .library(name: "Causeway", targets: ["Causeway"]),
    .library(name: "CausewayExport", targets: ["CausewayExport"]),
    .plugin(name: "CausewayTypes", targets: ["CausewayTypes"]),
    .library(name: "CausewayJavaScript", targets: ["CausewayJavaScript"]),
    .library(name: "CausewayProcess", targets: ["CausewayProcess"]),
    .library(name: "CausewayWorker", targets: ["CausewayWorker"]),
    .library(name: "CausewayNetwork", targets: ["CausewayNetwork"]),
    .library(name: "CausewayPlugins", targets: ["CausewayPlugins"]),
    .library(name: "CausewayTesting", targets: ["CausewayTesting"]),
    .library(name: "CausewayLeakChecks", targets: ["CausewayLeakChecks"]),
    .library(name: "JavaScriptCore", targets: ["JavaScriptCore"]),
    .library(name: "JavaScriptCoreExport", targets: ["JavaScriptCoreExport"]),
    .library(name: "JavaScriptModules", targets: ["JavaScriptModules"]),
    .library(name: "JavaScriptRuntime", targets: ["JavaScriptRuntime"]),
    .library(name: "LinuxNetwork", targets: ["LinuxNetwork"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    // The engine's C API and GLib's main loop: module maps only, found by pkg-config.
    .systemLibrary(
      name: "CJavaScriptCore", pkgConfig: "javascriptcoregtk-4.1",
      providers: [.apt(["libjavascriptcoregtk-4.1-dev"])]),
    .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(name: "CGIO", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),

    .target(name: "CausewayClock", swiftSettings: strict),
    .target(name: "CausewayCensus", swiftSettings: strict),
    // Tokens, parser and scopes of JavaScript and TypeScript: pure Swift, no engine.
    .target(name: "JavaScriptSyntax", swiftSettings: strict),
    // Resolving, loading and linking modules: no engine and no bus.
    .target(name: "JavaScriptModules", dependencies: ["JavaScriptSyntax"], swiftSettings: strict),
    .target(name: "JavaScriptEngine", dependencies: ["CJavaScriptCore"], swiftSettings: strict),
    .target(name: "JavaScriptCore", dependencies: ["CJavaScriptCore", "JavaScriptEngine"], swiftSettings: strict),
    .target(name: "JavaScriptCoreExport", dependencies: ["JavaScriptCore", "CausewayMacros"], swiftSettings: strict),
    .target(
      name: "JavaScriptRuntime",
      dependencies: [
        "JavaScriptEngine", "JavaScriptModules", "CGLib", "CausewayCensus", "CausewayClock",
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["JavaScript"],
      swiftSettings: strict),
    .target(
      name: "Causeway",
      dependencies: [
        "CausewayCensus", "CausewayClock",
        .product(name: "Instrumentation", package: "swift-distributed-tracing"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
      ],
      swiftSettings: strict),
    // The macros, and the compiler plugin that expands them: only those who use them build swift-syntax.
    .macro(
      name: "CausewayMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .target(name: "CausewayExport", dependencies: ["Causeway", "CausewayMacros"], swiftSettings: strict),
    // `swift package causeway-types`, for packages that use this one. It asks for no permission: without a sandbox, as on
    // Linux, SwiftPM would ask for the one to write files even where it only prints or checks.
    .plugin(
      name: "CausewayTypes",
      capability: .command(
        intent: .custom(
          verb: "causeway-types", description: "Print declarations of what a program offers JavaScript."))),
    .target(
      name: "CausewayTesting",
      dependencies: [
        "Causeway", "CausewayCensus", "CausewayClock",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      swiftSettings: strict),
    // Apart from CausewayTesting because it stands on the test library, which no program is to carry.
    .target(name: "CausewayLeakChecks", dependencies: ["CausewayCensus"], swiftSettings: strict),
    .target(
      name: "CausewayJavaScript",
      dependencies: ["Causeway", "CausewayCensus", "JavaScriptRuntime", "JavaScriptEngine"],
      swiftSettings: strict),
    .target(
      name: "CausewayProcess",
      dependencies: [
        "Causeway", "CausewayClock", .product(name: "Logging", package: "swift-log"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    // Signal handlers, which change the result of a system call or the rights of a thread: C's own territory.
    .target(name: "CSystemCallTrap"),
    .target(
      name: "CausewayWorker",
      dependencies: [
        "Causeway", "CausewayJavaScript", "CausewayProcess", "CSystemCallTrap", "JavaScriptEngine", "JavaScriptRuntime",
      ],
      swiftSettings: strict),
    .target(name: "LinuxNetwork", swiftSettings: strict + [.enableExperimentalFeature("Lifetimes")]),
    .target(name: "CausewayNetwork", dependencies: ["Causeway", "LinuxNetwork"], swiftSettings: strict),
    .target(
      name: "CausewayPlugins",
      dependencies: [
        "Causeway", "CausewayExport", "CGIO", .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "causeway",
      dependencies: [
        "Causeway", "CausewayClock", "CausewayJavaScript", "CausewayNetwork", "CausewayTesting", "CausewayWorker",
        "JavaScriptEngine", "JavaScriptModules", "JavaScriptRuntime", "LinuxNetwork",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ] + shipped,
      swiftSettings: strict + shipping),

    // What the tests of several targets wait with.
    .target(name: "TestSupport", path: "Tests/Support", swiftSettings: tests),
    .testTarget(name: "CausewayClockTests", dependencies: ["CausewayClock", "CausewayTesting"], swiftSettings: tests),
    .testTarget(
      name: "JavaScriptSyntaxTests", dependencies: ["JavaScriptSyntax"], exclude: ["Conformance"],
      swiftSettings: tests),
    // Reads a list of files and says of each whether it parses: `Tests/JavaScriptSyntaxTests/Conformance`.
    .executableTarget(
      name: "syntax-check", dependencies: ["JavaScriptSyntax"], path: "Tests/SyntaxCheck", swiftSettings: tests),
    .testTarget(name: "JavaScriptEngineTests", dependencies: ["JavaScriptEngine"], swiftSettings: tests),
    .testTarget(name: "JavaScriptCoreTests", dependencies: ["JavaScriptCore"], swiftSettings: tests),
    .testTarget(
      name: "JavaScriptCoreExportTests", dependencies: ["JavaScriptCoreExport"], swiftSettings: tests),
    .testTarget(
      name: "JavaScriptModulesTests", dependencies: ["JavaScriptModules", "JavaScriptSyntax"], swiftSettings: tests),
    .testTarget(
      name: "JavaScriptRuntimeTests", dependencies: ["JavaScriptRuntime", "CausewayTesting"], exclude: ["JavaScript"],
      swiftSettings: tests),
    .testTarget(
      name: "CausewayTestingTests", dependencies: ["CausewayTesting", "Causeway"], swiftSettings: tests),
    .testTarget(
      name: "CausewayLeakChecksTests",
      dependencies: [
        "Causeway", "CausewayCensus", "CausewayJavaScript", "CausewayLeakChecks", "CausewayTesting", "JavaScriptEngine",
        "JavaScriptRuntime",
      ],
      swiftSettings: tests),
    .testTarget(
      name: "CausewayTests",
      dependencies: [
        "Causeway", "CausewayJavaScript", "CausewayTesting", "JavaScriptRuntime",
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ] + page,
      swiftSettings: tests + pageTests),
    .testTarget(
      name: "CausewayExportTests",
      dependencies: ["CausewayExport", "CausewayJavaScript", "CausewayTesting", "JavaScriptRuntime"],
      swiftSettings: tests),
    .testTarget(
      name: "CausewayJavaScriptTests",
      dependencies: [
        "CausewayJavaScript", "CausewayLeakChecks", "CausewayTesting",
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
        "CausewayProcess", "CausewayWorker", "CausewayTesting", "CSystemCallTrap", "causeway", "local-worker",
      ],
      swiftSettings: tests),
    // A host for as long as it is asked to run hostile programs: `make soak-hostile`.
    .executableTarget(
      name: "hostile-host",
      dependencies: [
        "Causeway", "CausewayJavaScript", "CausewayProcess", "CausewayTesting", "CausewayWorker", "JavaScriptRuntime",
      ],
      path: "Tests/HostileHost", swiftSettings: tests),
    // The tests of ECMA-262's own suite that are about modules: `make test262`.
    .executableTarget(
      name: "module-conformance", dependencies: ["JavaScriptRuntime"], path: "Tests/ModuleConformance",
      exclude: ["expected-failures.txt"], swiftSettings: tests),
    .testTarget(name: "LinuxNetworkTests", dependencies: ["LinuxNetwork"], swiftSettings: tests),
    .testTarget(
      name: "CausewayNetworkTests", dependencies: ["CausewayNetwork", "CausewayJavaScript"], swiftSettings: tests),
    .testTarget(
      name: "CausewayPluginsTests",
      dependencies: ["CausewayNetwork", "CausewayPlugins", "CausewayJavaScript", "CGIO", "JavaScriptRuntime"],
      swiftSettings: tests),
    .testTarget(name: "CommandLineTests", dependencies: ["causeway", "LinuxNetwork"], swiftSettings: tests),
  ]
)

// What stands on other people's packages, each in a target of its own: who links one builds no other's.
if hasPlugins {
  package.products += ["CausewayCrypto", "CausewayHTTP", "CausewayQueue", "CausewayStorage"].map {
    .library(name: $0, targets: [$0])
  }
  package.dependencies += [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ]
  package.targets += [
    // Stands on nothing else here: a queue between processes needs no bridge.
    .target(
      name: "CausewayQueue", dependencies: [.product(name: "GRDB", package: "GRDB.swift")], swiftSettings: strict),
    .target(
      name: "CausewayStorage",
      dependencies: ["Causeway", "CausewayExport", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: strict),
    .target(
      name: "CausewayHTTP",
      dependencies: [
        "Causeway", "CausewayExport", .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: strict),
    .target(
      name: "CausewayCrypto",
      dependencies: ["Causeway", "CausewayExport", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: strict),
    // Puts or takes items until it is killed.
    .executableTarget(
      name: "queue-process", dependencies: ["CausewayQueue", "CausewayTesting"], path: "Tests/QueueProcess",
      swiftSettings: tests),
    .testTarget(
      name: "CausewayQueueTests",
      dependencies: [
        "CausewayQueue", "CausewayTesting", "queue-process", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: tests),
    .testTarget(
      name: "CausewayStorageTests",
      dependencies: [
        "CausewayStorage", "CausewayJavaScript", "CausewayTesting", "JavaScriptRuntime",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: tests),
    .testTarget(
      name: "CausewayHTTPTests",
      dependencies: [
        "CausewayHTTP", "CausewayJavaScript", "CausewayTesting", "JavaScriptRuntime",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: tests),
    .testTarget(
      name: "CausewayCryptoTests",
      dependencies: ["CausewayCrypto", "CausewayJavaScript", "CausewayTesting", "JavaScriptRuntime"],
      swiftSettings: tests),
  ]
}

if hasWebView {
  package.products += [
    .executable(name: "causeway-view", targets: ["causeway-view"]),
    .library(name: "CausewayWebKit", targets: ["CausewayWebKit"]),
  ]
  package.targets += [
    .systemLibrary(
      name: "CWebKitGTK", pkgConfig: "webkit2gtk-4.1", providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
    .target(
      name: "CausewayWebKit",
      dependencies: [
        "Causeway", "CausewayCensus", "CausewayClock", "CWebKitGTK",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "causeway-view",
      dependencies: [
        "Causeway", "CausewayNetwork", "CausewayWebKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + shipped,
      swiftSettings: strict + shipping),
    .testTarget(name: "CausewayViewTests", dependencies: ["causeway-view"], swiftSettings: tests),
    .testTarget(
      name: "CausewayWebKitTests",
      dependencies: ["CausewayCensus", "CausewayWebKit", "CWebKitGTK", "CausewayJavaScript"],
      swiftSettings: tests),
  ]
}

for target in package.targets where target.type == .test { target.dependencies.append("TestSupport") }

// A build with a sanitizer holds the tests that it is for, and what those need: `make sanitize` names them.
if let wanted = Context.environment["CAUSEWAY_TESTS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
