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
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ],
  targets: [
    // MARK: Clipper: a bundle that cannot hurt its host.
    .systemLibrary(
      name: "CGumbo", path: "Clipper/Sources/CGumbo", pkgConfig: "gumbo", providers: [.apt(["libgumbo-dev"])]),
    .target(
      name: "PageTree", dependencies: ["CGumbo"], path: "Clipper/Sources/PageTree", swiftSettings: settings),
    .target(
      name: "Clipper",
      dependencies: [
        "PageTree",
        .product(name: "Causeway", package: "Causeway"),
        .product(name: "CausewayProcess", package: "Causeway"),
        .product(name: "CausewayQueue", package: "Causeway"),
        .product(name: "CausewayWorker", package: "Causeway"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
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
        "Clipper",
        .product(name: "CausewayQueue", package: "Causeway"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Clipper/Sources/clip", swiftSettings: settings),
    .executableTarget(
      name: "clipper-app",
      dependencies: [
        "Clipper",
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
  ]
)
