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

  init(reading value: borrowing ValueReader) throws {
    let members = try value.object(Self.crossingNames)
    x = try members.member(0)
    label = try members.member(1)
    list = try members.member(2)
  }

  func write(to writer: borrowing ValueWriter) throws {
    guard var object = writer.beginObject(Self.crossingNames) else { return }
    try object.write(0, x)
    try object.write(1, label)
    try object.write(2, list)
    object.end()
  }
}

struct CrossingRecord: CrossingValue, Sendable {
  var id: Int
  var name: String
  var tags: [String]
  var values: [Double]

  private static let crossingNames: MemberNames = ["id", "name", "tags", "values"]

  init(reading value: borrowing ValueReader) throws {
    let members = try value.object(Self.crossingNames)
    id = try members.member(0)
    name = try members.member(1)
    tags = try members.member(2)
    values = try members.member(3)
  }

  func write(to writer: borrowing ValueWriter) throws {
    guard var object = writer.beginObject(Self.crossingNames) else { return }
    try object.write(0, id)
    try object.write(1, name)
    try object.write(2, tags)
    try object.write(3, values)
    object.end()
  }
}

struct CrossingRecords: CrossingValue, Sendable {
  var records: [CrossingRecord]

  private static let crossingNames: MemberNames = ["records"]

  init(reading value: borrowing ValueReader) throws {
    let members = try value.object(Self.crossingNames)
    records = try members.member(0)
  }

  func write(to writer: borrowing ValueWriter) throws {
    guard var object = writer.beginObject(Self.crossingNames) else { return }
    try object.write(0, records)
    object.end()
  }
}
