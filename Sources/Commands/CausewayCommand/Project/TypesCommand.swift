import ArgumentParser
import Causeway
import FoundationEssentials
import JavaScriptRuntime
import StandardStreams

/// `causeway types`: type declarations of a runtime's globals and modules, and of the methods that a program may call.
struct TypesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "types",
    abstract: "Write type declarations of the globals, modules and methods of a runtime.",
    usage: """
      causeway types <directory>
      causeway types [--format <format>] [--check <file>]
      """,
    discussion: """
      causeway types types/causeway              a package for TypeScript and editors: globals, modules, bridge, plugins

      Your tsconfig.json has to extend "./types/causeway/tsconfig.json"; the one that causeway init writes does. Without a \
      directory, only the methods that a program may call are printed:

      causeway types > plugins.d.ts              for TypeScript and editors
      causeway types --format js > plugins.js    a module with JSDoc, for a client in another process
      causeway types --check plugins.d.ts        fails if the file is out of date

      For the programs of your own package: swift package causeway-types.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case dts, js, openrpc
  }

  @Option(help: "The format: dts, js or openrpc; with --check, the file's name determines it.")
  var format: Format?

  @Option(help: ArgumentHelp("Compare with this file instead of printing.", valueName: "file"))
  var check: String?

  @Argument(
    help: ArgumentHelp("The directory of the package; its name is the package's name.", valueName: "directory"))
  var directory: String?

  func validate() throws {
    if directory != nil, format != nil || check != nil {
      throw ValidationError("--format and --check cannot be used with a directory.")
    }
  }

  func run() throws {
    let description = try PermissionOptions.parse([]).bridge().description
    if let directory { return try writePackage(directory, description) }
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
      Terminal.reportError("causeway: \(check.printable) is out of date: regenerate it with causeway types.")
      throw ExitCode(1)
    }
  }

  private func writePackage(_ directory: String, _ description: BridgeDescription) throws {
    let name = URL(fileURLWithPath: directory).standardizedFileURL.lastPathComponent
    do throws(ProjectFiles.Failure) {
      guard name.utf8.allSatisfy({ TypesCommand.isPlain($0) }), name != "/" else {
        throw ProjectFiles.Failure(
          message:
            "The directory's name is the package's name: use letters, digits, '-', '_' and '.', as in types/causeway.")
      }
      let files = TypePackage.files(named: name, description)
      if isOurs(directory) {
        try ProjectFiles.replace(files, in: directory)
      } else {
        try ProjectFiles.create(files, in: directory)
      }
    } catch {
      Terminal.reportError("causeway: \(error.message.printable)")
      throw WrongUsage.exitCode
    }
  }

  /// Whether this command has written the directory before.
  private func isOurs(_ directory: String) -> Bool {
    (try? SourceFile.read(named: "\(directory)/package.json"))?.contains(TypePackage.mark) ?? false
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private var formatOfFile: Format {
    guard let check else { return .dts }
    return check.hasSuffix(".json") ? .openrpc : check.hasSuffix(".js") ? .js : .dts
  }
}
