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

// What an optional trait brings is fetched and built only where it is enabled. Sources of such a target stand in `#if Macros`,
// `#if Plugins`, `#if WebView` or `#if NATS`, since SwiftPM has no conditional targets.
let traits = [
  "Macros": "CausewayMacros",
  "Plugins":
    "CausewayHTTP CausewayPlugins CausewayStorage CBrotli CGIO CZlib CZstd HTTPStatusFilter JavaScriptCompression "
    + "JavaScriptCrypto MessageBus",
  "WebView": "CausewayWebKit CWebKitGTK",
  "NATS": "CausewayNATS CNATS",
]

let swiftSyntax = "SwiftCompilerPlugin SwiftDiagnostics SwiftParser SwiftSyntax SwiftSyntaxBuilder SwiftSyntaxMacros"

// The products of other packages, and the trait that needs each package; nil for those that are always there.
let imported: [(package: String, trait: String?, products: String)] = [
  ("swift-argument-parser", nil, "ArgumentParser"), ("swift-collections", nil, "DequeModule HeapModule"),
  ("swift-distributed-tracing", nil, "InMemoryTracing Instrumentation Tracing"),
  ("swift-log", nil, "Logging"), ("swift-metrics", nil, "Metrics MetricsTestKit"),
  ("swift-subprocess", nil, "Subprocess"), ("swift-system", nil, "SystemPackage"),
  ("swift-syntax", "Macros", swiftSyntax),
  ("async-http-client", "Plugins", "AsyncHTTPClient"), ("GRDB.swift", "Plugins", "GRDB"),
  ("swift-crypto", "Plugins", "Crypto CryptoExtras"),
  ("swift-nio", "Plugins", "NIOCore NIOHTTP1 NIOPosix NIOWebSocket"),
  ("swift-nio-ssl", "Plugins", "NIOSSL"),
]

func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

/// The dependencies of some names: targets of this package, and products of others.
func dependencies(_ names: String) -> [Target.Dependency] {
  words(names).map { name in
    func condition(_ trait: String?) -> TargetDependencyCondition? { trait.flatMap { .when(traits: [$0]) } }
    if let origin = imported.first(where: { words($0.products).contains(name) }) {
      return .product(name: name, package: origin.package, condition: condition(origin.trait))
    }
    return .target(name: name, condition: condition(traits.first { words($0.value).contains(name) }?.key))
  }
}

func module(_ name: String, on names: String = "", _ settings: [SwiftSetting] = strict) -> Target {
  .target(name: name, dependencies: dependencies(names), swiftSettings: settings)
}

func program(_ name: String, on names: String, _ settings: [SwiftSetting] = tests, except: [String] = []) -> Target {
  .executableTarget(name: name, dependencies: dependencies(names), exclude: except, swiftSettings: settings)
}

func test(_ name: String, on names: String, except: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies(names + " TestSupport"), exclude: except, swiftSettings: tests)
}

/// A C library of Debian: a module map, found by pkg-config.
func library(_ name: String, _ configuration: String, from package: String) -> Target {
  .systemLibrary(name: name, pkgConfig: configuration, providers: [.apt([package])])
}

/// A command of `swift package`, and whether it runs the program of that name.
func command(_ name: String, _ verb: String, _ description: String, _ hasProgram: Bool = false) -> Target {
  let capability = Target.PluginCapability.command(intent: .custom(verb: verb, description: description))
  return .plugin(name: name, capability: capability, dependencies: hasProgram ? [.target(name: verb)] : [])
}

/// Targets with a folder for each in a common one.
func folder(_ path: String, _ targets: Target...) -> [Target] {
  for target in targets { target.path = "\(path)/\(target.name)" }
  return targets
}

