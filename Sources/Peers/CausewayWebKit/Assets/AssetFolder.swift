#if WebView
import CWebKitGTK
package import Causeway
import Glibc

/// A folder whose files a web view can load.
///
/// Only regular files within the folder are served. A path out of the folder, a symbolic link and a hidden file give "not
/// found". The page of a folder is its `index.html`.
///
/// Files of TypeScript and JSX (`.ts`, `.mts`, `.tsx`, `.jsx`) are served as JavaScript, also as `x.js` if there is no such
/// file. The options of the nearest tsconfig.json count. An error in a file is shown in the console of the page.
public struct AssetFolder: Sendable {
  /// The path of the folder.
  public let path: String
  /// The Content-Security-Policy of every page of the folder.
  ///
  /// By default a page may load only files of the folder, and may contain no inline scripts.
  public var contentSecurityPolicy =
    "default-src 'self'; img-src 'self' data: blob:; media-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    + "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

  /// Serves the files of this folder.
  public init(_ path: String) { self.path = path }

  /// A unique host name for the pages of this folder, so that each folder has its own storage.
  ///
  /// It consists of the folder's name, reduced to the characters of a host name, and a part of a checksum of its path.
  package var host: String {
    let path = unsafe realpath(self.path, nil) ?? strdup(self.path)!
    let sum = unsafe cw_sha256(path)!
    defer {
      unsafe free(path)
      unsafe g_free(sum)
    }
    let name = unsafe String(cString: path).lowercased().split(separator: "/").last ?? ""
    let allowed = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.prefix(32)
    return unsafe "\(allowed.isEmpty ? "folder" : allowed)-\(String(cString: sum).prefix(16))"
  }

  /// A request of a view.
  struct Request: Sendable {
    var method = "GET"
    /// The path of the URL, with percent-encoded bytes.
    let path: String
    /// The `Range` header; nil if there is none.
    var range: String?
  }

  /// The response to a request.
  struct Response: Sendable {
    enum Body: Sendable {
      case text(String)
      /// Read while it is sent, because a file may be larger than the memory.
      case file(OpenFile, Range<Int>)
    }

    var status: UInt32 = 200
    var type = "text/plain; charset=utf-8"
    var headers: [String: String] = [:]
    var body = Body.text("")

    /// The response if too many requests wait.
    static let busy = Response(
      status: 503, headers: ["Cache-Control": "no-cache"], body: .text("Too many requests are waiting.\n"))

    /// The reason phrase of the status.
    var reason: String {
      switch status {
      case 200: "OK"
      case 206: "Partial Content"
      case 404: "Not Found"
      case 405: "Method Not Allowed"
      case 416: "Range Not Satisfiable"
      case 503: "Service Unavailable"
      default: "Internal Server Error"
      }
    }
  }

  /// Answers a request.
  ///
  /// It opens the file, so it must not run on GTK's thread.
  func response(to request: Request) -> Response {
    guard request.method == "GET" || request.method == "HEAD" else {
      return problem(405, "Files are read-only.", ["Allow": "GET, HEAD"])
    }
    guard let asked = AssetFolder.names(in: request.path),
      let (names, file) = ([asked] + sources(of: asked)).lazy.compactMap({ names in open(names).map { (names, $0) } })
        .first
    else { return problem(404, "The file does not exist.") }
    guard file.descriptor < DescriptorBudget.current.heldCeiling else {
      return problem(503, "The program has too many open files.")
    }
    if let response = scriptResponse(of: names, file, isHead: request.method == "HEAD") { return response }
    var response = Response(type: MediaType.of(file.name), headers: standardHeaders)
    response.headers["Accept-Ranges"] = "bytes"
    var bytes = 0..<file.size
    switch ByteRange(request.range, of: file.size) {
    case .all: break
    case .part(let part):
      response.status = 206
      response.headers["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.size)"
      bytes = part
    case .outside: return problem(416, "The file has \(file.size) bytes.", ["Content-Range": "bytes */\(file.size)"])
    }
    if request.method == "GET" { response.body = .file(file, bytes) }
    return response
  }

  /// Throws `NOT_FOUND` unless the page can be served.
  package func check(page: String) throws(BridgeError) {
    let path = page.utf8.split(separator: UInt8(ascii: "/")).map { PercentEncoding.encode($0) }.joined(separator: "/")
    if response(to: Request(method: "HEAD", path: path)).status == 200 { return }
    throw BridgeError(
      .notFound,
      "There is no page \"\(page.isEmpty ? "index.html" : page)\" in \"\(self.path)\" that can be served; symbolic links "
        + "and hidden files are never served.")
  }

  var standardHeaders: [String: String] {
    [
      "Content-Security-Policy": contentSecurityPolicy, "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-cache",
    ]
  }

  private func problem(_ status: UInt32, _ message: String, _ headers: [String: String] = [:]) -> Response {
    Response(
      status: status, headers: standardHeaders.merging(headers) { _, own in own }, body: .text(message + "\n"))
  }

  // MARK: Files

  /// An open regular file, closed with the last reference.
  final class OpenFile: Sendable {
    let descriptor: Int32
    let name: [UInt8]
    let size: Int

    fileprivate init(_ descriptor: Int32, name: [UInt8], size: Int) {
      self.descriptor = descriptor
      self.name = name
      self.size = size
    }

    deinit { close(descriptor) }
  }

  /// The names on the path to a file, as bytes; nil if one of them must not be followed.
  private static func names(in path: String) -> [[UInt8]]? {
    var names: [[UInt8]] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      guard let name = PercentEncoding.decode(part), let first = name.first else { return nil }
      // A decoded slash cannot be part of a name; a leading dot marks a hidden file.
      if first == UInt8(ascii: ".") || name.contains(UInt8(ascii: "/")) || name.contains(0) { return nil }
      names.append(name)
    }
    return names
  }

  /// Opens a file name by name, without following links.
  private func open(_ names: [[UInt8]]) -> OpenFile? {
    var descriptor = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    var name = Array("index.html".utf8)
    for (index, part) in names.enumerated() {
      guard descriptor >= 0 else { return nil }
      let isLast = index == names.count - 1
      let next = AssetFolder.open(part, in: descriptor, isLast ? 0 : O_DIRECTORY)
      close(descriptor)
      descriptor = next
      if isLast { name = part }
    }
    guard descriptor >= 0 else { return nil }
    guard let size = AssetFolder.size(descriptor) else {
      let page = AssetFolder.open(Array("index.html".utf8), in: descriptor)
      close(descriptor)
      guard page >= 0 else { return nil }
      guard let size = AssetFolder.size(page) else {
        close(page)
        return nil
      }
      return OpenFile(page, name: Array("index.html".utf8), size: size)
    }
    return OpenFile(descriptor, name: name, size: size)
  }

  private static func open(_ name: [UInt8], in folder: Int32, _ flags: Int32 = 0) -> Int32 {
    unsafe name.asText { text in
      // O_NONBLOCK and O_NOCTTY: opening a FIFO would block, and opening a terminal would make it the controlling one.
      unsafe openat(folder, text, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags)
    }
  }

  /// The size of a regular file; nil for anything else.
  private static func size(_ descriptor: Int32) -> Int? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }
}

extension [UInt8] {
  /// Calls `body` with the bytes as a C string.
  fileprivate func asText<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe (self + [0]).withUnsafeBytes { unsafe body($0.bindMemory(to: CChar.self).baseAddress!) }
  }
}
#endif
