// swift-tools-version: 6.2
import PackageDescription

/// Everything but the samples that show a window builds without GTK.
let hasWebView = Context.environment["CAUSEWAY_WEB_VIEW"] != "0"

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Samples",
  dependencies: [
    .package(name: "Causeway", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ],
  targets: [
    // MARK: StoredProcedures
    .target(
      name: "StoredProcedures",
      dependencies: [
        .product(name: "Causeway", package: "Causeway"),
        .product(name: "CausewayJavaScript", package: "Causeway"),
        .product(name: "JavaScriptRuntime", package: "Causeway"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      path: "StoredProcedures/Sources/StoredProcedures", resources: [.embedInCode("context.js")],
      swiftSettings: settings),
    .target(
      name: "ProcedureExchange",
      dependencies: [
        "StoredProcedures",
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
  ]
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
