import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ProcedureExchange
import StoredProcedures
import Synchronization
import Testing

/// The server's answer to one request.
struct Reply: Sendable {
  var status = HTTPResponse.Status.ok
  var headers: HTTPFields = [:]
  var body = Data()
  /// Ends the body after this many bytes, although more were announced.
  var truncatesAfter: Int?
  /// Sends one byte now and then, and never ends.
  var sendsSlowly = false
}

/// A server with answers defined by a test, which records the requests.
final class ScriptedServer: Sendable {
  let url: URL
  private let log: Log
  private let task: Task<Void, any Error>

  /// The requests so far, with their headers.
  var requests: [String] { log.asked.withLock { $0 } }

  private final class Log: Sendable { let asked = Mutex<[String]>([]) }

  init(_ answer: @escaping @Sendable (_ path: String, _ number: Int) async -> Reply) async throws {
    let log = Log()
    let router = Router()
    router.get("**") { request, _ -> Response in
      let number = log.asked.withLock { asked in
        asked.append(request.uri.path + (request.headers[.ifNoneMatch].map { " \($0)" } ?? ""))
        return asked.count
      }
      let reply = await answer(request.uri.path, number)
      if reply.sendsSlowly {
        return Response(
          status: reply.status, headers: reply.headers,
          body: ResponseBody { writer in
            while true {
              try await writer.write(ByteBuffer(string: " "))
              // Real time: the client's limit on a download counts it.
              try await Task.sleep(for: .milliseconds(20))
            }
          })
      }
      guard let end = reply.truncatesAfter else {
        return Response(
          status: reply.status, headers: reply.headers, body: .init(byteBuffer: ByteBuffer(bytes: reply.body)))
      }
      let body = ResponseBody(contentLength: reply.body.count) { writer in
        try await writer.write(ByteBuffer(bytes: reply.body.prefix(end)))
        throw HTTPError(.internalServerError)
      }
      return Response(status: reply.status, headers: reply.headers, body: body)
    }
    let (ports, started) = AsyncStream.makeStream(of: Int.self)
    var logger = Logger(label: "played")
    logger.logLevel = .critical
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { started.yield($0.localAddress?.port ?? 0) }, logger: logger)
    task = Task { try await application.run() }
    var starting = ports.makeAsyncIterator()
    let port = try #require(await starting.next())
    url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    self.log = log
  }

  func stop() async {
    task.cancel()
    _ = try? await task.value
  }
}

/// A clock that does not wait and records the durations.
final class RecordingClock: Clock, Sendable {
  private let pauses = Mutex<[Duration]>([])
  var waited: [Duration] { pauses.withLock { $0 } }
  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    pauses.withLock { $0.append(ContinuousClock.now.duration(to: deadline)) }
  }
}

/// A publication, and clients of servers for it.
struct Exchange {
  let key = Curve25519.Signing.PrivateKey()
  let folder: TemporaryFolder
  let clock = RecordingClock()

  init() throws { folder = try TemporaryFolder() }

  func client(
    _ server: URL, redirectHosts: Set<String> = [], timeout: Duration = .seconds(5)
  ) throws -> ProcedureClient {
    var configuration = ProcedureClient.Configuration()
    configuration.clock = clock
    configuration.redirectHosts = redirectHosts
    configuration.timeout = timeout
    return try ProcedureClient(
      server: server, key: key.publicKey, folder: folder.url.appendingPathComponent("client"), configuration)
  }

  /// A reply with a manifest, signed by the expected key or another.
  func manifest(
    _ sequence: Int, _ entries: [Manifest.Entry], by other: Curve25519.Signing.PrivateKey? = nil
  ) throws -> Reply {
    let signed = try SignedManifest(Manifest(sequence: sequence, procedures: entries), by: other ?? key)
    return Reply(body: try JSONEncoder().encode(signed))
  }

  func entry(_ name: String, _ text: String, version: Int = 1) -> Manifest.Entry {
    Manifest.Entry(name: name, version: version, file: Data(text.utf8), access: .readOnly)
  }
}
