@testable import JavaScriptModules
@testable import JavaScriptSyntax

@main struct ModuleGrowth {
  static func main() {
    for family in json + addresses + packages + importMaps + sourceMaps + graphs { family.measure() }
  }

  // MARK: JSON

  private static func json(_ name: String, _ count: Int, isValid: Bool = true, _ text: @escaping (Int) -> String)
    -> Family
  {
    Family("modules' JSON", name, count, text: text) { text in
      let value = try? JSONText(text, named: "a.json")
      precondition((value != nil) == isValid)
      use(value)
    }
  }

  private static var json: [Family] {
    [
      json("numbers", 1000) { "[" + each($0, ",") { "\($0)" } + "]" },
      json("a number of many digits", 4000) { "[0." + repeated("7", $0) + "e5]" },
      json("nested arrays", 1000) { "[" + nested($0, "[", "]") + "]" },
      json("nested objects", 1000) { "[" + nested($0, #"{"a":"#, "}", inner: "1") + "]" },
      json("many members", 500) { "{" + each($0, ",") { #""a\#($0)":1"# } + "}" },
      json("members of one name", 500) { "{" + each($0, ",") { _ in #""a":1"# } + "}" },
      json("one long string", 8000) { "[\"" + repeated("a", $0) + "\"]" },
      json("escapes", 1000) { "[\"" + repeated(#"\n\u00e9\ud83d\ude00"#, $0) + "\"]" },
      json("lone surrogates", 1000) { "[\"" + repeated(#"\ud83d"#, $0) + "\"]" },
      json("an error in the last line", 2000, isValid: false) { "[" + repeated("1,\n", $0) },
      json("an error at the end of a long line", 2000, isValid: false) { "[" + repeated("1,", $0) },
      json("a string without an end", 8000, isValid: false) { "[\"" + repeated("a", $0) },
      json("brackets without an end", 2000, isValid: false) { repeated("[", 50) + repeated("[],", $0) },
      json("names of combining characters", 500) { "{\"" + marked("a", $0) + "\":1,\"" + marked("b", $0) + "\":1}" },
    ]
  }

  // MARK: Addresses

  private static let root = ModuleURL("file:///app/main.js")!

  private static func resolving(_ name: String, _ count: Int = 250, _ specifier: @escaping (Int) -> String) -> Family {
    // Eight times as many are as many as a URL may have.
    Family("URLs", name, count) { count in
      let specifier = specifier(count)
      return { for _ in 0..<20 { use(root.resolving(specifier)?.filePath) } }
    }
  }

  private static var addresses: [Family] {
    [
      resolving("directories") { "./" + repeated("a/", $0) + "b.js" },
      resolving("steps up") { repeated("../", $0) + "b.js" },
      resolving("directories and steps up", 200) { "./" + repeated("a/../", $0) + "b.js" },
      resolving("encoded dots") { "./" + repeated("%2e/", $0) + "b.js" },
      resolving("percent escapes") { "./" + repeated("%41", $0) + ".js" },
      resolving("characters that are encoded") { "./" + repeated(" ", $0) + ".js" },
      resolving("slashes") { "./" + repeated("/", $0) + "b.js" },
      resolving("backslashes") { "./" + repeated("\\", $0) + "b.js" },
      resolving("a query") { "./b.js?" + repeated("?", $0) },
      resolving("an absolute URL", 200) { "file:///" + repeated("a/../", $0) + "b.js" },
      resolving("a long scheme") { repeated("a", $0) + "://b/c" },
      resolving("a long host") { "https://" + repeated("a.", $0) + "/c" },
      resolving("a specifier over the limit", 80_000) { repeated("a/", $0) },
      Family("URLs", "a relative name of a source", 1000) { count in
        let (reference, name) = (repeated("../", count) + "a", repeated("b/", count) + "c")
        return { use(SourceFiles.name(of: reference, from: name)) }
      },
      Family("URLs", "a path of many names", 1000) { count in
        let path = "/" + repeated("a/../b//", count) + "c"
        return { use(TreePath.join("/", path)) }
      },
      Family("URLs", "replacements", 1000) { count in
        let text = repeated("a*", count)
        return { use(text.replacing("*", by: "bc")) }
      },
      Family("URLs", "integrity of many hashes", 300) { count in
        let hashes =
          each(count, " ") { "sha256-\(repeated("A", 40))\($0 % 10)" }
          + " sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
        return { try! ModuleIntegrity.check(Array("abc".utf8), of: root, against: hashes) }
      },
      Family("URLs", "a digest", 4000) { count in
        let bytes = [UInt8](repeating: 7, count: count)
        return { use(SHA2.sha384.digest(of: bytes)) }
      },
    ]
  }

  // MARK: Packages

  /// Resolves a specifier in a program with one package, whose package.json has these members.
  private static func package(
    _ name: String, _ count: Int, isFound: Bool = true, _ make: @escaping (Int) -> (members: String, specifier: String)
  ) -> Family {
    Family("packages", name, count) { count in
      let (members, specifier) = make(count)
      let files = MemoryFiles([
        "main.js": "", "package.json": #"{"name":"app",\#(members)}"#,
        "node_modules/p/package.json": #"{"name":"p",\#(members)}"#,
        "node_modules/p/a.js": "", "a.js": "",
      ])
      return {
        var limits = ModuleLimits()
        limits.manifestBytes = 1 << 24
        let loader = TreeModuleLoader(files, base: ModuleURL("memory:///")!, limits: limits)
        let found = try? loader.resolve(specifier, from: ModuleURL("memory:///main.js")!, by: .import)
        precondition((found != nil) == isFound)
        use(found)
      }
    }
  }

  private static var packages: [Family] {
    [
      package("subpaths", 500) {
        (#""exports":{"# + each($0, ",") { #""./a\#($0)":"./a.js""# } + #","./b":"./a.js"}"#, "p/b")
      },
      package("patterns", 300) {
        (#""exports":{"# + each($0, ",") { #""./a\#($0)*":"./a.js""# } + #","./b*":"./a.js"}"#, "p/bc")
      },
      package("patterns of many stars", 300) {
        (
          #""exports":{"# + each($0, ",") { #""./a\#($0)\#(repeated("*", 10))":"./a.js""# } + #","./b*":"./a.js"}"#,
          "p/bc"
        )
      },
      package("a target of many stars", 2000, isFound: false) {
        (#""exports":{"./b/*":"./\#(repeated("*", $0))"}"#, "p/b/" + repeated("c", 4000))
      },
      package("an import's target of many stars", 2000, isFound: false) {
        (##""imports":{"#b/*":"c/\##(repeated("*", $0))"}"##, "#b/" + repeated("c", 4000))
      },
      package("a long subpath", 500, isFound: false) { (#""exports":{"./b/*":"./c/*"}"#, "p/b/" + repeated("c/", $0)) },
      package("a long target", 1000, isFound: false) { (#""exports":{"./b":"./\#(repeated("c/", $0))d"}"#, "p/b") },
      package("nested conditions", 60) {
        (#""exports":"# + repeated(#"{"x":null,"node":"#, min($0, 90)) + "\"./a.js\"" + repeated("}", min($0, 90)), "p")
      },
      package("conditions", 500) {
        (#""exports":{"# + each($0, ",") { #""a\#($0)":null"# } + #","node":"./a.js"}"#, "p")
      },
      package("lists of targets", 500) { (#""exports":["# + repeated("\"a\",", $0) + #""./a.js"]"#, "p") },
      package("lists of conditions", 300) {
        (#""exports":["# + repeated(#"{"x":"./b.js"},"#, $0) + #""./a.js"]"#, "p")
      },
      package("imports", 300) {
        (##""imports":{"## + each($0, ",") { ##""#a\##($0)":"./a.js""## } + ##","#b":"./a.js"}"##, "#b")
      },
      package("a name that is none of many", 200, isFound: false) {
        (#""exports":{"# + each($0, ",") { #""./a\#($0)":"./a.js""# } + "}", "p/a")
      },
      package("a name of combining characters", 250, isFound: false) {
        (#""exports":{"./a":"./a.js"}"#, "p/" + marked("a", $0))
      },
      Family("packages", "a module of Node's of many parts", 1000) { count in
        let specifier = "fs/" + repeated("a/", count)
        return { use(NodeModule.name(of: specifier)) }
      },
      Family("packages", "files in memory", 200) { count in
        let files = Dictionary(uniqueKeysWithValues: (0..<count).map { ("a/b\($0)/c.js", "") })
        return { use(MemoryFiles(files).names(in: "/a")) }
      },
    ]
  }

  // MARK: Import maps

  private static func map(_ text: String) -> ImportMap {
    try! ImportMap(Array(text.utf8), url: ModuleURL("file:///app/map.json")!)
  }

  private static func map(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("import maps", name, count) { count in
      let text = text(count)
      return { use(map(text)) }
    }
  }

  /// Resolves as many specifiers as the map has entries.
  private static func lookUp(
    _ name: String, _ count: Int, from referrer: String = "file:///app/main.js", _ text: @escaping (Int) -> String,
    _ specifier: @escaping (Int) -> String
  ) -> Family {
    Family("import maps", name, count) { count in
      let map = map(text(count))
      let (specifiers, referrer) = ((0..<count).map(specifier), ModuleURL(referrer)!)
      return { for specifier in specifiers { use(try? map.resolve(specifier, from: referrer)) } }
    }
  }

  private static func imports(_ entries: String) -> String { #"{"imports":{\#(entries)}}"# }

  private static var importMaps: [Family] {
    [
      map("entries", 300) { imports(each($0, ",") { #""a\#($0)":"./a.js""# }) },
      map("prefixes", 300) { imports(each($0, ",") { #""a\#($0)/":"./a/""# }) },
      map("keys that share a beginning", 100) {
        imports(each($0, ",") { "\"" + repeated("a", 200) + "\($0)\":\"./a.js\"" })
      },
      map("scopes", 200) { #"{"scopes":{"# + each($0, ",") { #""./a\#($0)/":{"a":"./a.js"}"# } + "}}" },
      map("integrity", 200) { #"{"integrity":{"# + each($0, ",") { #""./a\#($0).js":"sha256-A""# } + "}}" },
      lookUp("look-ups among entries", 200, { imports(each($0, ",") { #""a\#($0)":"./a.js""# }) }) { "a\($0)" },
      lookUp("look-ups of what is not there", 200, { imports(each($0, ",") { #""a\#($0)":"./a.js""# }) }) { "b\($0)" },
      lookUp("look-ups among prefixes", 200, { imports(each($0, ",") { #""a\#($0)/":"./a/""# }) }) { "a\($0)/b.js" },
      lookUp(
        "look-ups among scopes", 200, { #"{"scopes":{"# + each($0, ",") { #""./a\#($0)/":{"a":"./a.js"}"# } + "}}" }
      ) { "a\($0)" },
      Family("import maps", "one look-up of a long specifier", 250) { count in
        let map = map(imports(each(count, ",") { #""a\#($0)/":"./a/""# }))
        let specifier = "a1/" + repeated("b/", count)
        return { use(try! map.resolve(specifier, from: root)) }
      },
    ]
  }

  // MARK: Source maps

  private static func sourceMap(sources: Int = 1, contents: Bool = false, mappings: String) -> String {
    #"{"version":3,"sources":["# + each(sources, ",") { #""a\#($0).js""# } + "]"
      + (contents ? #","sourcesContent":["# + each(sources, ",") { #""b\#($0)""# } + "]" : "")
      + #","mappings":"\#(mappings)"}"#
  }

  private static func read(_ text: String) -> SourceMap { SourceMap(Array(text.utf8))! }

  /// Makes a map, and asks it something.
  private static func ask(
    _ name: String, _ count: Int, _ text: @escaping (Int) -> String, _ ask: @escaping (SourceMap, Int) -> Void
  ) -> Family {
    Family("source maps", name, count) { count in
      let map = read(text(count))
      return { ask(map, count) }
    }
  }

  private static func originals(_ map: SourceMap, of places: [(line: Int, column: Int)]) {
    use(map.originals(of: places.map { SourceMap.Position(line: $0.line, column: $0.column) }))
  }

  private static var sourceMaps: [Family] {
    [
      Family("source maps", "sources", 500, text: { sourceMap(sources: $0, contents: true, mappings: "AAAA") }) {
        use(SourceMap($0)!)
      },
      Family(
        "source maps", "a line in front", 4000, text: { ")]}" + repeated("a", $0) + "\n" + sourceMap(mappings: "AAAA") }
      ) { use(SourceMap($0)!) },
      Family(
        "source maps", "sections", 200,
        text: { count in
          #"{"version":3,"sections":["#
            + each(count, ",") { #"{"offset":{"line":\#($0),"column":0},"map":\#(sourceMap(mappings: "AAAA"))}"# }
            + "]}"
        }
      ) { use(SourceMap($0)!) },
      ask("one place in one line", 2000, { sourceMap(mappings: repeated("CAAC,", $0) + "CAAC") }) { map, count in
        originals(map, of: [(1, count / 2)])
      },
      ask("places in one line", 500, { sourceMap(mappings: repeated("CAAC,", $0) + "CAAC") }) { map, count in
        originals(map, of: (1...count).map { (1, $0) })
      },
      ask("places in lines", 500, { sourceMap(mappings: repeated("AACA;", $0)) }) { map, count in
        originals(map, of: (1...count).map { ($0, 1) })
      },
      ask("places in the last line", 2000, { sourceMap(mappings: repeated(";", $0) + "AAAA") }) { map, count in
        originals(map, of: [(count, 1)])
      },
      ask(
        "places in sections", 300,
        { count in
          #"{"version":3,"sections":["#
            + each(count, ",") { #"{"offset":{"line":\#($0),"column":0},"map":\#(sourceMap(mappings: "AAAA"))}"# }
            + "]}"
        }
      ) { map, count in originals(map, of: (1...count).map { ($0, 1) }) },
      ask("numbers of many digits", 2000, { sourceMap(mappings: repeated("g", $0)) }) { map, _ in
        originals(map, of: [(1, 1)])
      },
      ask("contents of sources", 500, { sourceMap(sources: $0, contents: true, mappings: "AAAA") }) { map, count in
        for number in 0..<count { use(map.content(of: "a\(number).js")) }
      },
      ask("generated places", 500, { sourceMap(mappings: repeated("AACA;", $0)) }) { map, count in
        use(map.generated((1...count).map { SourceMap.Position(line: $0, column: 1) }, in: "a0.js"))
      },
      ask(
        "generated places of sources with long names", 500,
        { count in
          let name = repeated("a", count)
          return
            #"{"version":3,"sources":["\#(name)0","\#(name)1"],"mappings":"\#(repeated("ACAA,ADAA,", count / 2))AAAA"}"#
        }
      ) { map, count in
        use(map.generated([SourceMap.Position(line: 1, column: 1)], in: repeated("a", count) + "1"))
      },
      ask("names of sources", 500, { sourceMap(sources: $0, mappings: "AAAA") }) { map, _ in use(map.sources) },
      reference("in the last line", 4000) { repeated("a", $0) + "\n//# sourceMappingURL=a.map" },
      reference("behind blank lines", 4000) { "//# sourceMappingURL=a.map" + repeated("\n", $0) },
      reference("beginnings", 2000) { repeated("//# source", $0) },
      reference("in one line", 1000) { repeated("//# sourceMappingURL=a.map ", $0) },
      reference("in the last lines", 100) { repeated("//# sourceMappingURL=\n", $0) },
      Family("source maps", "a reference of data in base64", 4000) { count in
        let url = "data:application/json;base64," + repeated("QUJD", count)
        return { use(SourceMapReference.data(of: url)) }
      },
      Family("source maps", "a reference of encoded data", 2000) { count in
        let url = "data:application/json," + repeated("%41a", count)
        return { use(SourceMapReference.data(of: url)) }
      },
    ]
  }

  private static func reference(_ name: String, _ count: Int, _ text: @escaping (Int) -> String) -> Family {
    Family("source maps", "references \(name)", count) { count in
      let text = text(count)
      return { use(SourceMapReference.find(in: text)) }
    }
  }

  // MARK: Graphs

  /// Links modules whose texts are numbered; a module requests those of the numbers in its specifiers.
  private static func graph(_ name: String, _ count: Int, isValid: Bool = true, _ texts: @escaping (Int) -> [String])
    -> Family
  {
    Family("module graphs", name, count) { count in
      let records = texts(count).enumerated().map { number, text in
        ModuleRecord(url: "file:///\(number).js", try! ModuleText(parsing: text))
      }
      return {
        var graph = ModuleGraph<Never>()
        let ids = records.map { graph.add($0) }
        for (id, record) in zip(ids, records) {
          for (request, target) in record.requests.enumerated() {
            graph.setTarget(of: id, request: request, to: ids[Int(target.specifier)!])
          }
        }
        if isValid {
          try! graph.link(ids[0])
          use(graph.namespace(of: ids[0]).count)
        } else {
          use(graph.nameErrors(of: ids[0], maximum: ModuleCheck.maximumProblems).count)
        }
        use(graph.reachable(from: ids[0]))
      }
    }
  }

  private static var graphs: [Family] {
    [
      graph("a chain", 100) { count in
        (0..<count).map { $0 == count - 1 ? "export const a = 1;" : "export { a } from '\($0 + 1)';" }
      },
      graph("a circle", 100) { count in
        (0..<count).map { "import { a as b } from '\(($0 + 1) % count)'; export const a = 1;" }
      },
      graph("a chain of stars", 100) { count in
        (0..<count).map {
          $0 == count - 1 ? "export const a = 1;" : "export * from '\($0 + 1)'; export const a\($0) = 1;"
        }
      },
      graph("stars of one module", 100) { count in
        [each(count - 1) { "export * from '\($0 + 1)';" }] + (1..<count).map { "export const a\($0) = 1;" }
      },
      graph("names of one module", 200) { count in
        ["import { " + each(count) { "a\($0), " } + "} from '1';", each(count) { "export const a\($0) = 1;" }]
      },
      graph("names that do not exist", 40, isValid: false) { count in
        ["import { " + each(count) { "b\($0), " } + "} from '1';", each(count) { "export const a\($0) = 1;" }]
      },
      Family("module graphs", "a text that needs modules", 300) { count in
        let text = each(count, "\n") { "a\($0)('import');" }
        return { use(ProgramText.needsModules(text, path: nil)) }
      },
    ]
  }
}
