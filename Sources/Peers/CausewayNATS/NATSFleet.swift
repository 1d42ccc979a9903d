#if NATS
package import Causeway
import FoundationEssentials

/// The statistics of the workers of a prefix, from their answers to `$SRV.STATS` (ADR-32).
package struct NATSFleet: Sendable, Encodable {
  /// The answered calls of a method since its worker began to serve.
  package struct Method: Sendable, Encodable {
    package var name: String
    package var calls: Double
    package var errors: Double
    /// In seconds, for all calls together.
    package var processingTime: Double
    /// The text of the newest error; empty for none.
    package var lastError: String
  }

  package struct Worker: Sendable, Encodable {
    /// The identity of the service, new for each start.
    package var id: String
    package var version: String
    /// In ISO 8601 format.
    package var started: String
    package var methods: [Method]
  }

  package var prefix: String
  package var workers: [Worker]

  /// The methods of all workers, summed by their names.
  package var methods: [Method] {
    var sums: [String: Method] = [:]
    for method in workers.flatMap(\.methods) {
      guard var sum = sums[method.name] else {
        sums[method.name] = method
        continue
      }
      sum.calls += method.calls
      sum.errors += method.errors
      sum.processingTime += method.processingTime
      if sum.lastError.isEmpty { sum.lastError = method.lastError }
      sums[method.name] = sum
    }
    return sums.values.sorted { $0.name < $1.name }
  }

  /// More workers than these are left out.
  private static let most = 1_000

  /// Asks the workers; those that do not answer in time are left out.
  ///
  /// - Throws: `UNAVAILABLE` without a server, `INVALID_ARGUMENT` for a prefix that is not a valid subject.
  package static func read(
    _ prefix: String, on client: NATSClient, within time: Duration = .milliseconds(500)
  ) async throws(BridgeError) -> NATSFleet {
    try NATSSubject.check(prefix, "The prefix")
    let inbox = NATSSubject.inbox(client.inboxPrefix)
    let (messages, continuation) = AsyncStream<NATSMessage>.makeStream(bufferingPolicy: .bufferingOldest(most))
    let subscription = try client.subscribe(inbox) { message in
      // An answer has a few kilobytes.
      if message.data.count <= 1 << 16 { continuation.yield(message) }
    }
    defer { subscription.cancel() }
    try client.publish(NATSMessage(subject: "$SRV.STATS.\(NATSServiceInfo.plain(prefix))", reply: inbox))
    let timer = Task {
      try? await Task.sleep(for: time)
      continuation.finish()
    }
    defer { timer.cancel() }
    var workers: [Worker] = []
    for await message in messages {
      if message.isNoResponders { break }
      // Another service of that name, or nonsense, is left out.
      guard let answer = try? NATSCodec.payload(message.data, Limits()).decode(Answer.self),
        answer.metadata?["prefix"] == prefix
      else { continue }
      workers.append(answer.worker(prefix))
    }
    return NATSFleet(prefix: prefix, workers: workers.sorted { ($0.started, $0.id) < ($1.started, $1.id) })
  }

  private struct Answer: Decodable {
    struct Endpoint: Decodable {
      let subject: String
      let requests, errors, time: Double
      let lastError: String?

      enum CodingKeys: String, CodingKey {
        case subject
        case requests = "num_requests"
        case errors = "num_errors"
        case time = "processing_time"
        case lastError = "last_error"
      }
    }

    let id, version: String
    let started: String?
    let metadata: [String: String]?
    let endpoints: [Endpoint]?

    func worker(_ prefix: String) -> Worker {
      Worker(
        id: id, version: version, started: started ?? "",
        methods: (endpoints ?? []).map { endpoint in
          Method(
            name: String(endpoint.subject.dropFirst(prefix.count + 1)), calls: endpoint.requests,
            errors: endpoint.errors, processingTime: endpoint.time / 1e9, lastError: endpoint.lastError ?? "")
        })
    }
  }

  private enum CodingKeys: String, CodingKey { case prefix, workers, methods }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(prefix, forKey: .prefix)
    try container.encode(workers, forKey: .workers)
    try container.encode(methods, forKey: .methods)
  }
}
#endif
