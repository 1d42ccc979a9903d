#if WebView
/// The media types of files, by their extensions.
enum MediaType {
  private static let types = [
    "html": "text/html", "htm": "text/html", "css": "text/css", "js": "text/javascript", "mjs": "text/javascript",
    "json": "application/json", "map": "application/json", "wasm": "application/wasm", "txt": "text/plain",
    "md": "text/markdown", "csv": "text/csv", "xml": "application/xml", "svg": "image/svg+xml", "png": "image/png",
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
    "ico": "image/vnd.microsoft.icon", "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf",
    "otf": "font/otf", "mp4": "video/mp4", "webm": "video/webm", "ogg": "audio/ogg", "mp3": "audio/mpeg",
    "wav": "audio/wav", "pdf": "application/pdf", "webmanifest": "application/manifest+json",
  ]

  /// The media type of a file; `application/octet-stream` if unknown.
  static func of(_ name: [UInt8]) -> String {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "application/octet-stream" }
    let end = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    guard let type = types[end] else { return "application/octet-stream" }
    return type.hasPrefix("text/") ? "\(type); charset=utf-8" : type
  }
}
#endif
