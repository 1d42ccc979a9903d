import ArgumentParser
import Causeway
import JavaScriptRuntime

/// `causeway types`: what programs of the command line may call, as declarations.
struct TypesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "types",
    abstract: "Print declarations of what a program may call.",
    discussion: """
      causeway types > plugins.d.ts              for TypeScript, and for editors
      causeway types --format js > plugins.js    a module with JSDoc, for a client of another process
      causeway types --check plugins.d.ts        fails when the file is not what would be printed

      A package of yours has a command for its own programs: swift package causeway-types.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case dts, js, openrpc
  }

  @Option(help: "What to print: dts, js or openrpc; with --check, as the file's name says.")
  var format: Format?

  @Option(help: ArgumentHelp("Compare with this file instead of printing.", valueName: "file"))
  var check: String?

  func run() throws {
    let description = try LendingOptions.parse([]).bridge().description
    let text =
      switch format ?? formatOfFile {
      case .dts: description.typeScript
      case .js: description.javaScriptModule
      case .openrpc: description.openRPC(title: "Causeway", version: Version.text)
      }
    for gap in description.gaps { Terminal.complain("causeway: \(gap)") }
    guard let check else {
      Output.standardOutput.write(text)
      return
    }
    let committed: String
    do {
      committed = try SourceFile.read(named: check)
    } catch {
      Terminal.complain("causeway: \(error.message.printable)")
      throw WrongUsage.exitCode
    }
    guard committed.utf8.elementsEqual(text.utf8) else {
      Terminal.complain("causeway: \(check.printable) is stale: write it anew with causeway types.")
      throw ExitCode(1)
    }
  }

  private var formatOfFile: Format {
    guard let check else { return .dts }
    return check.hasSuffix(".json") ? .openrpc : check.hasSuffix(".js") ? .js : .dts
  }
}
