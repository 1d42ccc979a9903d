import BridgeSchema
import BridgeValues
import Testing

/// What types look like in JavaScript, found out without a macro and without a bridge.
@Suite struct TypeCatalogTests {
  private struct Point: Codable {
    var x: Double
    var label: String?
  }

  private enum Colour: String, CaseIterable, Codable { case red, green }

  private struct OnlyEncodable: Encodable { var x = 1 }

  @Test func `standard types and containers describe themselves`() {
    var catalog = TypeCatalog()
    #expect(catalog.describe(Bool.self) == .boolean)
    #expect(catalog.describe([String]?.self) == .optional(.list(.string)))
    #expect(catalog.describe([UInt8].self) == .bytes)
    #expect(catalog.describe([String: Double].self) == .dictionary(.number))
    #expect(catalog.describe(Int8.self) == .integer(minimum: "-128", maximum: "127", isBig: false))
    #expect(catalog.describe(BridgeValue.self) == .any)
    #expect(catalog.describe(BridgeObject.self) == .dictionary(.any))
    #expect(catalog.describe(Void.self) == .nothing)
  }

  @Test func `a Codable type is described by the members that it reads`() throws {
    var catalog = TypeCatalog()
    #expect(catalog.describe([Point].self) == .list(.named("Point")))
    let fields = [FieldDescription("x", .number), FieldDescription("label", .optional(.string))]
    #expect(catalog.definitions["Point"]?.shape == .object(fields))
  }

  @Test func `an enum that lists its cases is described by their raw values`() {
    var catalog = TypeCatalog()
    #expect(catalog.describe(Colour.self) == .named("Colour"))
    #expect(
      catalog.definitions["Colour"]?.shape == .literals([LiteralDescription("red"), LiteralDescription("green")]))
  }

  @Test func `a type that cannot be described is a gap with a sentence that says what to do`() throws {
    var catalog = TypeCatalog()
    guard case .unknown(let sentence) = catalog.describe(OnlyEncodable.self) else {
      Issue.record("an Encodable type was described")
      return
    }
    #expect(sentence.hasSuffix("Mark it @Crossing."))
    #expect(catalog.gaps == [sentence])
    #expect(catalog.describe([[Int]: Int].self) != .dictionary(.number))
  }
}
