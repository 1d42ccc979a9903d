import JavaScriptModules
import Testing

/// tsconfig.json: its options, and the files that it extends.
@Suite(.timeLimit(.minutes(1))) struct TypeScriptConfigurationTests {
  private func loader(_ files: [String: String]) -> TreeModuleLoader { .memory(files) }

  private func url(_ path: String) -> ModuleURL { ModuleURL("memory:///" + path)! }

  private func options(_ files: [String: String], of path: String = "src/a.tsx") throws -> CompilerOptions {
    try loader(files.merging([path: ""]) { first, _ in first }).loadNow(url(path), as: nil).compilerOptions
  }

  private func failure(_ configuration: String, _ files: [String: String] = [:]) -> ModuleError? {
    do {
      _ = try options(files.merging(["tsconfig.json": configuration]) { first, _ in first })
      return nil
    } catch {
      return error as? ModuleError
    }
  }

  private func resolve(
    _ specifier: String, _ files: [String: String], from path: String = "src/a.ts", by kind: ModuleRequestKind = .import
  ) throws -> String {
    let target = try loader(files).resolve(specifier, from: url(path), by: kind).description
    return String(target.dropFirst("memory:///".count))
  }

  // MARK: Options

  @Test func `the nearest file counts, with comments and commas behind the last value`() throws {
    let near = """
      \u{FEFF}// comment
      { /* another */ "compilerOptions": { "jsx": "react", "jsxFactory": "h", "strict": true, },
        "include": ["**/*.ts",], }
      """
    let found = try options([
      "tsconfig.json": #"{"compilerOptions":{"jsx":"react-jsxdev"}}"#, "src/tsconfig.json": near,
    ])
    #expect(found.jsx == .classic && found.jsxFactory == "h")
    #expect(try options(["tsconfig.json": #"{"compilerOptions":{"jsx":"react-jsxdev"}}"#]).jsx == .development)
    #expect(try options([:]) == CompilerOptions())
  }

  @Test func `JavaScript and packages have no such file`() throws {
    let broken = ["tsconfig.json": "{", "node_modules/p/tsconfig.json": "{"]
    for path in ["a.js", "a.mjs", "node_modules/p/a.ts", "node_modules/p/a.jsx"] {
      #expect(try options(broken, of: path) == CompilerOptions())
    }
    for path in ["a.ts", "a.jsx", "a.mts", "a.cts", "a.tsx"] {
      #expect(throws: ModuleError.self) { try options(broken, of: path) }
    }
  }

  @Test func `a host's own options count instead of the files`() throws {
    var own = CompilerOptions()
    own.jsxImportSource = "preact"
    let loader = TreeModuleLoader(
      MemoryFiles(["a.tsx": "", "tsconfig.json": "{"]), base: url(""), compilerOptions: own)
    #expect(try loader.loadNow(url("a.tsx"), as: nil).compilerOptions.jsxImportSource == "preact")
  }

  @Test(arguments: ["none", "@scope/none/base.json", "../none", "/etc/passwd"])
  func `a base that only the compiler can read is left out`(_ specifier: String) {
    #expect(failure(#"{"extends": "\#(specifier)", "compilerOptions": {"jsx": "react"}}"#) == nil)
  }

  @Test func `a file extends others, of which the later ones count`() throws {
    let found = try options([
      "tsconfig.json":
        #"{"extends": ["./one", "@scope/two/base.json", "three"], "compilerOptions": {"jsxFactory": null}}"#,
      "one.json": #"{"compilerOptions": {"jsx": "react", "verbatimModuleSyntax": true, "jsxFactory": "h"}}"#,
      "node_modules/@scope/two/base.json": #"{"compilerOptions": {"jsx": "preserve", "jsxImportSource": "a"}}"#,
      "node_modules/three/package.json": #"{"tsconfig": "./own.json", "exports": {}}"#,
      "node_modules/three/own.json": #"{"compilerOptions": {"jsxImportSource": "b", "experimentalDecorators": true}}"#,
    ])
    #expect(found.jsx == nil && found.jsxImportSource == "b" && found.jsxFactory == nil)
    #expect(found.verbatimModuleSyntax && found.experimentalDecorators && !found.emitDecoratorMetadata)
  }

  @Test(arguments: [
    (#"{"compilerOptions": "#, ModuleError.Code.invalidArgument, 1, 21),
    ("[]", .invalidArgument, 1, 1),
    ("{\n  \"compilerOptions\": {\n    \"jsx\": \"fast\" } }", .invalidArgument, 3, 12),
    (#"{"compilerOptions": {"jsxFactory": "a-b"}}"#, .invalidArgument, 1, 36),
    (#"{"compilerOptions": {"verbatimModuleSyntax": 1}}"#, .invalidArgument, 1, 46),
    (#"{"compilerOptions": 1}"#, .invalidArgument, 1, 21),
    (#"{"compilerOptions": {"paths": {"a": "b"}}}"#, .invalidArgument, 1, 31),
    (#"{"compilerOptions": {"paths": {"a*b*": ["c"]}}}"#, .invalidArgument, 1, 31),
    (#"{"compilerOptions": {"paths": {"a": ["../../b"]}}}"#, .permissionDenied, 1, 31),
    (#"{"compilerOptions": {"baseUrl": "/usr"}}"#, .permissionDenied, 1, 33),
    (#"{"compilerOptions": {"moduleResolution": "classic"}}"#, .unimplemented, 1, 42),
    (#"{"compilerOptions": {"useDefineForClassFields": "no"}}"#, .invalidArgument, 1, 49),
    (#"{"compilerOptions": {"target": "es2014"}}"#, .invalidArgument, 1, 32),
    (#"{"compilerOptions": {"preserveValueImports": true}}"#, .unimplemented, 1, 46),
    (#"{"extends": 1}"#, .invalidArgument, 1, 13), (#"{"extends": "./none"}"#, .notFound, 1, 13),
  ])
  func `an error names the file and the place`(
    _ text: String, _ code: ModuleError.Code, _ line: Int, _ column: Int
  ) throws {
    let error = try #require(failure(text))
    #expect(error.code == code && error.line == line && error.column == column, "\(error)")
    #expect(error.referrer == "memory:///tsconfig.json")
  }

  @Test func `files that extend each other are an error`() throws {
    let error = try #require(failure(#"{"extends": "./b.json"}"#, ["b.json": #"{"extends": "./tsconfig.json"}"#]))
    #expect(error.code == .invalidArgument && error.referrer == "memory:///b.json")
    #expect(error.message.contains("tsconfig.json extends memory:///b.json extends memory:///tsconfig.json"))
    // Two files may extend the same one.
    let twice = #"{"extends": ["./b.json", "./c.json"]}"#
    #expect(failure(twice, ["b.json": #"{"extends": "./c.json"}"#, "c.json": "{}"]) == nil)
  }

  @Test func `files beyond the limits are an error`() throws {
    var limits = ModuleLimits()
    limits.manifestBytes = 1_000
    let text = "{" + String(repeating: " ", count: 1_000) + "}"
    let loader = TreeModuleLoader(MemoryFiles(["a.ts": "", "tsconfig.json": text]), base: url(""), limits: limits)
    let large = #expect(throws: ModuleError.self) { try loader.loadNow(url("a.ts"), as: nil) }
    #expect(large?.code == .resourceExhausted)
    var files: [String: String] = [:]
    for number in 0..<200 { files["c\(number).json"] = #"{"extends": "./c\#(number + 1).json"}"# }
    #expect(failure(#"{"extends": "./c0.json"}"#, files)?.code == .resourceExhausted)
  }

  @Test func `a changed file is read by the next context`() throws {
    var files = MemoryFiles(["a.tsx": "", "tsconfig.json": "{}"])
    let first = TreeModuleLoader(files, base: url(""))
    #expect(try first.loadNow(url("a.tsx"), as: nil).compilerOptions.jsx == nil)
    files.add("tsconfig.json", Array(#"{"compilerOptions":{"jsx":"react"}}"#.utf8))
    #expect(try TreeModuleLoader(files, base: url("")).loadNow(url("a.tsx"), as: nil).compilerOptions.jsx == .classic)
  }

  // MARK: Specifiers

  private let mapped = [
    "tsconfig.json":
      ##"{"compilerOptions": {"paths": {"@/*": ["./src/*"], "@/lib/*": ["./none/*", "./lib/*"], "exact": ["./lib/b.tsx"], "typed": ["./lib/typed.d.ts"], "#own": ["./lib/c.js"], "gone/*": ["./gone/*"]}}}"##,
    "src/a.ts": "", "src/a.js": "", "src/x.ts": "", "src/dir/index.ts": "", "lib/b.tsx": "", "lib/c.ts": "",
    "lib/typed.d.ts": "", "node_modules/typed/index.js": "", "node_modules/exact/index.js": "",
  ]

  @Test(arguments: [
    ("@/x", "src/x.ts"), ("@/x.ts", "src/x.ts"), ("@/x.js", "src/x.ts"), ("@/dir", "src/dir/index.ts"),
    ("@/lib/b", "lib/b.tsx"), ("@/lib/c.js", "lib/c.ts"), ("exact", "lib/b.tsx"), ("#own", "lib/c.ts"),
    ("typed", "node_modules/typed/index.js"),
  ])
  func `paths map a specifier to the first file that exists`(_ specifier: String, _ path: String) throws {
    #expect(try resolve(specifier, mapped) == path)
    #expect(try resolve(specifier, mapped, by: .require) == path)
  }

  @Test func `a specifier without a file is that of a package`() throws {
    #expect(try resolve("exact", mapped, from: "src/a.js") == "node_modules/exact/index.js")
    let error = #expect(throws: ModuleError.self) { try resolve("gone/x", mapped) }
    #expect(error?.code == .notFound)
    #expect(error?.message.contains("tsconfig.json maps gone/x to memory:///gone/x, where there is no module") == true)
    #expect(throws: ModuleError.self) { try resolve("@/x", mapped, from: "src/a.js") }
  }

  @Test func `a base counts for specifiers and for paths`() throws {
    let files = [
      "tsconfig.json": #"{"extends": "./config/base.json", "compilerOptions": {"baseUrl": "src"}}"#,
      "config/base.json": #"{"compilerOptions": {"paths": {"~/*": ["./x/*"]}}}"#, "src/a.ts": "", "src/x/b.ts": "",
      "src/events.ts": "", "config/x/b.ts": "",
    ]
    #expect(try resolve("x/b", files) == "src/x/b.ts")
    #expect(try resolve("~/b", files) == "src/x/b.ts")
    #expect(try resolve("events", files) == "src/events.ts")
    let own = files.merging(["tsconfig.json": #"{"extends": "./config/base.json"}"#]) { $1 }
    #expect(try resolve("~/b", own) == "config/x/b.ts")
    let variable = ["config/base.json": #"{"compilerOptions": {"paths": {"~/*": ["${configDir}/src/x/*"]}}}"#]
    #expect(try resolve("~/b", own.merging(variable) { $1 }) == "src/x/b.ts")
  }

  @Test func `a bundler's resolution takes relative imports without extensions`() throws {
    var files = ["src/a.ts": "", "src/b.tsx": "", "src/c/index.ts": "", "src/d.js": "", "src/d.ts": ""]
    #expect(throws: ModuleError.self) { try resolve("./b", files) }
    files["tsconfig.json"] = #"{"compilerOptions": {"moduleResolution": "Bundler"}}"#
    #expect(try resolve("./b", files) == "src/b.tsx" && resolve("./c", files) == "src/c/index.ts")
    #expect(try resolve("./d", files) == "src/d.ts" && resolve("./d.js", files) == "src/d.js")
    #expect(try resolve("../src/b", files) == "src/b.tsx")
    #expect(throws: ModuleError.self) { try resolve("./b", files, from: "src/d.js") }
  }

  @Test func `an unused import stays with verbatimModuleSyntax`() async throws {
    let files = [
      "a.ts": "import { b } from './b.ts'; import type { C } from './c.ts';", "b.ts": "export const b = 1",
      "tsconfig.json": #"{"compilerOptions": {"verbatimModuleSyntax": true}}"#,
    ]
    func count(_ files: [String: String]) async throws -> Int {
      let batch = ModuleBatch(ModuleConfiguration(.memory(files)), known: KnownModules(), knownBytes: 0)
      return try await batch.load(ModuleKey(url: url("a.ts"))).count
    }
    #expect(try await count(files) == 2)
    #expect(try await count(files.merging(["tsconfig.json": "{}"]) { $1 }) == 1)
  }
}
