import ArgumentParser
import Causeway
import JavaScriptRuntime

/// `causeway types`: declarations of the methods that a program may call.
struct TypesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "types",
    abstract: "Print declarations of the methods that a program may call.",
    discussion: """
      causeway types > plugins.d.ts              for TypeScript and editors
      causeway types --format js > plugins.js    a module with JSDoc, for a client in another process
      causeway types --check plugins.d.ts        fails if the file is out of date

      For the programs of your own package: swift package causeway-types.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case dts, js, openrpc
  }

  @Option(help: "The format: dts, js or openrpc; with --check it follows from the file's name.")
  var format: Format?

  @Option(help: ArgumentHelp("Compare with this file instead of printing.", valueName: "file"))
  var check: String?

  func run() throws {
    let description = try PermissionOptions.parse([]).bridge().description
    let text =
      switch format ?? formatOfFile {
      case .dts: description.typeScript
      case .js: description.javaScriptModule
      case .openrpc: description.openRPC(title: "Causeway", version: Version.text)
      }
    for gap in description.gaps { Terminal.reportError("causeway: \(gap)") }
    guard let check else {
      Output.standardOutput.write(text)
      return
    }
    let committed: String
    do {
      committed = try SourceFile.read(named: check)
    } catch {
      Terminal.reportError("causeway: \(error.message.printable)")
      throw WrongUsage.exitCode
    }
    guard committed.utf8.elementsEqual(text.utf8) else {
      Terminal.reportError("causeway: \(check.printable) is out of date: write it again with causeway types.")
      throw ExitCode(1)
    }
  }

  private var formatOfFile: Format {
    guard let check else { return .dts }
    return check.hasSuffix(".json") ? .openrpc : check.hasSuffix(".js") ? .js : .dts
  }
}
