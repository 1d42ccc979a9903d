// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "floor",
  dependencies: [.package(url: "https://github.com/swift-server/async-http-client.git", from: "1.24.0")],
  targets: [
    .executableTarget(
      name: "floor", dependencies: [.product(name: "AsyncHTTPClient", package: "async-http-client")], path: "Sources")
  ])
