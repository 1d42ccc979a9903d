import ArgumentParser
import Causeway
import FoundationEssentials
import StandardStreams

/// `causeway init`: a new project in TypeScript.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a TypeScript project.",
    discussion: """
      causeway init app             creates the directory, or adds the files to it
      causeway run app/app.ts       runs its program
      causeway test app             runs its tests
      tsc --noEmit -p app           checks its types, where TypeScript is installed

      Existing files are not overwritten. The declarations in types/causeway belong to this version of \
      causeway: run causeway types app/types/causeway to update them.
      """)

  @Argument(help: ArgumentHelp("The directory of the project.", valueName: "directory"))
  var directory: String

  func run() throws {
    let path = directory.count > 1 && directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    let types = TypePackage.files(named: "causeway", try PermissionOptions.parse([]).bridge().description)
    let files = project(named: name(of: path)) + types.map { (name: "types/causeway/\($0.name)", text: $0.text) }
    do throws(ProjectFiles.Failure) {
      try ProjectFiles.create(files, in: path)
    } catch {
      Terminal.reportError("causeway: \(error.message.printable)")
      throw WrongUsage.exitCode
    }
    Terminal.printLine("Created a project in \(path.printable). To run it: causeway run \("\(path)/app.ts".printable)")
  }

  /// A package's name for a directory: npm allows lower case, digits and a few marks.
  private func name(of path: String) -> String {
    let last = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent.lowercased()
    let allowed = last.unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "a"..."z", "0"..."9", "-": Character(scalar)
      default: "-"
      }
    }
    let name = String(allowed).drop { $0 == "-" }
    return name.isEmpty ? "app" : String(name.prefix(100))
  }

  private func project(named name: String) -> [(name: String, text: String)] {
    [
      (
        "app.ts",
        """
        import { describe } from "./describe.js";

        const { interfaces } = await bridge.plugins.network.status();
        for (const item of interfaces) console.log(describe(item));

        """
      ),
      (
        "describe.ts",
        """
        import type { NetworkInterface } from "causeway-types";

        /** One line about an interface of this machine. */
        export const describe = (
          { name, kind, operationalState }: Pick<NetworkInterface, "name" | "kind" | "operationalState">,
        ): string => `${name} (${kind}) is ${operationalState}`;

        """
      ),
      (
        "describe.test.ts",
        """
        import assert from "node:assert/strict";
        import { test } from "node:test";
        import { describe } from "./describe.js";

        test("an interface is described in one line", () => {
          const line = describe({ name: "lo", kind: "loopback", operationalState: "unknown" });
          assert.equal(line, "lo (loopback) is unknown");
        });

        // With the virtual clock of causeway test, waits take no time.
        test("a minute passes at once", async () => {
          const start = Date.now();
          await new Promise<void>((resolve) => setTimeout(() => resolve(), 60_000));
          assert.ok(Date.now() - start >= 60_000);
        });

        """
      ),
      (
        "package.json",
        """
        {
          "name": "\(name)",
          "private": true,
          "type": "module",
          "scripts": {
            "start": "causeway run -P app.ts",
            "test": "causeway test -P",
            "check": "causeway check . && tsc --noEmit"
          }
        }

        """
      ),
      (
        ProjectConfiguration.fileName,
        """
        {
          "permissions": {
            "allow": []
          }
        }

        """
      ),
      (
        "tsconfig.json",
        """
        {
          "extends": "./types/causeway/tsconfig.json",
          "include": ["**/*.ts", "**/*.js"]
        }

        """
      ),
      (".gitignore", "node_modules/\n"),
    ]
  }
}
