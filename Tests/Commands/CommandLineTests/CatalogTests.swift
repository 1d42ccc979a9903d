import Foundation
import TestSupport
import Testing

private func sources(of module: String) -> String { sourceFolder(of: module) ?? "\(module) has no sources" }

/// The documentation catalogs name what exists, and all that is public.
@Suite(.timeLimit(.minutes(5))) struct CatalogTests {
  private static let root = repository

  /// The files below a directory of the repository whose paths within it match.
  private static func files(_ directory: String, _ matches: (String) -> Bool) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(directory).path)
      .filter(matches).sorted().map { "\(directory)/\($0)" }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// A module's public symbols, by their paths: `Bridge/handle(_:_:)`.
  private struct PublicAPI {
    private(set) var paths: Set<String> = []
    /// Those that stand in no other one.
    private(set) var topLevel: Set<String> = []
    /// Types of other modules that this one extends.
    private(set) var extended: Set<String> = []

    init(_ module: String) throws {
      let dump = try text("api/\(module).txt")
      for line in dump.split(separator: "\n") {
        let name = line.split(separator: "\t")[0]
        let head = name.prefix { $0 != "(" }
        let path = head.replacing(".", with: "/") + name.dropFirst(head.count)
        paths.insert(String(path))
        if !head.contains(".") { topLevel.insert(String(path)) }
      }
      let owners = Set(paths.filter { $0.prefix { $0 != "(" }.contains("/") }.map { String($0.prefix { $0 != "/" }) })
      extended = owners.subtracting(topLevel)
    }

    /// Whether a link of the catalog leads to a symbol: a path, a path of functions without their parameters, or a type of
    /// another module, below the name of that module.
    func has(_ link: String, importing modules: Set<String>) -> Bool {
      if paths.contains(link) || paths.contains(where: { $0.prefix { $0 != "(" } == link }) { return true }
      let parts = link.split(separator: "/", maxSplits: 1).map(String.init)
      guard modules.contains(parts[0]) else { return false }
      return parts.count == 1 || extended.contains(parts[1]) || paths.contains(parts[1])
    }
  }

  /// The modules that have something public.
  private static func modules() throws -> [String] {
    try files("api") { $0.hasSuffix(".txt") }.map { String($0.dropFirst("api/".count).dropLast(".txt".count)) }
      .filter { module in
        let paths = try files(sources(of: module)) { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
        // Members of the package alone are no reason for a page.
        return try paths.contains { try text($0).contains(/(?m)^ *(?:@\S+ )*public\s/) }
      }
  }

  @Test func `every public module has a catalog`() throws {
    let modules = try CatalogTests.modules()
    #expect(modules.count > 25)
    for module in modules {
      let path = "\(sources(of: module))/\(module).docc/\(module).md"
      #expect((try? CatalogTests.text(path))?.hasPrefix("# ``\(module)``\n") == true, "\(path)")
    }
    let catalogs = try CatalogTests.files("Sources") { $0.hasSuffix(".docc") }
    #expect(catalogs == modules.map { "\(sources(of: $0))/\($0).docc" }.sorted())
  }

  @Test func `the package index builds catalogs that exist`() throws {
    let listed = try CatalogTests.text(".spi.yml").matches(of: /(?m)^ +- (\w+)$/).map { String($0.1) }
    let modules = try CatalogTests.modules()
    #expect(listed.count > 10 && Set(listed).isSubset(of: modules))
  }

  @Test func `catalogs name symbols, articles and guides that exist`() throws {
    var links = 0
    for module in try CatalogTests.modules() {
      let catalog = "\(sources(of: module))/\(module).docc"
      let symbols = try PublicAPI(module)
      let sources = try CatalogTests.files(sources(of: module)) { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
      let imports = try sources.flatMap {
        try CatalogTests.text($0).matches(of: /(?m)^(?:@\S+ )*public import (\w+)/).map { String($0.1) }
      }
      let pages = try CatalogTests.files(catalog) { $0.hasSuffix(".md") || $0.hasSuffix(".tutorial") }
      let articles = pages.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
      for page in pages {
        let text = try CatalogTests.text(page)
        for match in text.matches(of: /``([^`\n]+)``/) where match.1 != module {
          links += 1
          #expect(
            symbols.has(String(match.1), importing: Set(imports + ["Swift"])), "\(page): ``\(match.1)``")
        }
        for match in text.matches(of: /doc:(\w+)/) {
          links += 1
          #expect(articles.contains(String(match.1)), "\(page): doc:\(match.1)")
        }
        for match in text.matches(of: /`(docs\/[\w-]+\.md)`/) {
          links += 1
          #expect((try? CatalogTests.text(String(match.1))) != nil, "\(page): \(match.1)")
        }
      }
    }
    #expect(links > 300)
  }

  @Test func `a catalog's first page lists every public symbol and every article`() throws {
    for module in try CatalogTests.modules() {
      let catalog = "\(sources(of: module))/\(module).docc"
      let symbols = try PublicAPI(module)
      let page = try CatalogTests.text("\(catalog)/\(module).md")
      let topics = page.components(separatedBy: "\n## Topics\n").last ?? ""
      let listed = topics.matches(of: /(?m)^- ``(.+)``$/).map { String($0.1) }
      #expect(Set(listed).count == listed.count, "\(module) lists a symbol twice")
      for symbol in symbols.topLevel.subtracting(listed) { Issue.record("\(module) does not list ``\(symbol)``") }
      let isWholeModuleListed = listed.contains { !$0.contains("/") && !symbols.topLevel.contains($0) }
      for type in symbols.extended where !isWholeModuleListed && !listed.contains(where: { $0.hasSuffix("/\(type)") }) {
        Issue.record("\(module) does not list its extension of ``\(type)``")
      }
      for article in try CatalogTests.files(catalog, { $0.hasSuffix(".md") || $0.hasSuffix("Guestbook.tutorial") }) {
        let name = URL(fileURLWithPath: article).deletingPathExtension().lastPathComponent
        #expect(name == module || topics.contains("- <doc:\(name)>\n"), "\(module) does not list \(name)")
      }
    }
  }

  @Test func `the tutorial shows the files of its sample, and what it says that they print`() throws {
    let tutorials = "Sources/Bridge/Causeway/Causeway.docc/Tutorials"
    let tutorial = try CatalogTests.text("\(tutorials)/Guestbook.tutorial")
    let shown = Set(tutorial.matches(of: /file: ([\w.+]+)\)/).map { String($0.1) })
    let listings = try CatalogTests.files("\(tutorials)/Resources") { _ in true }
    #expect(Set(listings.map { String($0.split(separator: "/").last!) }) == shown)
    let sample = try CatalogTests.files("Samples/Guestbook") { $0.hasSuffix(".swift") || $0.hasSuffix(".ts") }
    #expect(listings.count == sample.count)
    for listing in listings {
      let name = String(listing.split(separator: "/").last!)
      let file = try #require(sample.first { $0.hasSuffix("/\(name)") }, "\(name) is no file of the sample")
      let isSame = try CatalogTests.text(listing) == CatalogTests.text(file)
      #expect(isSame, "\(listing) is not \(file): copy it, and read the tutorial again")
    }
    // The sample's own test compares these lines with the program's output.
    let readme = try CatalogTests.text("Samples/Guestbook/README.md")
    let output = try #require(readme.firstMatch(of: /\$ make guestbook\n([^`]+)```/)?.1.split(separator: "\n"))
    #expect(output.count == 4)
    for line in output { #expect(tutorial.contains("`\(line)`")) }
    let tests = try CatalogTests.text("Samples/Guestbook/Tests/GuestbookTests.swift")
    for line in output { #expect(tests.contains("\"\(line)\"")) }
  }
}
