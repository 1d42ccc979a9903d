import Foundation
import PackagePlugin

/// `swift package causeway-types`: type declarations of the methods and events that a package's program offers JavaScript.
///
/// It builds the program and starts it with a request in its environment, which
/// `BridgeDescription.writeTypesAndExitIfRequested(_:)` answers.
@main struct CausewayTypes: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let request = try Request(arguments)
    guard !request.wantsHelp else { return print(Request.help) }
    let program = try program(request.product, in: context)
    let made = try declarations(of: program, request.format, in: context)
    if let file = request.check {
      let url = URL(filePath: file, relativeTo: context.package.directoryURL)
      guard let committed = try? Data(contentsOf: url) else { throw Failure("There is no file \(file) to check.") }
      guard committed == made else { throw Failure("\(file) is out of date: regenerate it with causeway-types.") }
    } else if let file = request.output {
      try made.write(to: URL(filePath: file, relativeTo: context.package.directoryURL), options: .atomic)
    } else {
      FileHandle.standardOutput.write(made)
    }
  }

  /// Builds the program, and returns its executable.
  private func program(_ name: String?, in context: PluginContext) throws -> URL {
    let products = context.package.products(ofType: ExecutableProduct.self).map(\.name)
    guard let name = name ?? (products.count == 1 ? products[0] : nil) else {
      let names = products.sorted().joined(separator: ", ")
      throw Failure(
        products.isEmpty
          ? "The package has no program." : "The package has several programs: pass --product with one of \(names).")
    }
    guard products.contains(name) else { throw Failure("The package has no program \(name).") }
    let result = try packageManager.build(.product(name), parameters: .init(configuration: .inherit))
    guard result.succeeded else { throw Failure(result.logText) }
    let programs = result.builtArtifacts.filter { $0.kind == .executable }.map(\.url)
    guard let program = programs.first(where: { $0.lastPathComponent == name }) else {
      throw Failure("\(name) was built, but its executable was not found.")
    }
    return program
  }

  /// The declarations that the program writes.
  private func declarations(of program: URL, _ format: String, in context: PluginContext) throws -> Data {
    let answer = context.pluginWorkDirectoryURL.appending(path: "declarations")
    try? FileManager.default.removeItem(at: answer)
    let process = Process()
    process.executableURL = program
    process.environment = ProcessInfo.processInfo.environment.merging([
      "CAUSEWAY_TYPES": format, "CAUSEWAY_TYPES_FILE": answer.path(percentEncoded: false),
    ]) { $1 }
    // Its standard output is not part of the answer and is discarded; its standard error is shown.
    process.standardOutput = FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    if ended.wait(timeout: .now() + 60) == .timedOut {
      process.terminate()
    }
    guard let data = try? Data(contentsOf: answer) else {
      throw Failure(
        """
        \(program.lastPathComponent) did not describe what it offers: in its main, where everything is registered, \
        call BridgeDescription.writeTypesAndExitIfRequested(bridge.description).
        """)
    }
    return data
  }
}

/// The parsed arguments.
private struct Request {
  var product: String?
  var output: String?
  var check: String?
  var format: String
  var wantsHelp: Bool

  init(_ arguments: [String]) throws {
    var rest = ArgumentExtractor(arguments)
    wantsHelp = rest.extractFlag(named: "help") > 0
    product = rest.extractOption(named: "product").last
    output = rest.extractOption(named: "output").last
    check = rest.extractOption(named: "check").last
    let file = output ?? check ?? ""
    let implied = file.hasSuffix(".json") ? "openrpc" : file.hasSuffix(".js") ? "js" : "dts"
    format = rest.extractOption(named: "format").last ?? implied
    guard ["dts", "js", "openrpc"].contains(format) else {
      throw Failure("There is no format \(format): use dts, js or openrpc.")
    }
    if let other = rest.remainingArguments.first { throw Failure("Unknown argument: \(other)\n\(Request.help)") }
  }

  static let help = """
    Prints type declarations of the methods and events that a program of this package offers JavaScript.

    swift package causeway-types [--product NAME] [--format dts|js|openrpc] [--output FILE | --check FILE]

      --product  the program; not needed if the package has only one
      --format   dts (TypeScript), js (a module with JSDoc) or openrpc; by default, the file's name determines it
      --output   writes to this file of the package
      --check    fails if the file differs from the output
    """
}

/// A sentence for a person.
private struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
