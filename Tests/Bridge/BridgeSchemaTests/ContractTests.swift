import BridgeValues
import Testing

@testable import BridgeSchema

/// The hashes by which a client and a program find out whether they were built for the same declarations.
@Suite struct ContractTests {
  private func contract(
    documentation: String = "", result: TypeDescription = .number, name: String = "sum", isReversed: Bool = false
  ) -> Contract {
    let field = FieldDescription("left", .number)
    var members = [
      MemberDeclaration(
        .method, name, documentation: documentation, parameters: { _ in .named([field]) }, result: { _ in result }),
      MemberDeclaration(.stream, "ticks", result: { _ in .string }),
    ]
    if isReversed { members.reverse() }
    var catalog = TypeCatalog()
    let described = members.map {
      MemberRecord(name: "math.\($0.name)", permission: "math", declaration: $0).describe(in: &catalog)
    }
    return BridgeDescription(members: described, types: [], plugins: [:], gaps: []).contract
  }

  @Test func `documentation and order make no difference`() {
    #expect(contract().hash == contract(documentation: "Adds.").hash)
    #expect(contract().hash == contract(isReversed: true).hash)
  }

  @Test func `a changed result changes the hash of its member alone`() {
    let (before, after) = (contract(), contract(result: .string))
    #expect(before.hash != after.hash)
    #expect(before.members["math.sum"] != after.members["math.sum"])
    #expect(before.members["math.ticks"] == after.members["math.ticks"])
  }

  @Test func `a renamed member is another one`() {
    #expect(contract(name: "total").members.keys.sorted() == ["math.ticks", "math.total"])
    #expect(contract(name: "total").hash != contract().hash)
  }
}
