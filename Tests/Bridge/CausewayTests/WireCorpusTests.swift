import Foundation
import TestSupport
import Testing

@testable import Causeway

/// Every message of Tests/Fixtures/wire, which bridge-js reads as well, means here what it says there.
@Suite struct WireCorpusTests {
  struct Sample: CustomTestStringConvertible, @unchecked Sendable {  // JSON objects from Foundation, never changed.
    let file: String
    let text: [UInt8]
    let message: Any?
    let decoded: [String: Any]
    let isWritten: Bool
    var testDescription: String { file }
  }

  static let samples: [Sample] = {
    let folder = repositoryFile("Tests/Fixtures/wire")
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.compactMap { file in
      guard let data = try? Data(contentsOf: file),
        let sample = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
        let decoded = sample["decoded"] as? [String: Any]
      else { return nil }
      let text =
        (sample["text"] as? String).map { Array($0.utf8) }
        ?? sample["message"].flatMap { try? JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed) }
        .map { Array($0) }
      return text.map {
        Sample(
          file: file.lastPathComponent, text: $0, message: sample["message"], decoded: decoded,
          isWritten: sample["direction"] as? String == "both")
      }
    }
  }()

  @Test func `the corpus is there`() {
    #expect(WireCorpusTests.samples.count >= 60)
  }

  @Test(arguments: samples) func `a message is read`(sample: Sample) throws {
    let events = JSONRPCReader.read(sample.text, limits: Limits())
    let event = try #require(events.first)
    #expect(events.count == 1)
    let meaning = try meaning(of: event)
    if let refused = sample.decoded["refused"] as? String {
      guard case .message(.call(let request)) = event else {
        Issue.record("no call")
        return
      }
      #expect(throws: BridgeError.self) { try request.params.value() }
      #expect(refused == "RESOURCE_EXHAUSTED")
      return
    }
    // Our errors always have a code; a stranger's without one is UNKNOWN.
    #expect(
      canonical(meaning) == canonical(sample.decoded), "\(canonical(meaning)) is not \(canonical(sample.decoded))")
  }

  @Test(arguments: samples.filter(\.isWritten)) func `a message is written`(sample: Sample) throws {
    let event = try #require(JSONRPCReader.read(sample.text, limits: Limits()).first)
    guard case .message(let message) = event else {
      Issue.record("not a message")
      return
    }
    let text = JSONRPCWriter.text(try rebuilt(message)) { .number(Double($0.rawValue)) }
    let written = try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
    #expect(canonical(written) == canonical(try #require(sample.message)))
  }

  /// The same message with its values taken apart and put together again.
  private func rebuilt(_ message: Message) throws -> Message {
    func again(_ payload: Payload) throws -> Payload { try Payload(encoding: payload.value()) }
    switch message {
    case .call(var request):
      request.params = try again(request.params)
      return .call(request)
    case .answer(let id, .success(let payload)): return .answer(id, .success(try again(payload)))
    case .progress(let id, let payload): return .progress(id, try again(payload))
    case .item(let id, let payload): return .item(id, try again(payload))
    case .event(let name, let payload): return .event(name, try again(payload))
    case .answer, .cancel, .credit: return message
    }
  }

  private func meaning(of event: JSONRPCEvent) throws -> [String: Any] {
    func number(_ id: CallID) -> Any { NSNumber(value: id.rawValue) }
    func json(_ value: BridgeValue) throws -> Any {
      let writer = JSONWriter(isWire: true)
      writer.write(value)
      return try JSONSerialization.jsonObject(with: Data(writer.bytes), options: .fragmentsAllowed)
    }
    func json(_ payload: Payload) throws -> Any { try json(payload.value()) }
    func call(_ id: Any, _ request: CallRequest) throws -> [String: Any] {
      var meaning: [String: Any] = ["kind": "call", "id": id, "method": request.method]
      meaning["value"] = try? json(request.params)
      switch request.timeout {
      case .standard: break
      case .never: meaning["timeout"] = "Infinity"
      case .after(let duration): meaning["timeout"] = duration / .milliseconds(1)
      }
      meaning["credit"] = request.credit
      if !request.metadata.isEmpty { meaning["metadata"] = request.metadata }
      return meaning
    }
    switch event {
    case .ignored: return ["kind": "ignored"]
    case .refusal(let answer):
      let object = try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any]
      let error = object?["error"] as? [String: Any]
      return ["kind": "invalid", "id": object?["id"] ?? NSNull(), "code": error?["code"] ?? 0]
    case .namedCall(let name, let request): return try call(name, request)
    case .forNamedCall(let name, .cancel): return ["kind": "cancel", "id": name]
    case .forNamedCall(let name, .credit(let items)): return ["kind": "credit", "id": name, "items": items]
    case .message(.call(let request)): return try call(number(request.id), request)
    case .message(.answer(let id, .success(let payload))):
      return ["kind": "answer", "id": number(id), "value": try json(payload)]
    case .message(.answer(let id, .failure(let error))):
      var content = try #require(json(.object(error.object)) as? [String: Any])
      content["code"] = error.code.rawValue
      if error.name == nil { content["name"] = nil }
      return ["kind": "error", "id": number(id), "error": content]
    case .message(.progress(let id, let payload)):
      return ["kind": "progress", "id": number(id), "value": try json(payload)]
    case .message(.item(let id, let payload)): return ["kind": "item", "id": number(id), "value": try json(payload)]
    case .message(.credit(let id, let items)): return ["kind": "credit", "id": number(id), "items": items]
    case .message(.cancel(let id, _)): return ["kind": "cancel", "id": number(id)]
    case .message(.event(let name, let payload)):
      return ["kind": "event", "event": name, "value": try json(payload)]
    }
  }

  /// A JSON value as text to compare: sorted keys; the name of our own class of errors says nothing.
  private func canonical(_ value: Any) -> String {
    var value = value
    if var meaning = value as? [String: Any], var error = meaning["error"] as? [String: Any],
      error["name"] as? String == "BridgeError"
    {
      error["name"] = nil
      meaning["error"] = error
      value = meaning
    }
    let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "?"
  }
}
