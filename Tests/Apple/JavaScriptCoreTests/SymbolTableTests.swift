import Foundation
import TestSupport
import Testing

/// The table of symbols in the documentation matches the code.
@Suite struct SymbolTableTests {
  private static let root = repository

  /// The names in backquotes in each row of a section's tables, with the row's status.
  private func rows(of section: String) throws -> [(names: [String], status: String)] {
    let text = try String(contentsOf: Self.root.appending(path: "docs/javascriptcore.md"), encoding: .utf8)
    let body = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix(section) })
    return body.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: true).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      return (cells[0].matches(of: /`([^`]+)`/).map { String($0.1) }, cells.count > 1 ? cells[1] : "")
    }
  }

  /// The `public` and `open` declarations of the module: `JSValue.setValue(_:at:)`, `JSContext.name`.
  private func declared() throws -> Set<String> {
    var names: Set<String> = []
    for module in ["JavaScriptCore", "JavaScriptCoreAdditions", "JavaScriptCoreExport"] {
      let folder = Self.root.appending(path: "Sources/Apple/\(module)")
      let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "swift" {
        names.formUnion(symbols(in: try String(contentsOf: file, encoding: .utf8)))
      }
    }
    return names
  }

  private func symbols(in source: String) -> Set<String> {
    var names: Set<String> = []
    var type = ""
    var isPublicEnum = false
    var lines = source.split(separator: "\n").map(String.init)[...]
    while var line = lines.popFirst() {
      // A parameter list may have several lines.
      while line.contains("public ") || line.contains("open "),
        line.count(where: { $0 == "(" }) > line.count(where: { $0 == ")" }),
        let next = lines.popFirst()
      { line += next.trimmingCharacters(in: .whitespaces) + " " }
      if let match = line.prefixMatch(of: /(?:[@a-z]+ )*(?:extension|class|struct|enum) (\w+)/), !line.hasPrefix(" ") {
        type = String(match.1) + "."
        isPublicEnum = line.hasPrefix("public enum")
      }
      if isPublicEnum, let match = line.prefixMatch(of: /\s\scase (\w+)/) { names.insert(type + match.1) }
      if line.contains("@available(*, unavailable)") { continue }
      let declaration =
        /\s*(?:@\w+ )*(?:public|open) (?:(?:static|class|convenience|override|mutating) )*(func|init|var|let|subscript|typealias|macro|protocol)[!?]? ?(\w*)(.*)/
      guard let match = line.prefixMatch(of: declaration) else { continue }
      let owner = line.hasPrefix(" ") ? type : ""
      switch match.1 {
      case "var", "let", "typealias", "protocol": names.insert(owner + match.2)
      case "subscript": names.insert("\(owner)subscript(_:)")
      default: names.insert("\(owner)\(match.1 == "init" ? "init" : match.2)(\(labels(match.3)))")
      }
    }
    return names
  }

  /// The argument labels of `(_ value: Any!, at index: Int)`, without parameters that have a default value.
  private func labels(_ text: Substring) -> String {
    var depth = 0
    var angle = 0
    var parameter = ""
    var parameters: [String] = []
    for character in text {
      switch character {
      case "<" where depth == 0: angle += 1
      case ">" where depth == 0: angle -= 1
      case "(", "[":
        if angle == 0 { depth += 1 }
        if depth > 1 { parameter.append(character) }
      case ")", "]":
        if angle == 0 { depth -= 1 }
        if depth == 0, angle == 0 {
          if !parameter.isEmpty { parameters.append(parameter) }
          return parameters.filter { !$0.hasPrefix("_: Void") }.map { label($0) + ":" }.joined()
        }
        parameter.append(character)
      case "," where depth == 1:
        parameters.append(parameter)
        parameter = ""
      default: if depth > 0 { parameter.append(character) }
      }
    }
    return ""
  }

  private func label(_ parameter: String) -> String {
    String(parameter.trimmingCharacters(in: .whitespaces).prefix { $0 != " " && $0 != ":" })
  }

  @Test(.slowWhenSanitized) func `every symbol that the table lists is declared`() throws {
    let declared = try declared()
    let claimed =
      try rows(of: "Every symbol").filter { $0.status != "missing" }.flatMap(\.names)
      + rows(of: "Beyond Apple").flatMap(\.names)
    #expect(claimed.count > 110)
    let absent = claimed.filter { !declared.contains($0) && !$0.contains(" ") }
    #expect(absent.isEmpty)
  }

  @Test(.slowWhenSanitized) func `every public declaration is in the table`() throws {
    let listed = Set(try (rows(of: "Every symbol") + rows(of: "Beyond Apple")).flatMap(\.names))
    let unlisted = try declared().subtracting(listed).sorted()
    #expect(unlisted.isEmpty)
  }
}
