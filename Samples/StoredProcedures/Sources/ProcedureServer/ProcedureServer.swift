import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Serves a publication over HTTP: `/manifest`, and each file under `/procedures/` and its SHA-256.
public struct ProcedureServer: Sendable {
  private let publication: Publication

  /// Makes a server for the current and later content of a publication.
  public init(_ publication: Publication) { self.publication = publication }

  /// Serves until the task is cancelled; throws if the port is not available.
  ///
  /// - Parameters:
  ///   - port: the port; 0 for any free one.
  ///   - onStart: called once with the port.
  public func run(port: Int, onStart: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
    let publication = publication
    let router = Router()
    router.get("manifest") { request, _ -> Response in ProcedureServer.answer(publication.signedManifest, to: request) }
    router.get("procedures/:sha256") { request, context -> Response in
      guard let document = publication.file(context.parameters.get("sha256") ?? "") else {
        throw HTTPError(.notFound)
      }
      return ProcedureServer.answer(document, to: request, type: "text/javascript")
    }
    var logger = Logger(label: "procedures")
    logger.logLevel = .critical
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in onStart(channel.localAddress?.port ?? 0) }, logger: logger)
    do {
      try await application.run()
    } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      throw PublicationError(description: "The procedures cannot be served on port \(port): \(reason).")
    }
  }

  /// The document, or "not modified" if the client has it.
  private static func answer(
    _ document: Publication.Document, to request: Request, type: String = "application/json"
  ) -> Response {
    var headers: HTTPFields = [.eTag: document.etag, .lastModified: HTTPDate.text(document.changed)]
    if isKnown(document, to: request) { return Response(status: .notModified, headers: headers) }
    headers[.contentType] = type
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: document.body)))
  }

  /// An entity tag is exact and has precedence; a date has a resolution of one second (RFC 9110, 13.2.2).
  private static func isKnown(_ document: Publication.Document, to request: Request) -> Bool {
    if let tags = request.headers[.ifNoneMatch] {
      return tags.split(separator: ",").contains { $0.drop { $0 == " " } == document.etag || $0 == "*" }
    }
    guard let since = request.headers[.ifModifiedSince].flatMap(HTTPDate.date) else { return false }
    return document.changed.timeIntervalSince(since) < 1
  }
}

/// Dates in HTTP's format: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static func formatter() -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter
  }

  static func text(_ date: Date) -> String { formatter().string(from: date) }
  static func date(_ text: String) -> Date? { formatter().date(from: text) }
}
