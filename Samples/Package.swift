// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

// Each sample is a folder of its own: README.md, Sources and Tests. One package builds them, so that they share what they
// depend on.
let package = Package(
  name: "Samples",
  dependencies: [
    .package(name: "Causeway", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // MacroEngine: change what buttons do, while the program runs.
    .target(
      name: "MacroEngine", dependencies: [.product(name: "JavaScriptCore", package: "Causeway")],
      path: "MacroEngine/Sources/MacroEngine", swiftSettings: settings),
    .target(
      name: "MacroRings",
      dependencies: [
        "MacroEngine", .product(name: "Causeway", package: "Causeway"),
        .product(name: "JavaScriptCore", package: "Causeway"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      path: "MacroEngine/Sources/MacroRings", resources: [.copy("Page")], swiftSettings: settings),
    .executableTarget(
      name: "macro-engine",
      dependencies: ["MacroRings", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "MacroEngine/Sources/macro-engine", swiftSettings: settings),
    .testTarget(
      name: "MacroEngineTests", dependencies: ["MacroEngine"], path: "MacroEngine/Tests/MacroEngineTests",
      swiftSettings: settings),
    .testTarget(
      name: "MacroRingsTests", dependencies: ["MacroRings"], path: "MacroEngine/Tests/MacroRingsTests",
      swiftSettings: settings),
  ]
)
