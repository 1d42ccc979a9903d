import AsyncHTTPClient
import ConnectionErrors
import Foundation
import HTTPStatusFilter
import NIOCore
import NIOHTTP1

/// Sends requests to the server with retries, and does not trust announced lengths.
struct Download: Sendable {
  struct Answer {
    var body: Data
    var etag: String?
    var lastModified: String?
  }

  private static let maximumManifestSize = 1 << 20
  private static let maximumRedirects = 5
  private static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    // Retries and timeouts are implemented here, not by the HTTP client.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.refuseInvalidStatuses()
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()

  private let server: URL
  private let configuration: ProcedureClient.Configuration

  init(server: URL, _ configuration: ProcedureClient.Configuration) {
    self.server = server
    self.configuration = configuration
  }

  /// The manifest; nil if it has not changed since these validators.
  func manifest(etag: String?, lastModified: String?) async throws(SyncError) -> Answer? {
    var headers = HTTPHeaders()
    if let etag { headers.add(name: "If-None-Match", value: etag) }
    if let lastModified { headers.add(name: "If-Modified-Since", value: lastModified) }
    return try await withRetries { () async throws(SyncError) in
      let url = server.appendingPathComponent("manifest")
      let answer = try await get(url, headers: headers, atMost: Download.maximumManifestSize)
      guard answer != nil || !headers.isEmpty else {
        throw SyncError(.dataLoss, "The server answered \"not modified\" to an unconditional request for the manifest.")
      }
      return answer
    }
  }

  /// The bytes of an entry, verified against the signed manifest.
  func file(_ entry: Manifest.Entry) async throws(SyncError) -> Data {
    let url = server.appendingPathComponent("procedures").appendingPathComponent(entry.sha256)
    return try await withRetries { () async throws(SyncError) in
      guard let answer = try await get(url, headers: HTTPHeaders(), atMost: entry.size) else {
        throw SyncError(
          .dataLoss, "The server answered \"not modified\" to an unconditional request for \(entry.name).")
      }
      guard answer.body.count == entry.size else {
        // A connection that broke may have been interrupted, so the request is repeated.
        throw SyncError(.unavailable, "\(entry.name) ended after \(answer.body.count) of \(entry.size) bytes.")
      }
      guard entry.describes(answer.body) else {
        throw SyncError(.dataLoss, "\(entry.name) does not match the manifest: its SHA-256 differs. It is rejected.")
      }
      return answer.body
    }
  }

  // MARK: Again

  private func withRetries<Result>(_ attempt: () async throws(SyncError) -> Result) async throws(SyncError) -> Result {
    var pause = configuration.backoff
    var number = 1
    while true {
      do throws(SyncError) {
        return try await attempt()
      } catch {
        if Task.isCancelled {
          throw SyncError(.cancelled, "The sync was cancelled. The previous procedures stay in use.")
        }
        guard error.isTransient, number < configuration.attempts else { throw error }
      }
      try? await configuration.clock.sleep(for: pause * Double.random(in: 0.75...1.25))
      pause = min(pause * 2, .seconds(60))
      number += 1
    }
  }

  // MARK: Once

  /// The answer within the timeout for one request, which covers a server that sends a byte now and then.
  private func get(_ url: URL, headers: HTTPHeaders, atMost limit: Int) async throws(SyncError) -> Answer? {
    let result = await withTaskGroup(of: Result<Answer?, SyncError>?.self) { group in
      group.addTask {
        do throws(SyncError) {
          return .success(try await follow(url, headers: headers, atMost: limit))
        } catch {
          return .failure(error)
        }
      }
      group.addTask { [timeout = configuration.timeout] in
        try? await Task.sleep(for: timeout)
        return nil
      }
      defer { group.cancelAll() }
      // If the caller is cancelled, the sleep ends at once too; the result of the request is reported then.
      for await end in group where end != nil || !Task.isCancelled { return end }
      return nil
    }
    guard let result else {
      throw SyncError(
        .unavailable, "\(url.host ?? "The server") did not complete its answer within \(configuration.timeout).")
    }
    return try result.get()
  }

  /// The answer after permitted redirects; nil for "not modified".
  private func follow(_ url: URL, headers: HTTPHeaders, atMost limit: Int) async throws(SyncError) -> Answer? {
    var url = url
    for _ in 0...Download.maximumRedirects {
      var request = HTTPClientRequest(url: url.absoluteString)
      request.headers = headers
      let response = try await send(request, to: url)
      switch response.status.code {
      case 200:
        return Answer(
          body: try await body(of: response, atMost: limit), etag: response.headers.first(name: "ETag"),
          lastModified: response.headers.first(name: "Last-Modified"))
      case 304: return nil
      case 301, 302, 303, 307, 308: url = try target(of: response, from: url)
      case 408, 425, 429, 500...599:
        throw SyncError(.unavailable, "The server answered \(response.status) for \(url.path).")
      default: throw SyncError(.dataLoss, "The server answered \(response.status) for \(url.path).")
      }
    }
    throw SyncError(.permissionDenied, "The server redirects too often.")
  }

  private func send(_ request: HTTPClientRequest, to url: URL) async throws(SyncError) -> HTTPClientResponse {
    do {
      return try await Download.client.execute(
        request, timeout: .nanoseconds(Int64(configuration.timeout / .nanoseconds(1))))
    } catch {
      throw SyncError(.unavailable, "\(url.host ?? "The server") does not answer: \(error.connectionDescription).")
    }
  }

  /// Reads at most `limit` bytes.
  ///
  /// A server that sends more has announced a wrong length, and nothing more is read.
  private func body(of response: HTTPClientResponse, atMost limit: Int) async throws(SyncError) -> Data {
    var data = Data()
    do {
      for try await buffer in response.body {
        data.append(contentsOf: buffer.readableBytesView)
        if data.count > limit { break }
      }
    } catch {
      throw SyncError(
        .unavailable, "The connection was lost after \(data.count) bytes: \(error.connectionDescription).")
    }
    guard data.count <= limit else {
      throw SyncError(.dataLoss, "The server sent more than the announced \(limit) bytes. The file is rejected.")
    }
    return data
  }

  private func target(of response: HTTPClientResponse, from url: URL) throws(SyncError) -> URL {
    guard let location = response.headers.first(name: "Location"),
      let target = URL(string: location, relativeTo: url)?.absoluteURL
    else { throw SyncError(.dataLoss, "The server redirects without a valid location.") }
    let host = target.host ?? ""
    let isOwn = host == server.host && target.port == server.port
    guard isOwn || configuration.redirectHosts.contains(host),
      target.scheme == server.scheme || target.scheme == "https"
    else {
      throw SyncError(.permissionDenied, "The server redirects to \(target.absoluteString), which is not allowed.")
    }
    return target
  }
}
