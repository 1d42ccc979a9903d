import Causeway

/// Declarations of what a program finds in a runtime, as a package that editors and tsc read.
enum TypePackage {
  /// The text by which a package is recognized that may be written again.
  static let mark = "Declarations of Causeway's runtime, made by causeway types."

  /// The files, by name.
  ///
  /// - Parameters:
  ///   - name: of the package's directory, by which `tsconfig.json` refers to it.
  ///   - bridge: what programs may call.
  static func files(named name: String, _ bridge: BridgeDescription) -> [(name: String, text: String)] {
    [
      ("package.json", manifest), ("tsconfig.json", configuration(named: name)), ("index.d.ts", index),
      ("globals.d.ts", Declarations.globals),
      ("performance.d.ts", Declarations.performance), ("streams.d.ts", Declarations.streams),
      ("bodies.d.ts", Declarations.bodies), ("modules.d.ts", Declarations.modules),
      ("bridge.d.ts", module("causeway-bridge", Declarations.client)),
      ("plugins.d.ts", module("causeway-types", bridge.typeScript)),
    ]
  }

  private static let manifest = """
    {
      "name": "causeway-types",
      "version": "\(Version.text)",
      "description": "\(mark)",
      "private": true,
      "types": "index.d.ts"
    }

    """

  private static let index = """
    // Made by `causeway types`. Do not edit.

    /// <reference path="globals.d.ts" />
    /// <reference path="performance.d.ts" />
    /// <reference path="streams.d.ts" />
    /// <reference path="bodies.d.ts" />
    /// <reference path="modules.d.ts" />
    /// <reference path="bridge.d.ts" />
    /// <reference path="plugins.d.ts" />

    """

  /// The compiler's options for programs: a project's tsconfig.json extends it.
  ///
  /// No lib "dom": what a runtime has of it is declared in these files. `isolatedModules`, because types are removed file by file.
  private static func configuration(named name: String) -> String {
    """
    {
      "compilerOptions": {
        "strict": true,
        "noEmit": true,
        "target": "es2022",
        "module": "nodenext",
        "moduleResolution": "nodenext",
        "lib": ["esnext"],
        "typeRoots": [".."],
        "types": ["\(name)"],
        "isolatedModules": true,
        "resolveJsonModule": true,
        "allowJs": true,
        "forceConsistentCasingInFileNames": true
      }
    }

    """
  }

  /// The declarations of a module, as an ambient one: it needs no path.
  private static func module(_ name: String, _ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      var line = String(line)
      for (word, short) in [("export declare ", "export "), ("declare global", "global")] where line.hasPrefix(word) {
        line = short + line.dropFirst(word.count)
      }
      return line.isEmpty ? "" : "  " + line
    }
    return "declare module \"\(name)\" {\n\(lines.joined(separator: "\n"))\n}\n"
  }
}
