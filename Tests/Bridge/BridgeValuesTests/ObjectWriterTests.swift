import BridgeValues
import Testing

/// Objects that code as `@Crossing` writes it writes: some of the members of a type, whose names are constants.
@Suite struct ObjectWriterTests {
  /// Members of which any may be missing.
  struct Sparse: CrossingValue, Equatable {
    var values: [Int?]
    static let names: MemberNames = ["a", "b", "c", "d", "e"]

    init(_ values: [Int?]) { self.values = values }

    init(reading value: borrowing ValueReader) throws {
      let members = try value.object(Self.names)
      values = try (0..<5).map { try members.member($0, as: Int?.self) }
    }

    func write(to writer: borrowing ValueWriter) throws {
      guard var object = writer.beginObject(Self.names) else { return }
      for (position, value) in values.enumerated() { try object.write(position, value) }
      object.end()
    }

    init(from decoder: any Decoder) throws { fatalError("It is read by its own code.") }
    func encode(to encoder: any Encoder) throws { fatalError("It is written by its own code.") }
  }

  /// Members in another order than that of their names, as the cases of an enum may have them.
  struct Backwards: CrossingValue {
    static let names: MemberNames = ["kind", "first", "second"]
    init() {}
    init(reading value: borrowing ValueReader) throws {}

    func write(to writer: borrowing ValueWriter) throws {
      guard var object = writer.beginObject(Self.names) else { return }
      try object.write(0, "back")
      try object.write(2, 2)
      try object.write(1, 1)
      object.end()
    }

    init(from decoder: any Decoder) throws { fatalError("It is written only.") }
    func encode(to encoder: any Encoder) throws { fatalError("It is written by its own code.") }
  }

  /// More names than a shape has, or one that is too long for it.
  struct Wide: CrossingValue {
    static let many: MemberNames = [
      "n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10", "n11", "n12", "n13", "n14", "n15",
      "n16", "n17", "n18", "n19", "n20", "n21", "n22", "n23", "n24", "n25", "n26", "n27", "n28", "n29", "n30", "n31",
      "n32", "n33", "n34", "n35", "n36", "n37", "n38", "n39", "n40", "n41", "n42", "n43", "n44", "n45", "n46", "n47",
      "n48", "n49", "n50", "n51", "n52", "n53", "n54", "n55", "n56", "n57", "n58", "n59", "n60", "n61", "n62", "n63",
      "n64", "n65",
    ]
    static let long: MemberNames = [
      "short",
      "a name that is longer than names of shapes may be, so that it has to stand beside its value wherever an object has it: 130 units in all",
      "last",
    ]

    var isLong = false
    var values: [Int]
    private var names: MemberNames { isLong ? Self.long : Self.many }

    init(_ values: [Int], isLong: Bool) { (self.values, self.isLong) = (values, isLong) }

    init(reading value: borrowing ValueReader) throws {
      let members = try value.object(Self.many)
      values = try (0..<66).map { try members.member($0, as: Int.self) }
    }

    func write(to writer: borrowing ValueWriter) throws {
      guard var object = writer.beginObject(names) else { return }
      for (position, value) in values.enumerated() { try object.write(position, value) }
      object.end()
    }

    init(from decoder: any Decoder) throws { fatalError("It is read by its own code.") }
    func encode(to encoder: any Encoder) throws { fatalError("It is written by its own code.") }
  }

  private func text(_ payload: Payload) -> String {
    let writer = JSONWriter()
    writer.write(payload)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `whichever members are left out, the others have their names and come back`() throws {
    for present in 0..<32 {
      let sparse = Sparse((0..<5).map { present >> $0 & 1 == 1 ? $0 : nil })
      let names = ["a", "b", "c", "d", "e"]
      let expected = sparse.values.enumerated().compactMap { at, value in value.map { "\"\(names[at])\":\($0)" } }
      for list in [[sparse], [sparse, Sparse([1, 2, 3, 4, 5]), sparse]] {
        let payload = try Payload(encoding: list)
        #expect(try payload.decode([Sparse].self) == list)
      }
      #expect(text(try Payload(encoding: sparse)) == "{\(expected.joined(separator: ","))}")
    }
  }

  @Test func `members keep the order in which they were written`() throws {
    #expect(text(try Payload(encoding: Backwards())) == #"{"kind":"back","second":2,"first":1}"#)
  }

  @Test func `a type with more names than a shape has crosses as any other`() throws {
    let wide = Wide(Array(0..<66), isLong: false)
    let payload = try Payload(encoding: [wide, wide])
    #expect(try payload.decode([Wide].self).map(\.values) == [wide.values, wide.values])
    #expect(text(payload).hasPrefix(#"[{"n0":0,"n1":1"#) && text(payload).hasSuffix(#""n64":64,"n65":65}]"#))
  }

  @Test func `so does one with a name that is too long`() throws {
    let object = try Payload(encoding: Wide([1, 2, 3], isLong: true)).value()
    guard case .object(let members) = object else { return #expect(Bool(false), "\(object)") }
    #expect(members.keys.count == 3 && members["last"] == 3)
  }

  private final class Owner: Sendable {}

  /// An element that cannot be moved by its bits: the runtime knows where its weak reference is.
  private struct Owned: CrossingValue {
    weak var owner: Owner?
    init(_ owner: Owner) { self.owner = owner }
    init(reading value: borrowing ValueReader) throws {}
    func write(to writer: borrowing ValueWriter) throws { (owner != nil).write(to: writer) }
    init(from decoder: any Decoder) throws { fatalError("It is written only.") }
    func encode(to encoder: any Encoder) throws { fatalError("It is written by its own code.") }
  }

  @Test func `a list whose elements have weak references keeps them when it is written`() throws {
    let owner = Owner()
    let list = [Owned(owner), Owned(owner)]
    for _ in 1...3 { #expect(try Payload(encoding: list).decode([Bool].self) == [true, true]) }
    #expect(list.allSatisfy { $0.owner === owner })
  }
}
