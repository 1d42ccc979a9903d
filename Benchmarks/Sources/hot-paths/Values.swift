import Causeway

struct Sample: Codable, Sendable {
  var x: Double
  var label: String
  var list: [Double]
}

struct Record: Codable, Sendable {
  var id: Int
  var name: String
  var tags: [String]
  var values: [Double]
}

struct Records: Codable, Sendable { var records: [Record] }

/// With what `@Crossing` would write.
struct CrossingSample: CrossingValue, Sendable {
  var x: Double
  var label: String
  var list: [Double]

  private static let crossingNames: MemberNames = ["x", "label", "list"]

  init(reading value: ValueReader) throws {
    let members = try value.object(Self.crossingNames)
    x = try members.member(0)
    label = try members.member(1)
    list = try members.member(2)
  }

  func write(to writer: ValueWriter) throws {
    guard var object = writer.beginObject() else { return }
    try object.write(",\"x\":", x)
    try object.write(",\"label\":", label)
    try object.write(",\"list\":", list)
    object.end()
  }
}
