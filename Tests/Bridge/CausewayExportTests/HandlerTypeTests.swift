#if Macros
import Testing

/// A handler whose types cannot cross is reported with a remedy.
@Suite(.timeLimit(.minutes(5))) struct HandlerTypeTests {
  private static let remedy = """
    'handle(_:execution:timeout:_:)' is unavailable: values must be Codable and Sendable: use a struct, BridgeObject (any object) \
    or BridgeValue (any value)
    """

  /// One compilation: each takes seconds.
  @Test func `parameters and results of type Any are reported with the types to use`() throws {
    let handlers = [
      "{ (params: [String: Any]) in print(params) }",
      "{ (params: [String: Any]) in params.count }",
      "{ (params: [String: Any], call: CallContext) in print(params, call.method) }",
      "{ (params: [String: Any]) async -> Int in 1 }",
      "{ (params: [Any]) in print(params) }",
      "{ (number: Int) -> [String: Any] in [\"number\": number] }",
      "{ (number: Int, call: CallContext) -> Any in number }",
      "{ () -> [String: Any] in [:] }",
      "{ (person: Person) in print(person) }",
    ]
    let lines = handlers.enumerated().map { "  bridge.handle(\"m\($0)\") \($1)" }
    let source = ["struct Person {}; func register(_ bridge: Bridge) {"] + lines + ["}"]
    let result = try Compiler.check(source.joined(separator: "\n"))
    #expect(result.complaints == handlers.indices.map { "\($0 + 2) \(HandlerTypeTests.remedy)" })
  }

  @Test func `what can cross is not affected`() throws {
    let result = try Compiler.check(
      """
      struct Person: Codable { var name: String }
      func register(_ bridge: Bridge) {
        bridge.handle("a") { (params: BridgeObject) in params }
        bridge.handle("b") { (params: BridgeValue, call: CallContext) in print(params) }
        bridge.handle("c") { (person: Person) async in person.name }
        bridge.handle("d") { ["one": 1] }
        bridge.handle("e") { (call: CallContext) in print(call.method) }
        bridge.handle("f") { print("f") }
        bridge.handle("g") { (numbers: [String: Int]) in numbers.count }
      }
      """)
    #expect(result.complaints == [])
  }

  @Test func `a mistake within a handler is reported as such`() throws {
    let result = try Compiler.check(
      """
      func register(_ bridge: Bridge) {
        bridge.handle("a") { (number: Int) in
          let text: String = number
          return text
        }
      }
      """)
    #expect(result.complaints == ["3 cannot convert value of type 'Int' to specified type 'String'"])
  }
}
#endif
