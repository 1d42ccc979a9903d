import Foundation
import PackagePlugin

/// `swift package causeway-port`: makes the mechanical changes that a package for Apple's JavaScriptCore needs on Linux.
@main struct CausewayPort: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    guard !arguments.contains("--help") else { return print(CausewayPort.help) }
    guard arguments.isEmpty || arguments == ["--check"] else {
      throw Failure(description: "Unknown arguments: \(arguments.joined(separator: " "))\n\(CausewayPort.help)")
    }
    let targets = context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
    let process = Process()
    process.executableURL = try context.tool(named: "causeway-port").url
    process.arguments = arguments + targets.map { $0.directoryURL.path(percentEncoded: false) }
    try process.run()
    process.waitUntilExit()
    switch process.terminationStatus {
    case 0: break
    case 1: throw Failure(description: "Some files need changes: see the list above.")
    default: throw Failure(description: "causeway-port failed.")
    }
  }

  private static let help = """
    Changes the Swift files of this package so that they build with Causeway's JavaScriptCore on Linux, and lists the changes that are left to you.

    swift package causeway-port [--check]

      --check  writes nothing; fails if there is anything to change
    """
}

private struct Failure: Error, CustomStringConvertible { let description: String }
