#if Plugins
import CGIO
import Causeway
import Glibc

/// A file that the user chose: a name in a folder that gives access to nothing else.
struct ChosenFile: Sendable {
  let scopedPath: ScopedPath

  /// - Parameter uri: the URI from the portal.
  /// - Throws: `FAILED_PRECONDITION` for a file that is not on this machine, or whose name is not UTF-8.
  init(_ uri: String) throws(BridgeError) {
    guard let path = ChosenFile.path(of: uri) else {
      throw BridgeError(.failedPrecondition, "The chosen file is not on this machine, or its name is not UTF-8.")
    }
    // A symbolic link is followed, because the user chose it. A file that does not exist yet has no other path.
    let target = ChosenFile.resolved(path) ?? path
    guard let slash = target.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      throw BridgeError(.failedPrecondition, "The chosen file has no folder.")
    }
    let folder = slash == target.startIndex ? "/" : String(target[..<slash])
    let name = String(target[target.utf8.index(after: slash)...])
    let scope = try FileScope("chosen", at: folder, allowing: [.read, .write])
    guard scope.folder.descriptor.number < DescriptorBudget.current.ceiling else {
      throw DescriptorBudget.current.exhausted
    }
    scopedPath = ScopedPath(scope: scope, path: try RelativePath(name))
  }

  var name: String { scopedPath.path.names.last ?? "" }

  /// The MIME type for the name; `application/octet-stream` if unknown.
  var mimeType: String {
    let type = unsafe g_content_type_guess(name, nil, 0, nil)
    defer { unsafe g_free(type) }
    let mime = unsafe type.flatMap { unsafe g_content_type_get_mime_type($0) }
    defer { unsafe g_free(mime) }
    return unsafe mime.map { unsafe String(cString: $0) } ?? "application/octet-stream"
  }

  private static func path(of uri: String) -> String? {
    var host: UnsafeMutablePointer<CChar>?
    let path = unsafe g_filename_from_uri(uri, &host, nil)
    defer {
      unsafe g_free(path)
      unsafe g_free(host)
    }
    guard unsafe host == nil, let path = unsafe path else { return nil }
    return unsafe String(validatingCString: path)
  }

  private static func resolved(_ path: String) -> String? {
    let resolved = unsafe realpath(path, nil)
    defer { unsafe free(resolved) }
    return unsafe resolved.flatMap { unsafe String(validatingCString: $0) }
  }
}
#endif
