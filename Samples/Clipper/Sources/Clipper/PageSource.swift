import AsyncHTTPClient
import ConnectionErrors
import Foundation
import HTTPStatusFilter
import NIOCore
import NIOHTTP1

/// A page as it was received.
public struct Page: Sendable {
  /// The bytes.
  public var bytes: [UInt8]
  /// The character set that the server named; empty if it named none.
  public var charset: String
  /// The address after redirects.
  public var address: String

  /// Makes a page.
  public init(bytes: [UInt8], charset: String, address: String) {
    self.bytes = bytes
    self.charset = charset
    self.address = address
  }
}

/// Loads pages from the web or from files.
public struct PageSource: Sendable {
  /// The largest page; 4 MiB.
  public var maximumBytes = 4 << 20
  /// The timeout of a page; 20 seconds.
  public var timeout = Duration.seconds(20)
  /// The largest number of redirects; 5.
  public var maximumRedirects = 5

  /// Makes a source with the default limits.
  public init() {}

  /// Loads the page at an address, or in a file.
  public func page(_ place: String) async throws -> Page {
    place.hasPrefix("http://") || place.hasPrefix("https://") ? try await fetch(place) : try read(place)
  }

  /// Reads a file.
  public func read(_ path: String) throws -> Page {
    guard let file = FileHandle(forReadingAtPath: path), !isDirectory(path) else {
      throw ClipError("NOT_FOUND", "The file \(path) does not exist or cannot be read.")
    }
    defer { try? file.close() }
    // Reads one byte more than the limit, which detects a page over the limit without reading all of it.
    let data = try file.read(upToCount: maximumBytes + 1) ?? Data()
    guard data.count <= maximumBytes else { throw tooLarge(path) }
    return Page(bytes: Array(data), charset: "", address: URL(fileURLWithPath: path).absoluteString)
  }

  private func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
  }

  private func tooLarge(_ place: String) -> ClipError {
    ClipError("RESOURCE_EXHAUSTED", "\(place) is larger than \(maximumBytes >> 20) MiB, the limit for a page.")
  }

  /// The host of a page, with a non-standard port; nil for a file.
  static func site(_ address: String) -> String? {
    guard let url = URL(string: address), let host = url.host, url.scheme != "file" else { return nil }
    return host + (url.port.map { ":\($0)" } ?? "")
  }

  /// Fetches a page.
  ///
  /// - Parameter site: the permitted site of the page and its redirects, as of ``site(_:)``; nil for any.
  public func fetch(_ address: String, within site: String? = nil) async throws -> Page {
    var address = address
    let deadline = NIODeadline.now() + .nanoseconds(Int64(timeout / .nanoseconds(1)))
    for _ in 0...maximumRedirects {
      guard let url = URL(string: address), let scheme = url.scheme, ["http", "https"].contains(scheme), url.host != nil
      else { throw ClipError("INVALID_ARGUMENT", "\(address) is not the address of a web page.") }
      if let site, PageSource.site(address) != site {
        throw ClipError("PERMISSION_DENIED", "A page of \(site) may fetch from that site only, not from \(address).")
      }
      var request = HTTPClientRequest(url: address)
      request.headers.add(name: "Accept", value: "text/html, application/xhtml+xml;q=0.9, text/plain;q=0.5")
      request.headers.add(name: "User-Agent", value: "clip (a sample of Causeway)")
      let response: HTTPClientResponse
      do {
        response = try await PageSource.client.execute(request, deadline: deadline)
      } catch {
        throw ClipError("UNAVAILABLE", "\(address) cannot be fetched: \(error.connectionDescription).")
      }
      if let location = response.headers.first(name: "Location"), (300..<400).contains(response.status.code) {
        guard let next = URL(string: location, relativeTo: url)?.absoluteURL else { break }
        address = next.absoluteString
        continue
      }
      return try await page(response, address)
    }
    throw ClipError("UNAVAILABLE", "\(address) redirects more than \(maximumRedirects) times.")
  }

  private func page(_ response: HTTPClientResponse, _ address: String) async throws -> Page {
    guard response.status == .ok else {
      let code = response.status.code == 404 || response.status.code == 410 ? "NOT_FOUND" : "UNAVAILABLE"
      throw ClipError(code, "\(address) answered with status \(response.status.code) \(response.status.reasonPhrase).")
    }
    let type = response.headers.first(name: "Content-Type") ?? "text/html"
    let parts = type.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    guard let kind = parts.first?.lowercased(), kind.hasPrefix("text/") || kind == "application/xhtml+xml" else {
      throw ClipError("INVALID_ARGUMENT", "\(address) is not a page: its type is \(parts.first ?? "empty").")
    }
    if let coding = response.headers.first(name: "Content-Encoding"), coding != "identity" {
      throw ClipError("UNIMPLEMENTED", "\(address) was sent with the encoding \(coding), which was not requested.")
    }
    let charset = parts.dropFirst().first { $0.lowercased().hasPrefix("charset=") }?.dropFirst(8) ?? ""
    var bytes: [UInt8] = []
    do {
      for try await part in response.body {
        guard bytes.count + part.readableBytes <= maximumBytes else { throw tooLarge(address) }
        bytes += part.readableBytesView
      }
    } catch let error as ClipError {
      throw error
    } catch {
      throw ClipError("UNAVAILABLE", "The download of \(address) failed: \(error.connectionDescription).")
    }
    return Page(bytes: bytes, charset: String(charset), address: address)
  }

  /// One client for the whole process, which keeps connections open.
  private static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    // Without decompression, a small response cannot become a thousand times as large.
    configuration.decompression = .disabled
    configuration.timeout.connect = .seconds(10)
    configuration.refuseInvalidStatuses()
    return HTTPClient(configuration: configuration)
  }()

  /// Closes the client of the process.
  public static func close() async { try? await client.shutdown() }
}