let package = Package(
  name: "Causeway",
  products: [
    .executable(name: "causeway", targets: ["CausewayCommand"]),
    .executable(name: "causeway-view", targets: ["CausewayViewCommand"]),
    .plugin(name: "CausewayTypes", targets: ["CausewayTypes"]),
    .plugin(name: "CausewayPort", targets: ["CausewayPort"]),
  ]
    + [
      "BridgeSchema", "BridgeValues", "Causeway", "CausewayExport", "CausewayPageMessages",
      "JavaScriptCompression", "JavaScriptCrypto", "JavaScriptInspector", "JavaScriptModules", "JavaScriptRuntime",
      "CausewayJavaScript", "CausewayMCP", "CausewayNATS", "CausewayProcess", "CausewayWebKit", "CausewayChild",
      "CausewayHTTP", "CausewayNetwork", "CausewayPlugins", "CausewayQueue", "CausewayStorage",
      "HTTPStatusFilter", "LinuxNetwork", "JavaScriptCore", "JavaScriptCoreAdditions", "JavaScriptCoreExport",
      "CausewayLeakChecks", "CausewayTesting",
    ].map { .library(name: $0, targets: [$0]) },
  traits: [
    .default(enabledTraits: []),
    .trait(name: "Macros", description: "@Plugin, @Crossing and @JSExport. Fetches and builds swift-syntax."),
    .trait(
      name: "Plugins",
      description: "Files, storage, HTTP, cryptography, device, queue. Needs libsqlite3-dev libbrotli-dev "
        + "libzstd-dev zlib1g-dev.",
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
  ]
)

// What every other folder stands on: it knows neither a bridge nor an engine.
package.targets += folder(
  "Sources/Base",
  // Clocks, timers, deferred values, and the open resources that leak checks look at.
  module("CausewayConcurrency"),
  // What a mistyped name may have meant: of calls, commands, files and exports.
  module("NameSuggestions"),
  // What reads standard input and writes to standard output and standard error, and what makes text of others safe on a terminal.
  module("StandardStreams"),
  .macro(name: "CausewayMacros", dependencies: dependencies(swiftSyntax), swiftSettings: strict))

// The bus. It knows no engine.
package.targets += folder(
  "Sources/Bridge",
  // Values that cross: text, codecs, paths, errors, limits.
  module("BridgeValues", on: "NameSuggestions"),
  // What a bridge offers, described: types, contract, declarations in TypeScript and JavaScript, OpenRPC.
  module("BridgeSchema", on: "BridgeValues StandardStreams"),
  module(
    "Causeway",
    on: "BridgeSchema BridgeValues CausewayConcurrency DequeModule HeapModule Instrumentation Logging Metrics"),
  module("CausewayExport", on: "Causeway CausewayMacros"),
  // Messages as pages written for WKScriptMessageHandler send them.
  module("CausewayPageMessages", on: "BridgeSchema BridgeValues Causeway DequeModule"))

// The engine and its runtime. They know no messages.
package.targets += folder(
  "Sources/JavaScript",
  // The only importer of the engine's C API, beside what has the names of Apple's framework.
  module("JavaScriptEngine", on: "CGLib CJavaScriptCore CausewayConcurrency JavaScriptSyntax"),
  // Tokens, parser and scopes of JavaScript and TypeScript: pure Swift, no engine.
  module("JavaScriptSyntax", on: "CausewayConcurrency"),
  // Resolving, loading and linking modules: no engine and no bus.
  module("JavaScriptModules", on: "JavaScriptSyntax LinuxFiles NameSuggestions"),
  module(
    "JavaScriptRuntime",
    on: "CGLib CausewayConcurrency JavaScriptEngine JavaScriptModules JavaScriptSyntax Logging StandardStreams"),
  // Debugging of a runtime, by the engine's own inspector.
  module(
    "JavaScriptInspector",
    on: "CGLib CausewayConcurrency JavaScriptEngine JavaScriptModules JavaScriptRuntime JavaScriptSyntax"),
  // Compression streams of a runtime.
  module("JavaScriptCompression", on: "CZlib JavaScriptEngine JavaScriptRuntime"),
  // `crypto.subtle` of a runtime.
  module("JavaScriptCrypto", on: "CryptoExtras JavaScriptEngine JavaScriptRuntime"))

// What a bridge connects: runtimes, pages, processes, other machines, agents.
package.targets += folder(
  "Sources/Peers",
  module("CausewayJavaScript", on: "Causeway CausewayConcurrency JavaScriptEngine JavaScriptRuntime"),
  module(
    "CausewayProcess",
    on: "Causeway CausewayConcurrency JavaScriptModules Logging Subprocess SystemPackage"),
  // The child's side of CausewayProcess.
  module(
    "CausewayChild",
    on:
      "Causeway CausewayJavaScript CausewayProcess CSystemCallTrap JavaScriptEngine JavaScriptModules JavaScriptRuntime"
  ),
  module(
    "CausewayWebKit", on: "Causeway CausewayConcurrency CWebKitGTK DequeModule JavaScriptEngine JavaScriptModules"),
  module("CausewayNATS", on: "Causeway CausewayConcurrency CausewayQueue CNATS"),
  module("CausewayMCP", on: "Causeway CausewayProcess JavaScriptModules NIOCore NIOHTTP1 NIOPosix"))

// Native capabilities. Those with packages of others have a module each: a program that links one builds no other's.
package.targets += folder(
  "Sources/Plugins",
  module("CausewayNetwork", on: "Causeway CausewayConcurrency LinuxNetwork MessageBus"),
  module("CausewayPlugins", on: "Causeway CausewayConcurrency CausewayExport CGIO DequeModule LinuxFiles MessageBus"),
  module("CausewayStorage", on: "Causeway CausewayExport GRDB LinuxFiles"),
  module(
    "CausewayHTTP",
    on: "AsyncHTTPClient Causeway CausewayExport CBrotli CZlib CZstd DequeModule HTTPStatusFilter NIOCore NIOHTTP1 "
      + "NIOPosix NIOSSL NIOWebSocket"),
  // A queue between processes; it knows no bridge.
  module("CausewayQueue", on: "GRDB"),
  // It knows no bridge: the samples use it as well.
  module("HTTPStatusFilter", on: "AsyncHTTPClient NIOCore NIOHTTP1"),
  // Services on D-Bus, through GIO.
  module("MessageBus", on: "BridgeValues CGIO"))

// Readers of the system. They know no bridge.
package.targets += folder(
  "Sources/Linux",
  // Changes of files, through one inotify instance for the whole process; paths that stay beneath a directory.
  module("LinuxFiles"),
  module("LinuxNetwork", on: "CausewayConcurrency LinuxFiles", strict + [.enableExperimentalFeature("Lifetimes")]))

// Programs as they are written for Apple's framework.
package.targets += folder(
  "Sources/Apple",
  module("JavaScriptCore", on: "CJavaScriptCore JavaScriptEngine"),
  // Apart from it, so that no name of a program that is written for Apple's collides.
  module(
    "JavaScriptCoreAdditions",
    on: "CJavaScriptCore CausewayConcurrency JavaScriptCore JavaScriptEngine JavaScriptSyntax"),
  module("JavaScriptCoreExport", on: "CausewayMacros JavaScriptCore"),
  program("causeway-port", on: "StandardStreams SwiftParser SwiftSyntax"))

package.targets += folder(
  "Sources/Testing",
  module("CausewayTesting", on: "Causeway CausewayConcurrency DequeModule HeapModule"),
  // Apart from it because it stands on the test library, which no program is to carry.
  module("CausewayLeakChecks", on: "CausewayConcurrency"))

package.targets += folder(
  "Sources/Commands",
  // The options that both commands have.
  module("CommandOptions", on: "ArgumentParser Causeway CausewayHTTP CausewayStorage"),
  program(
    "CausewayCommand",
    on: "ArgumentParser Causeway CausewayConcurrency CausewayJavaScript CausewayMCP CausewayNATS CausewayNetwork "
      + "CausewayPlugins CausewayProcess CausewayTesting CausewayChild CommandOptions JavaScriptCompression JavaScriptCrypto JavaScriptEngine "
      + "JavaScriptInspector JavaScriptModules JavaScriptRuntime JavaScriptSyntax LinuxFiles LinuxNetwork Logging StandardStreams "
      + "Subprocess SystemPackage", strict),
  program(
    "CausewayViewCommand",
    on: "ArgumentParser Causeway CausewayNetwork CausewayPageMessages CausewayPlugins CausewayWebKit CommandOptions "
      + "LinuxFiles StandardStreams", strict))

package.targets += folder(
  "Sources/C",
  library("CBrotli", "libbrotlidec", from: "libbrotli-dev"),
  library("CGIO", "gio-2.0", from: "libglib2.0-dev"),
  library("CGLib", "glib-2.0", from: "libglib2.0-dev"),
  library("CJavaScriptCore", "javascriptcoregtk-4.1", from: "libjavascriptcoregtk-4.1-dev"),
  library("CNATS", "libnats", from: "libnats-dev"),
  library("CWebKitGTK", "webkit2gtk-4.1", from: "libwebkit2gtk-4.1-dev"),
  library("CZlib", "zlib", from: "zlib1g-dev"),
  library("CZstd", "libzstd", from: "libzstd-dev"),
  // Signal handlers, which change the result of a system call or the rights of a thread: C's own territory.
  .target(name: "CSystemCallTrap"))

// `swift package causeway-types` asks for no permission: without a sandbox, as on Linux, SwiftPM would ask for the one to write
// files even where it only prints or checks.
package.targets += [
  command("CausewayTypes", "causeway-types", "Print declarations of what a program offers JavaScript."),
  command("CausewayPort", "causeway-port", "Change sources for Apple's JavaScriptCore as Linux needs it.", true),
]

package.targets += folder(
  "Tests/Base",
  test("CausewayConcurrencyTests", on: "CausewayConcurrency CausewayTesting"),
  test("NameSuggestionsTests", on: "NameSuggestions"),
  test("StandardStreamsTests", on: "StandardStreams"))

package.targets += folder(
  "Tests/Bridge",
  test("BridgeValuesTests", on: "BridgeValues"),
  test("BridgeSchemaTests", on: "BridgeSchema BridgeValues"),
  test(
    "CausewayTests",
    on: "Causeway CausewayConcurrency CausewayJavaScript CausewayNATS CausewayPageMessages CausewayTesting "
      + "CausewayWebKit JavaScriptRuntime MetricsTestKit"),
  test("CausewayExportTests", on: "CausewayExport CausewayJavaScript CausewayTesting JavaScriptRuntime"),
  test(
    "CausewayPageMessagesTests",
    on: "Causeway CausewayExport CausewayJavaScript CausewayPageMessages JavaScriptRuntime"))

package.targets += folder(
  "Tests/JavaScript",
  test("JavaScriptEngineTests", on: "JavaScriptEngine"),
  test(
    "JavaScriptSyntaxTests", on: "CJavaScriptCore CausewayConcurrency JavaScriptEngine JavaScriptSyntax",
    except: ["Conformance"]),
  test("JavaScriptModulesTests", on: "JavaScriptModules JavaScriptSyntax"),
  test("JavaScriptRuntimeTests", on: "CausewayTesting JavaScriptRuntime"),
  test(
    "JavaScriptInspectorTests",
    on: "Causeway CausewayCommand CausewayConcurrency CausewayJavaScript CausewayProcess CausewayTesting DebugSupport "
      + "JavaScriptInspector JavaScriptModules JavaScriptRuntime"),
  test("JavaScriptCompressionTests", on: "JavaScriptCompression JavaScriptEngine JavaScriptRuntime"),
  test(
    "JavaScriptCryptoTests",
    on: "CausewayLeakChecks CausewayTesting CryptoExtras JavaScriptCrypto JavaScriptEngine JavaScriptRuntime"))

package.targets += folder(
  "Tests/Peers",
  test(
    "CausewayJavaScriptTests",
    on: "CausewayJavaScript CausewayLeakChecks CausewayPageMessages CausewayTesting InMemoryTracing ReferenceSupport "
      + "Tracing"),
  test(
    "CausewayProcessTests",
    on: "CausewayCommand CausewayLeakChecks CausewayProcess CausewayTesting CausewayChild CSystemCallTrap "
      + "ReferenceSupport local-child"),
  test(
    "CausewayWebKitTests",
    on: "CausewayConcurrency CausewayJavaScript CausewayPageMessages CausewayWebKit CWebKitGTK ReferenceSupport"),
  test("CausewayNATSTests", on: "Causeway CausewayCommand CausewayNATS CausewayQueue CausewayTesting"),
  test(
    "CausewayMCPTests",
    on: "Causeway CausewayCommand CausewayExport CausewayHTTP CausewayJavaScript CausewayMCP JavaScriptRuntime",
    except: ["Client"]))

package.targets += folder(
  "Tests/Plugins",
  test("CausewayNetworkTests", on: "CausewayJavaScript CausewayNetwork LinuxNetwork"),
  test(
    "CausewayPluginsTests",
    on: "CausewayExport CausewayJavaScript CausewayNetwork CausewayPageMessages CausewayPlugins CGIO JavaScriptRuntime "
      + "MessageBus"),
  test("CausewayStorageTests", on: "CausewayJavaScript CausewayStorage CausewayTesting GRDB JavaScriptRuntime"),
  test(
    "CausewayHTTPTests",
    on: "CausewayHTTP CausewayJavaScript CausewayTesting Crypto CZlib CZstd JavaScriptRuntime NIOCore NIOPosix NIOSSL"),
  test("CausewayQueueTests", on: "CausewayQueue CausewayTesting GRDB queue-process"))

package.targets += folder(
  "Tests/Linux",
  test("LinuxFilesTests", on: "LinuxFiles"),
  test("LinuxNetworkTests", on: "LinuxNetwork"))

package.targets += folder(
  "Tests/Apple",
  test("JavaScriptCoreTests", on: "JavaScriptCoreAdditions"),
  test("JavaScriptCoreAppleTests", on: "JavaScriptCore"),
  test("JavaScriptCoreExportTests", on: "JavaScriptCoreAdditions JavaScriptCoreExport"),
  test("CausewayPortTests", on: "causeway-port SwiftParser SwiftSyntax"))

package.targets += folder(
  "Tests/Testing",
  test("CausewayTestingTests", on: "Causeway CausewayTesting"),
  test(
    "CausewayLeakChecksTests",
    on: "Causeway CausewayConcurrency CausewayJavaScript CausewayLeakChecks CausewayTesting JavaScriptEngine "
      + "JavaScriptRuntime"))

package.targets += folder(
  "Tests/Commands",
  test(
    "CommandLineTests",
    on: "Causeway CausewayCommand DebugSupport JavaScriptInspector LinuxNetwork StandardStreams"),
  test("CausewayViewTests", on: "CausewayViewCommand LinuxFiles"))

package.targets += folder(
  "Tests/Support",
  module("TestSupport", tests),
  module("ReferenceSupport", on: "Causeway TestSupport", tests),
  // A client of the Debug Adapter Protocol.
  module("DebugSupport", on: "JavaScriptInspector", tests))

package.targets += folder(
  "Tests/Programs",
  // A child with handlers that misbehave, and system calls as an attacker makes them.
  program("local-child", on: "Causeway CausewayProcess CausewayChild CSystemCallProbe CSystemCallTrap"),
  .target(name: "CSystemCallProbe"),
  // Puts or takes items until it is killed.
  program("queue-process", on: "CausewayQueue CausewayTesting"),
  // A host for as long as it is asked to run hostile programs: `make soak-hostile`.
  program(
    "hostile-host",
    on: "Causeway CausewayJavaScript CausewayProcess CausewayTesting CausewayChild JavaScriptModules JavaScriptRuntime"
  ),
  // Reads a list of files and says of each whether it parses: `Tests/JavaScript/JavaScriptSyntaxTests/Conformance`.
  program("syntax-check", on: "JavaScriptSyntax"),
  // The tests of ECMA-262's own suite that are about modules: `make test262`.
  program("module-conformance", on: "JavaScriptEngine JavaScriptRuntime", except: ["expected-failures.txt"]))

// What is measured with what this package keeps to itself; the rest is in the package Benchmarks.
package.targets += folder(
  "Benchmarks/Sources",
  // `make bench-modules`
  program("module-bench", on: "JavaScriptCore JavaScriptModules JavaScriptRuntime JavaScriptSyntax"),
  // Calls over NATS beside libnats by itself: `make bench-nats`.
  .target(
    name: "CPlainNATS", dependencies: dependencies("CNATS"), cSettings: [.define("NATS", .when(traits: ["NATS"]))]),
  program("nats-bench", on: "Causeway CausewayNATS CausewayQueue CPlainNATS"))

// A build with a sanitizer holds the tests that it is for, and what those need: `make sanitize` names them.
if let wanted = Context.environment["CAUSEWAY_TESTS"].map(words) {
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
