#if Macros
import Causeway
import CausewayExport
import Foundation
import Testing

@Suite struct CrossingTests {
  static func text(_ payload: Payload) -> String {
    let writer = JSONWriter()
    writer.write(payload)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// A struct with the members of ``Network``, with `Codable` alone.
  struct Reference: Codable {
    var ssid: String
    var signal: Double?
    var band: String
    var addresses: [Address]
    var heard: Date
    var key: [UInt8]
    var counters: [String: UInt64]
    struct Address: Codable {
      var text: String
      var prefix: Int
    }
  }

  @Test func `a struct crosses as its Codable twin does, in both directions`() throws {
    let network = Radio.network
    let payload = try Payload(encoding: network)
    let twin = try payload.decode(Reference.self)
    #expect(Self.text(payload) == Self.text(try Payload(encoding: twin)))
    #expect(try payload.decode(Network.self) == network)
  }

  @Test func `another decoder reads the output of a crossing type`() throws {
    let values: [Credentials] = [
      .none, .passphrase("a"), .enterprise(user: "u", password: nil), .either(first: .none, second: .passphrase("b")),
    ]
    let data = try JSONEncoder().encode(values)
    #expect(try JSONDecoder().decode([Credentials].self, from: data) == values)
    #expect(try Payload(encoding: values).decode([Credentials].self) == values)
    let payload = try Payload(encoding: values[2])
    #expect(Self.text(payload) == #"{"kind":"enterprise","user":"u"}"#)
    guard case .encoded(let encoded) = payload else { return }
    #expect(try JSONDecoder().decode(Credentials.self, from: Data(encoded.text)) == values[2])
    #expect(try JSONDecoder().decode([Activity].self, from: Data(#"["idle"]"#.utf8)).count == 1)
  }

  @Test func `an enum whose raw type has another name crosses by its raw values`() throws {
    #expect(Self.text(try Payload(encoding: Renamed.low)) == #""LOW""#)
    #expect(try Payload.encoded(EncodedValue(text: Array(#""LOW""#.utf8))).decode(Renamed.self) == .low)
    #expect(String(decoding: try JSONEncoder().encode([Renamed.low]), as: UTF8.self) == #"["LOW"]"#)
  }

  @Test func `a member with an implicitly unwrapped type may be missing`() throws {
    let payload = try Payload(encoding: Unwrapped(first: 1, second: nil))
    #expect(Self.text(payload) == #"{"first":1}"#)
    #expect(try payload.decode(Unwrapped.self).first == 1)
    #expect(try Payload.encoded(EncodedValue(text: Array("{}".utf8))).decode(Unwrapped.self).second == nil)
  }

  @Test func `of a repeated name the last value counts`() throws {
    let text = Array(#"{"prefix":1,"text":"a","prefix":2}"#.utf8)
    #expect(try Payload.encoded(EncodedValue(text: text)).decode(Network.Address.self).prefix == 2)
  }

  @Test func `members may have any order, with unknown ones between them, escaped or not`() throws {
    let text = Array(#"{"other":{"prefix":9},"pre\u0066ix":3,"text":"a"}"#.utf8)
    #expect(try Payload.encoded(EncodedValue(text: text)).decode(Network.Address.self).prefix == 3)
  }

  @Test(arguments: [
    (#"{"text":"a","prefix":129}"#, "params.prefix: expected a number from 0 to 128, got 129"),
    (#"{"text":"a"}"#, "params.prefix: is missing"),
    (#"[]"#, "params: expected an object, got an array"),
    (#"{"text":{"$date":0},"prefix":1}"#, "params.text: expected a string, got a Date"),
  ]) func `a value that does not fit has an error with its path`(json: String, message: String) {
    let error = #expect(throws: BridgeError.self) {
      try Payload.encoded(EncodedValue(text: Array(json.utf8))).decode(Network.Address.self)
    }
    #expect(error?.message == message)
  }

  @Test func `a crossing type inside of a Codable type keeps the whole path`() {
    struct Outer: Codable { var list: [Network.Address] }
    let text = Array(#"{"list":[{"text":"a","prefix":1},{"text":"a","prefix":1000}]}"#.utf8)
    let error = #expect(throws: BridgeError.self) {
      try Payload.encoded(EncodedValue(text: text)).decode(Outer.self)
    }
    #expect(error?.message == "params.list[1].prefix: expected a number from 0 to 128, got 1000")
  }

  @Test(arguments: [(#""2.4""#, true), (#""3""#, false), ("3", false)])
  func `an enum accepts its raw values only`(json: String, isOne: Bool) {
    let band = try? Payload.encoded(EncodedValue(text: Array(json.utf8))).decode(Band.self)
    #expect((band != nil) == isOne)
  }

  @Test func `a value that is nested too deeply is refused`() {
    var credentials = Credentials.none
    for _ in 0..<300 { credentials = .either(first: credentials, second: .none) }
    let error = #expect(throws: BridgeError.self) { try Payload(encoding: credentials) }
    #expect(error?.code == .resourceExhausted)
  }

  @Test func `a program may have its own types Decoder and Encoder`() throws {
    let state = Playback.playing(title: "A")
    #expect(try JSONDecoder().decode(Playback.self, from: JSONEncoder().encode(state)) == state)
    #expect(try Payload(encoding: Speed.double).decode(Speed.self) == .double)
  }

  @Test func `a dictionary whose one key looks like a tag stays a dictionary`() throws {
    let payload = try Payload(encoding: ["$date": 5])
    #expect(Self.text(payload) == #"{"$object":{"$date":5}}"#)
    #expect(try payload.decode([String: Int].self) == ["$date": 5])
  }
}

typealias RadioName = String
@Crossing enum Renamed: RadioName, Sendable { case low = "LOW" }

/// Has other members with these names.
@Crossing enum Playback: Sendable, Equatable {
  struct Decoder {}
  struct Encoder {}
  case idle
  case playing(title: String)
}

@Crossing enum Speed: Swift.String, Sendable {
  struct Decoder {}
  struct Encoder {}
  struct String {}
  case normal, double
}

@Crossing struct Unwrapped: Sendable {
  var first: Int!
  var second: String!
}
#endif
