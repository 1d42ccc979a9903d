#if WebView
import CWebKitGTK
public import Causeway
import Glibc
import Synchronization

/// The URL scheme for pages from folders: `app://NAME/path` is a file of the folder with that name.
///
/// For a page it is as secure as `https`, and `app://NAME` is its origin.
public enum AssetScheme {
  /// The scheme of the URLs.
  public static let name = "app"

  private static let folders = Mutex<[String: AssetFolder]>([:])
  @GTKActor private static var isRegistered = false

  /// Serves a folder to all views of this process, replacing the previous folder with this name.
  ///
  /// - Parameter name: the host of the folder's URLs.
  /// - Returns: the origin of its pages.
  /// - Throws: `INVALID_ARGUMENT` for a name that is not a host.
  @discardableResult
  public static func serve(_ folder: AssetFolder, as name: String) throws(BridgeError) -> WebOrigin {
    guard let origin = WebOrigin("\(AssetScheme.name)://\(name)"), origin.description.hasSuffix("/\(name)") else {
      throw BridgeError(.invalidArgument, "\"\(name)\" cannot be the host of a URL.")
    }
    folders.withLock { $0[name] = folder }
    return origin
  }

  /// The URL of a file of a folder; its name may contain any bytes.
  ///
  /// - Parameter path: the names on the path to the file, separated by slashes.
  public static func url(_ name: String, _ path: some Sequence<UInt8>) -> String {
    let names = Array(path).split(separator: UInt8(ascii: "/")).map { PercentEncoding.encode($0) }
    return "\(AssetScheme.name)://\(name)/\(names.joined(separator: "/"))"
  }

  /// The URL of a file of a folder.
  public static func url(_ name: String, _ path: String) -> String { url(name, path.utf8) }

  /// Registers the scheme with WebKit, before the first view loads a page.
  @GTKActor static func register() {
    guard !isRegistered else { return }
    isRegistered = true
    unsafe cw_add_scheme(
      cw_default_context(), AssetScheme.name,
      { request, _ in
        let request = unsafe NativeObject(request!)
        GTKActor.assumeIsolated { AssetScheme.answer(request) }
      }, nil)
  }

  @GTKActor private static func answer(_ request: NativeObject) {
    request.retain()
    let assetRequest = unsafe AssetFolder.Request(
      method: String(nullable: cw_request_method(request.pointer)) ?? "GET",
      path: path(String(nullable: cw_request_uri(request.pointer)) ?? ""),
      range: String(nullable: cw_request_header(request.pointer, "Range")))
    let name = host(unsafe String(nullable: cw_request_uri(request.pointer)) ?? "")
    let folder = folders.withLock { $0[name] }
    let flow = AssetFlow.of(unsafe cw_request_view(request.pointer).map { unsafe NativeObject($0) })
    Task {
      let reservation = await flow.reserveFile()
      let response = reservation == nil ? AssetFolder.Response.busy : await open(folder, assetRequest)
      let headers = unsafe cw_response_headers()
      // WebKit does not take the type from its own parameter into the headers.
      unsafe cw_response_header(headers, "Content-Type", response.type)
      for (name, value) in response.headers { unsafe cw_response_header(headers, name, value) }
      let (stream, count) = unsafe stream(response.body, flow, reservation)
      unsafe cw_request_answer(
        request.pointer, response.status, response.reason, headers, response.type, stream, count)
      unsafe cw_unref(request.pointer)
    }
  }

  /// The stream for WebKit, and its length in bytes.
  @GTKActor private static func stream(
    _ body: AssetFolder.Response.Body, _ flow: AssetFlow, _ reservation: Quota.Reservation?
  ) -> (UnsafeMutableRawPointer, count: Int) {
    switch (body, reservation) {
    case (.text(let text), _): unsafe (cw_bytes_stream(text, text.utf8.count), text.utf8.count)
    case (.file(let file, let part), let reservation?): unsafe (flow.stream(file, part, reservation), part.count)
    // Without a reservation no file is opened.
    case (.file, nil): unsafe (cw_bytes_stream("", 0), 0)
    }
  }

  /// Opens files on Swift's thread pool.
  @concurrent private static func open(
    _ folder: AssetFolder?, _ request: AssetFolder.Request
  ) async -> AssetFolder.Response {
    folder?.response(to: request)
      ?? AssetFolder.Response(status: 404, body: .text("There is no folder with this name.\n"))
  }

  private static func host(_ url: String) -> String {
    String(url.dropFirst(AssetScheme.name.count + "://".count).prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }

  private static func path(_ url: String) -> String {
    let rest = url.dropFirst(AssetScheme.name.count + "://".count).drop { $0 != "/" }
    return String(rest.prefix { $0 != "?" && $0 != "#" })
  }
}

extension String {
  /// The text of a C string; nil for a null pointer.
  fileprivate init?(nullable text: UnsafePointer<CChar>?) {
    guard let text = unsafe text else { return nil }
    unsafe self.init(cString: text)
  }
}
#endif
