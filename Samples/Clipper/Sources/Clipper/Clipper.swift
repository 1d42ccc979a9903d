import Causeway
public import CausewayProcess
import CausewayWorker
import Foundation
import PageTree
import Synchronization

/// Clips pages: each in a process of its own, where neither the page nor the scripts can hurt anybody.
///
/// The page's bytes go into the child as a value. There native code parses them, JavaScript makes a note of the tree, and the
/// note comes back as a value. What the child may ask for is `log`, and `fetchURL` where it was allowed.
public struct Clipper: Sendable {
  /// What the note is made of; see Sources/Clipper/JavaScript/template.js.
  public var template = "{{content}}\n"
  /// What the note is called.
  public var name = "{{title}}"
  /// How many pages of one text are fetched at most, the first included; with 1 the child may fetch nothing.
  public var pages = 1
  /// What each child may take: 120 MB and 30 seconds, as a share extension had.
  public var limits: ProcessLimits = {
    var limits = ProcessLimits()
    limits.memory = 120_000_000
    limits.lifetime = .seconds(30)
    limits.processorTime = .seconds(30)
    limits.turn = .seconds(20)
    limits.consoleBytes = 1 << 20
    return limits
  }()
  /// The program that becomes the child; this one, unless a test says otherwise.
  public var program = ProcessConfiguration.Program.current
  /// Where pages come from.
  public var source = PageSource()
  /// Takes what JavaScript logs.
  public var onLog: @Sendable (String) -> Void = { _ in }

  /// The defaults.
  public init() {}

  /// What runs in the child beside its JavaScript, the parser: call it first in `main`.
  public static func serveIfAsked() async { await JavaScriptWorker.serveIfAsked(local: localBridge()) }

  private static func localBridge() -> Bridge {
    let local = Bridge()
    let parser = Parser()
    local.handle("html.parse") { (request: ParseRequest) throws -> PageTree in try parser.parse(request) }
    return local
  }

  /// Gets a page and clips it.
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

  /// What the child's JavaScript may ask of this process.
  func bridge(for page: Page) -> Bridge {
    let bridge = Bridge()
    bridge.handle("log") { [onLog] (text: String) in onLog(text) }
    // What a child says of how much it fetched is not believed.
    let left = Counter(pages - 1)
    bridge.handle("fetchURL") { [source, pages] (address: String) async throws -> FetchedPage in
      guard let site = PageSource.site(page.address) else {
        throw BridgeError(.permissionDenied, "A page from a file may fetch nothing.")
      }
      guard left.take() else {
        throw BridgeError(.resourceExhausted, "No more than \(pages) pages are fetched.", data: ["limit": "pages"])
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

  /// The pipeline, in the order in which its files build on each other.
  private static let scripts: [(String, String)] = [
    ("tree.js", PackageResources.tree_js), ("address.js", PackageResources.address_js),
    ("markdown.js", PackageResources.markdown_js), ("metadata.js", PackageResources.metadata_js),
    ("extract.js", PackageResources.extract_js), ("template.js", PackageResources.template_js),
    ("clip.js", PackageResources.clip_js),
  ].map { ($0.0, String(decoding: $0.1, as: UTF8.self)) }

  /// This moment where the user is: `2024-03-05T18:30:00+01:00`.
  static func localTime(_ date: Date = Date(), zone: TimeZone = .current) -> String {
    date.formatted(
      Date.ISO8601FormatStyle(timeZone: zone).year().month().day().time(includingFractionalSeconds: false)
        .timeZone(separator: .colon))
  }
}

/// What the child's JavaScript asks its own process for.
private struct ParseRequest: Decodable, Sendable {
  let page: BridgeBytes
  let charset: String
}

/// So many times, and no more.
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

/// The parser, for one caller at a time: its converters have a state.
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
