// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A client as users write it, in a package of its own: what the optimiser does across modules is only seen from there.
let package = Package(
  name: "ClientPackage",
  dependencies: [.package(name: "Causeway", path: "../..")],
  targets: [
    .executableTarget(
      name: "client",
      dependencies: [
        .product(name: "Causeway", package: "Causeway"),
        .product(name: "CausewayJavaScript", package: "Causeway"),
        .product(name: "CausewayNetwork", package: "Causeway"),
        .product(name: "JavaScriptRuntime", package: "Causeway"),
      ])
  ]
)
