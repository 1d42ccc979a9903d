import Foundation
import JavaScriptCoreAdditions
import Testing

/// Conversion of `Codable` types.
@Suite struct CodableTests {
  let context = JSContext()!

  private struct Order: Codable, Equatable {
    struct Line: Codable, Equatable {
      var sku: String
      var price: Decimal
      var count: Int
    }
    enum State: String, Codable { case open, paid }
    var id: Int64
    var lines: [Line]
    var state: State
    var note: String?
    var made: Date
    var digest: Data
    var home: URL
    var key: UUID
    var tags: [String: [Double]]
    var isTest: Bool
  }

  private var order: Order {
    Order(
      id: .max, lines: [.init(sku: "a", price: Decimal(string: "0.25")!, count: 2)], state: .paid, note: nil,
      made: Date(timeIntervalSince1970: 1.5), digest: Data([1, 2]), home: URL(string: "https://host.test")!,
      key: UUID(),
      tags: ["t": [1.5, 2]], isTest: true)
  }

  @Test func `a value is equal after encoding and decoding`() throws {
    let order = order
    let value = try JSValue(encoding: order, in: context)
    #expect(value.forProperty("id").isBigInt)
    #expect(value.forProperty("made").isDate)
    #expect(value.forProperty("lines").atIndex(0).forProperty("price").isNumber)
    #expect(try value.decode(Order.self) == order)
  }

  @Test func `single values are encoded too`() throws {
    #expect(try JSValue(encoding: 5, in: context).toInt32() == 5)
    #expect(try JSValue(encoding: "text", in: context).decode(String.self) == "text")
    #expect(try JSValue(encoding: [1, nil, 3], in: context).decode([Int?].self) == [1, nil, 3])
    #expect(try JSValue(encoding: Int?.none, in: context).isNull)
    #expect(try JSValue(encoding: [1: "a"], in: context).decode([Int: String].self) == [1: "a"])
    #expect(try context.evaluateScript("NaN").decode(Double.self).isNaN)
    #expect(try context.evaluateScript("2 ** 64 - 2048").decode(Double.self) == 18_446_744_073_709_549_568)
  }

  @Test(arguments: [
    (
      "({ lines: [{ sku: 'a', price: 1, count: 2 }, { sku: 'b', price: 1, count: 'x' }] })",
      "lines[1].count: expected a number, found a string"
    ),
    ("({ lines: [{ sku: 5, price: 1, count: 2 }] })", "lines[0].sku: expected a string, found a number"),
    ("({ lines: 5 })", "lines: expected an array, found a number"),
    ("({ lines: [{ sku: 'a', price: 1, count: 1.5 }] })", "lines[0].count: 1.5 is not an Int"),
    ("({ lines: [{ sku: 'a', price: 1, count: 1e30 }] })", "lines[0].count: 1e+30 is not an Int"),
    ("({})", "lines: expected an array, found undefined"),
    ("'text'", "expected an object, found a string"),
  ])
  func `an error has the path and the reason`(source: String, expected: String) {
    struct Lines: Decodable { var lines: [Order.Line] }
    let value = context.evaluateScript(source)!
    let error = #expect(throws: JSConversionError.self) { try value.decode(Lines.self) }
    #expect(error?.description == expected)
  }

  @Test func `the error of a cyclic object has the path of the cycle`() throws {
    struct Node: Decodable { var a: [String: Int] }
    let cycle = context.evaluateScript("var a = {}; a.a = { b: a }; a")!
    let error = #expect(throws: JSConversionError.self) { try cycle.decode(Node.self) }
    #expect(error?.path == "a.b")
    #expect(context.exception == nil)
  }
}
