import Foundation
import TestSupport
import Testing

/// The globals that `causeway types` declares are those that a runtime has.
@Suite(.timeLimit(.minutes(5))) struct GlobalTypesTests {
  private func declarations() throws -> String {
    let folder = repositoryFile("bridge-js/runtime-types").standardized
    return try ["globals", "performance", "streams", "bodies"]
      .map { try String(contentsOf: folder.appendingPathComponent("\($0).d.ts"), encoding: .utf8) }
      .joined(separator: "\n")
  }

  /// Names of the language that are newer than the compiler's own declarations; those of later compilers have them.
  private static let newerThanCompiler = ["Iterator", "Float16Array", "Temporal"]

  private func printed(_ program: String) throws -> [String] {
    // With a server, so that the globals which need one exist.
    let result = try CommandLine.run("run", "--local-origin", "http://localhost:1", "-e", program)
    #expect(result.errors == "")
    return result.output.split(separator: "\n").map(String.init)
  }

  private func declared() throws -> [String] {
    let text = try declarations()
    return text.matches(of: /(?m)^declare (?:var|const|function|namespace) (\w+)/).map { String($0.1) }
  }

  @Test func `each declared global exists`() throws {
    let names = Set(try declared())
    #expect(names.count > 35)
    let list = names.map { "'\($0)'" }.joined(separator: ",")
    #expect(try printed("for (const name of [\(list)]) if (!(name in globalThis)) console.log(name)") == [])
  }

  @Test func `each global of a runtime is declared`() throws {
    let names = try printed("for (const name of Object.getOwnPropertyNames(globalThis)) console.log(name)")
    #expect(names.count > 80)
    let scratch = try Scratch()
    #expect(try CommandLine.run("init", scratch.directory.path).status == 0)
    // `__syntax__` is for rewritten code only.
    let uses = names.filter { !GlobalTypesTests.newerThanCompiler.contains($0) && $0 != "__syntax__" }
      .map { "void \($0);" }
    try uses.joined(separator: "\n").write(
      toFile: scratch.directory.path + "/uses.ts", atomically: true, encoding: .utf8)
    let result = try CommandLine.finishInShell("cd '\(scratch.directory.path)' && tsc --noEmit --pretty false")
    #expect(result.output == "")
  }

  @Test func `each class has the members that are declared, and no others`() throws {
    let text = try declarations()
    var checked = 0
    for interface in text.matches(of: /(?m)^interface (\w+)[^{\n]*\{\n(.*(?:\n  .*)*)\n\}/) {
      let name = String(interface.1)
      // The options of functions are no classes. The console and the navigator have no global class.
      let object = ["Console": "console", "Navigator": "Object.getPrototypeOf(navigator)"][name]
      guard object != nil || text.contains("declare var \(name):") else { continue }
      let members = Set(interface.2.matches(of: /(?m)^  (?:readonly )?(\w+)\??[(:<]/).map { String($0.1) })
      let own = try printed(
        "for (const name of Object.getOwnPropertyNames(\(object ?? "\(name).prototype"))) console.log(name)")
      // Error codes of DOMException are declared together.
      let expected = Set(own.filter { $0 != "constructor" && !$0.hasSuffix("_ERR") })
      #expect(members == expected, "\(name)")
      checked += 1
    }
    #expect(checked > 15)
  }
}
