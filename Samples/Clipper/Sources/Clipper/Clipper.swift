import Causeway
import CausewayChild
public import CausewayProcess
import Foundation
import PageTree
import Synchronization

/// Clips pages, each in a separate process that confines the page and the scripts.
///
/// The page's bytes are passed to the child process. There native code parses them, JavaScript converts the tree to a
/// note, and the note is returned. The child has the permissions `log`, and `fetchURL` where it is allowed.
public struct Clipper: Sendable {
  /// The template of the note; see Sources/Clipper/JavaScript/template.js.
  public var template = "{{content}}\n"
  /// The template of the note's name.
  public var name = "{{title}}"
  /// The largest number of fetched pages of one article, including the first; with 1 the child may fetch nothing.
  public var pages = 1
  /// The limits of each child: 120 MB and 30 seconds, like those of a share extension.
  public var limits: ProcessLimits = {
    var limits = ProcessLimits()
    limits.memory = 120_000_000
    limits.lifetime = .seconds(30)
    limits.processorTime = .seconds(30)
    limits.turn = .seconds(20)
    limits.consoleBytes = 1 << 20
    return limits
  }()
  /// The executable of the child; this program, except in tests.
  public var program = ProcessConfiguration.Program.current
  /// The source of pages.
  public var source = PageSource()
  /// Called with each line that JavaScript logs.
  public var onLog: @Sendable (String) -> Void = { _ in }

  /// Makes a clipper with the default options.
  public init() {}

  /// Serves the parser in the child process, together with its JavaScript.
  ///
  /// Call it first in `main`.
  public static func serveIfRequested() async { await JavaScriptChild.serveIfRequested(local: localBridge()) }

  private static func localBridge() -> Bridge {
    let local = Bridge()
    let parser = Parser()
    local.handle("html.parse") { (request: ParseRequest) throws -> PageTree in try parser.parse(request) }
    return local
  }

  /// Loads a page and clips it.
  public func clip(_ place: String) async throws(ClipError) -> Clip {
    do {
      return try await clip(try await source.page(place))
    } catch {
      throw ClipError(error)
    }
  }

  /// Clips a page.
  public func clip(_ page: Page) async throws(ClipError) -> Clip {
    do {
      let process = try await JavaScriptProcess(
        bridge: bridge(for: page), permissions: pages > 1 ? ["log", "fetchURL"] : ["log"],
        configuration: configuration, limits: messageLimits)
      do {
        for (name, script) in Clipper.scripts { try await process.evaluate(script, url: name) }
        let request = ClipRequest(
          page: BridgeBytes(page.bytes), charset: page.charset, address: page.address, clipped: Clipper.localTime(),
          template: template, name: name, pages: pages)
        let clip: Clip = try await process.call("clip", request, timeout: .never)
        await process.close()
        return clip
      } catch {
        await process.close()
        throw error
      }
    } catch {
      throw ClipError(error)
    }
  }

  private struct ClipRequest: Encodable {
    let page: BridgeBytes
    let charset: String
    let address: String
    let clipped: String
    let template: String
    let name: String
    let pages: Int
  }

  /// The handlers for the child's JavaScript.
  func bridge(for page: Page) -> Bridge {
    let bridge = Bridge()
    bridge.handle("log") { [onLog] (text: String) in onLog(text) }
    // Counted here, because a child's own count is not trusted.
    let left = Counter(pages - 1)
    bridge.handle("fetchURL") { [source, pages] (address: String) async throws -> FetchedPage in
      guard let site = PageSource.site(page.address) else {
        throw BridgeError(.permissionDenied, "A page from a file must not fetch other pages.")
      }
      guard left.take() else {
        throw BridgeError(.resourceExhausted, "The limit of pages (\(pages)) is reached.", data: ["limit": "pages"])
      }
      do {
        let next = try await source.fetch(address, within: site)
        return FetchedPage(page: BridgeBytes(next.bytes), charset: next.charset, address: next.address)
      } catch {
        let error = ClipError(error)
        throw BridgeError(BridgeError.Code(rawValue: error.code), error.message)
      }
    }
    return bridge
  }

  private struct FetchedPage: Encodable {
    let page: BridgeBytes
    let charset: String
    let address: String
  }

  private var configuration: ProcessConfiguration {
    var configuration = ProcessConfiguration()
    configuration.program = program
    configuration.name = "clipper"
    configuration.allowsEval = false
    configuration.limits = limits
    configuration.onConsole = { [onLog] level, text in onLog("\(level): \(text)") }
    return configuration
  }

  private var messageLimits: Limits {
    var limits = Limits()
    limits.nodes = 2_000_000
    return limits
  }

  /// The scripts, in the order of their dependencies.
  private static let scripts: [(String, String)] = [
    ("tree.js", PackageResources.tree_js), ("address.js", PackageResources.address_js),
    ("markdown.js", PackageResources.markdown_js), ("metadata.js", PackageResources.metadata_js),
    ("extract.js", PackageResources.extract_js), ("template.js", PackageResources.template_js),
    ("clip.js", PackageResources.clip_js),
  ].map { ($0.0, String(decoding: $0.1, as: UTF8.self)) }

  /// The current local time: `2024-03-05T18:30:00+01:00`.
  static func localTime(_ date: Date = Date(), zone: TimeZone = .current) -> String {
    date.formatted(
      Date.ISO8601FormatStyle(timeZone: zone).year().month().day().time(includingFractionalSeconds: false)
        .timeZone(separator: .colon))
  }
}

/// The request of the child's JavaScript to its own process.
private struct ParseRequest: Decodable, Sendable {
  let page: BridgeBytes
  let charset: String
}

/// A counter with a limit.
private final class Counter: Sendable {
  private let left: Mutex<Int>

  init(_ number: Int) { left = Mutex(number) }

  func take() -> Bool {
    left.withLock { left in
      left -= 1
      return left >= 0
    }
  }
}

/// The parser, for one caller at a time, because its converters have state.
private final class Parser: Sendable {
  private let parser = Mutex(PageParser())

  func parse(_ request: ParseRequest) throws -> PageTree {
    do {
      return try parser.withLock { try $0.parse(request.page.data, charset: request.charset) }
    } catch let error as PageError {
      throw BridgeError(.resourceExhausted, error.description, data: ["limit": .string(error.limit)])
    }
  }
}
