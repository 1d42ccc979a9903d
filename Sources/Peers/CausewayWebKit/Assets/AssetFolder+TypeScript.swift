#if WebView
import Glibc
import JavaScriptModules

/// Files of TypeScript and JSX, which a page loads as JavaScript.
extension AssetFolder {
  /// The names of files of which `x.js` may be the name after the removal of types.
  private static let sources = ["js": ["ts", "tsx", "jsx"], "mjs": ["mts"], "jsx": ["tsx"]]
  private static let extensions: Set<String> = ["ts", "tsx", "jsx", "mts"]

  /// The response for a file of TypeScript or JSX; nil for other files, and for a video with the extension `ts`.
  func scriptResponse(of names: [[UInt8]], _ file: OpenFile, isHead: Bool) -> Response? {
    guard let name = file.name.text, let end = name.split(separator: ".").last, name.contains("."),
      AssetFolder.extensions.contains(end.lowercased())
    else { return nil }
    guard file.size <= ModuleLimits().sourceBytes, let bytes = file.bytes(),
      String(validating: bytes, as: UTF8.self) != nil
    else { return nil }
    var response = Response(type: "text/javascript; charset=utf-8", headers: standardHeaders)
    if !isHead {
      let path = names.compactMap(\.text).joined(separator: "/")
      response.body = .text(PageScript.text(of: bytes, at: path, in: self.path))
    }
    return response
  }

  /// The names of the TypeScript and JSX files that a name of JavaScript may stand for.
  func sources(of names: [[UInt8]]) -> [[[UInt8]]] {
    guard let last = names.last?.text, let dot = last.lastIndex(of: "."),
      let ends = AssetFolder.sources[String(last[last.index(after: dot)...])]
    else { return [] }
    return ends.map { names.dropLast() + [Array((last[...dot] + $0).utf8)] }
  }
}

extension AssetFolder.OpenFile {
  /// The whole file; nil if it cannot be read.
  fileprivate func bytes() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: size)
    var count = 0
    while count < size {
      let read = unsafe bytes.withUnsafeMutableBytes {
        unsafe pread(descriptor, $0.baseAddress! + count, size - count, off_t(count))
      }
      guard read > 0 else { break }
      count += read
    }
    return count == size ? bytes : nil
  }
}

extension [UInt8] {
  fileprivate var text: String? { String(validating: self, as: UTF8.self) }
}
#endif
