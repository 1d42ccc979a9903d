import Foundation
import Testing

/// Errors of compiled programs are shown in their sources.
@Suite(.timeLimit(.minutes(5))) struct SourceMapRunTests {
  private static let program = [
    "package.json": #"{"type": "module"}"#,
    "src/fail.ts": """
    interface Options {
      name: string;
    }

    export function fail({ name }: Options): never {
      const long: string = `failed: ${name}`;
      throw new RangeError(long);
    }

    """,
    "src/main.ts": """
    import { fail } from "./fail.js";
    type Unused = { a: number };

    const run = (name: string): void => {
      fail({ name });
    };
    await Promise.resolve();
    run("x");

    """,
  ]

  private func build(_ command: String, in scratch: Scratch) throws {
    let result = try CommandLine.finishInShell("cd '\(scratch.directory.path)' && \(command)")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  /// Checks a report: headline, place and line of the throw, and the frames of both files.
  private func expectOriginal(_ errors: String, _ prefix: String) {
    #expect(
      errors.hasPrefix(
        """
        RangeError: failed: x
          \(prefix)src/fail.ts:7:
        """), "\(errors)")
    #expect(errors.contains("\n  7 |   throw new RangeError(long);\n    |         "), "\(errors)")
    #expect(errors.contains("(\(prefix)src/fail.ts:7:"), "\(errors)")
    #expect(errors.contains("at run (\(prefix)src/main.ts:5:"), "\(errors)")
    #expect(errors.contains("at \(prefix)src/main.ts:8:"), "\(errors)")
    #expect(!errors.contains("dist/"), "\(errors)")
  }

  @Test(arguments: [
    "esbuild src/main.ts --bundle --format=esm --sourcemap --outfile=dist/main.js --log-level=error",
    "esbuild src/main.ts --bundle --format=esm --sourcemap=inline --outfile=dist/main.js --log-level=error",
    "esbuild src/main.ts --bundle --format=esm --sourcemap --sources-content=false --outfile=dist/main.js --log-level=error",
    "tsc --target es2022 --module node16 --sourceMap --outDir dist src/main.ts",
    "tsc --target es2022 --module node16 --inlineSourceMap --inlineSources --outDir dist src/main.ts",
  ]) func `an error of a compiled module is shown in its source`(command: String) throws {
    let scratch = try Scratch(SourceMapRunTests.program)
    try build(command, in: scratch)
    if !command.contains("nline") {
      #expect(FileManager.default.fileExists(atPath: scratch.directory.path + "/dist/main.js.map"))
    }
    let result = try CommandLine.run("run", "\(scratch.directory.path)/dist/main.js")
    #expect(result.status == 1)
    // A bundle has no imports any more, so it runs as a script, whose name is its path.
    expectOriginal(result.errors, (command.hasPrefix("tsc") ? "file://" : "") + "\(scratch.directory.path)/")
  }

  @Test(arguments: ["", "=inline"]) func `an error of a compiled script is shown in its source`(kind: String) throws {
    let scratch = try Scratch(SourceMapRunTests.program)
    try build(
      "sed -i '/await/d' src/main.ts && sed -i '1a // A line in its place.' src/main.ts && esbuild src/main.ts --bundle --format=iife --sourcemap\(kind) --outfile=dist/main.js --log-level=error",
      in: scratch)
    let result = try CommandLine.finishInShell("cd '\(scratch.directory.path)' && \"$0\" run dist/main.js")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("RangeError: failed: x\n  src/fail.ts:7:"), "\(result.errors)")
    #expect(result.errors.contains("\n  7 |   throw new RangeError(long);\n"), "\(result.errors)")
    // The bundler's own function around the program is nowhere in the sources.
    #expect(result.errors.components(separatedBy: "dist/main.js").count == 2, "\(result.errors)")
  }

  @Test(arguments: [
    "{", #"{"version":3,"sources":["x.ts"],"mappings":"!!"}"#, #"{"version":3,"sources":["x.ts"],"mappings":"DAAA"}"#,
  ]) func `a bad map leaves the place as it is`(map: String) throws {
    let scratch = try Scratch([
      "package.json": "{}", "main.js": "export {};\nthrow new Error('plain')\n//# sourceMappingURL=main.js.map\n",
      "main.js.map": map,
    ])
    let result = try CommandLine.run("run", "\(scratch.directory.path)/main.js")
    #expect(result.errors.contains("main.js:2:"), "\(result.errors)")
    #expect(result.errors.contains("2 | throw new Error('plain')"), "\(result.errors)")
  }

  @Test func `a map outside of the root is not read`() throws {
    let scratch = try Scratch([
      "app/package.json": "{}", "outside.map": #"{"version":3,"sources":["secret.ts"],"mappings":"AAAA"}"#,
      "app/main.js": "export {}; throw new Error('plain')\n//# sourceMappingURL=../outside.map",
    ])
    let result = try CommandLine.run("run", "\(scratch.directory.path)/app/main.js")
    #expect(result.errors.contains("app/main.js:1:"), "\(result.errors)")
    #expect(!result.errors.contains("secret"))
  }

  @Test func `a source without its text has its place only`() throws {
    let scratch = try Scratch([
      "package.json": "{}", "main.js.map": #"{"version":3,"sources":["gone.ts"],"mappings":"AAAA"}"#,
      "main.js": "export {}; throw new Error('plain')\n//# sourceMappingURL=main.js.map",
    ])
    let result = try CommandLine.run("run", "\(scratch.directory.path)/main.js")
    #expect(result.errors.contains("gone.ts:1:1\n    at "), "\(result.errors)")
  }
}
