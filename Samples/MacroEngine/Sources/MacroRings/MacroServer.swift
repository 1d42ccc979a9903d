import Causeway
import Foundation
import HTTPTypes
public import Hummingbird
import Logging
import NIOCore
import Synchronization

/// Serves an application's page on 127.0.0.1.
public struct MacroServer {
  /// The token that pages must send.
  public let token: String
  private let bridge: EventStreamBridge
  private let router: Router<BasicRequestContext>
  private let port = Port()

  /// Makes a server for an application.
  ///
  /// - Parameter token: the token; nil for a random one.
  public init(application: MacroApplication, token: String? = nil) throws {
    try self.init(bridge: application.bridge, permissions: MacroApplication.permissions, token: token)
  }

  /// Makes a server for the macros of a directory.
  ///
  /// - Parameter token: the token; nil for a random one.
  public init(application: FolderApplication, token: String? = nil) throws {
    try self.init(bridge: application.bridge, permissions: FolderApplication.permissions, token: token)
  }

  private init(bridge: Bridge, permissions: Permissions, token: String?) throws {
    self.token = token ?? RandomName.make()
    self.bridge = EventStreamBridge(bridge: bridge, permissions: permissions)
    router = Router()
    router.add(middleware: LoopbackGuard(port: { [port] in port.number }, token: self.token))
    for (path, file) in try PageFiles.all() {
      router.get(RouterPath(path)) { _, _ in
        Response(
          status: .ok, headers: [.contentType: file.type, .cacheControl: "no-cache"],
          body: ResponseBody(byteBuffer: file.content))
      }
    }
    self.bridge.addRoutes(to: router)
  }

  private final class Port: Sendable {
    private let value = Mutex<Int?>(nil)
    var number: Int? {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }

  /// Serves until the task is cancelled or a signal ends the program; throws if the port is not available.
  ///
  /// - Parameters:
  ///   - port: the port; 0 for any free one.
  ///   - isReady: called with the address when the server listens.
  public func run(port: Int = 0, isReady: @escaping @Sendable (String) async -> Void) async throws {
    do {
      try await makeService(port: port, isReady: isReady).runService()
    } catch let error as IOError {
      let reason = String(cString: strerror(error.errnoCode))
      throw MacroServerError(description: "The page cannot be served on port \(port): \(reason).")
    }
  }

  /// The server as a Hummingbird application.
  public func makeService(
    port: Int = 0, isReady: @escaping @Sendable (String) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    var logger = Logger(label: "macro-engine")
    logger.logLevel = .warning
    return Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), serverName: nil),
      onServerRunning: { [listening = self.port, token] channel in
        guard let port = channel.localAddress?.port else { return }
        listening.number = port
        await isReady("http://127.0.0.1:\(port)/#\(token)")
      }, logger: logger)
  }
}

/// The reason why the server cannot start.
struct MacroServerError: Error, CustomStringConvertible {
  let description: String
}

/// The files of the page.
enum PageFiles {
  struct File: Sendable {
    var type: String
    var content: ByteBuffer
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]

  /// The files by path; the page itself is at `/`.
  static func all() throws -> [String: File] {
    let folder = Bundle.module.bundleURL.appending(path: "Page")
    var files: [String: File] = [:]
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      guard let type = types[file.pathExtension] else { continue }
      let name = file.lastPathComponent
      let content = ByteBuffer(bytes: try Data(contentsOf: file))
      files[name == "index.html" ? "/" : "/\(name)"] = File(type: type, content: content)
    }
    return files
  }
}
