import TestSupport
import Testing

@testable import Causeway

/// The quick reader means the same as the general one, or leaves the text to it.
@Suite struct JSONRPCShortTextTests {
  private static let head = #"{"jsonrpc":"2.0","id":"#

  private func general(_ text: [UInt8], _ limits: Limits = Limits()) -> [JSONRPCEvent] {
    var events: [JSONRPCEvent] = []
    JSONRPCReader.readAny(text, attachments: [], limits: limits) { events.append($0) }
    return events
  }

  private func describe(_ message: Message) -> String {
    if case .call(let request) = message {
      return "\(request.id) \(request.method) \(request.params) \(request.timeout) \(request.credit as Any)"
    }
    return "\(message)"
  }

  @Test(arguments: [
    #"1,"result":7}"#, #"1,"result":-7.25}"#, #"999999999999999,"result":0.1}"#, #"1,"result":true}"#,
    #"1,"result":false}"#, #"1,"result":null}"#, #"1,"result":"a text"}"#, #"1,"result":""}"#,
    #"1,"result":123456789012345}"#, #"1,"result":0.000000001}"#, #"0,"method":"a.b"}"#,
    #"12,"method":"number.echo","params":[3]}"#, #"12,"method":"a","params":["x",{"timeout":30000}]}"#,
    #"12,"method":"a","params":[-1,{"timeout":0}]}"#, #"12,"method":"a","params":[1,{"timeout":999999999999999}]}"#,
  ]) func `it reads the texts of our writers`(rest: String) throws {
    let text = Array((Self.head + rest).utf8)
    let message = try #require(JSONRPCShortText.read(text, limits: Limits()))
    guard case .message(let meant)? = general(text).first else {
      Issue.record("the general reader reads no message")
      return
    }
    #expect(describe(message) == describe(meant))
  }

  @Test(arguments: [
    #"1,"result":-0}"#, #"1,"result":01}"#, #"1,"result":1.}"#, #"1,"result":.5}"#, #"1,"result":1e3}"#,
    #"1,"result":1234567890123456}"#, #"1,"result":0.12345678901234567}"#, #"1,"result":"\n"}"#,
    #"1,"result":"ä"}"#, #"1,"result":{}}"#, #"1,"result":[]}"#, #"1,"result":7} "#, #"1,"result":7}}"#,
    #"1,"result":7"#,
    #"1,"result":}"#, #"1,"result":tru}"#, #"9007199254740992,"result":7}"#, #"01,"result":7}"#, #""1","result":7}"#,
    #"1,"method":"a","params":[]}"#, #"1,"method":"a","params":{}}"#, #"1,"method":"a","params":[1,{"credit":3}]}"#,
    #"1,"method":"a","params":[1"#, #"1,"method":"a","params":[1,2]}"#, #"1,"error":{}}"#, #"1}"#, "",
  ]) func `it leaves every other text to the general reader`(rest: String) {
    #expect(JSONRPCShortText.read(Array((Self.head + rest).utf8), limits: Limits()) == nil)
  }

  @Test func `a text that is changed anywhere means the same to both readers`() {
    let texts = [
      Self.head + #"12,"method":"number.echo","params":[3.5,{"timeout":30000}]}"#, Self.head + #"1,"result":"a text"}"#,
      Self.head + #"77,"result":-120.25}"#,
    ].map { Array($0.utf8) }
    var random = SeededRandom()
    let bytes = Array(#"{}[]",:\0123456789.-+eEtrufalsn "#.utf8) + [0, 0x80, 0xC3]
    var quick = 0
    for _ in 0..<30_000 {
      var text = texts.randomElement(using: &random)!
      let place = Int.random(in: text.indices, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: text[place] = bytes.randomElement(using: &random)!
      case 1: text.insert(bytes.randomElement(using: &random)!, at: place)
      default: text.remove(at: place)
      }
      guard let message = JSONRPCShortText.read(text, limits: Limits()) else { continue }
      quick += 1
      guard case .message(let meant)? = general(text).first else {
        Issue.record("\(String(decoding: text, as: UTF8.self)): the general reader reads no message")
        continue
      }
      #expect(describe(message) == describe(meant))
    }
    #expect(quick > 1000)
  }

  @Test func `limits are those of the general reader`() {
    var limits = Limits()
    limits.messageBytes = 20
    let text = Array((Self.head + #"1,"result":7}"#).utf8)
    #expect(JSONRPCShortText.read(text, limits: limits) == nil)
    limits = Limits()
    limits.nameLength = 3
    #expect(JSONRPCShortText.read(Array((Self.head + #"1,"method":"long"}"#).utf8), limits: limits) == nil)
    #expect(JSONRPCShortText.read(Array((Self.head + #"1,"method":"lon"}"#).utf8), limits: limits) != nil)
  }
}
