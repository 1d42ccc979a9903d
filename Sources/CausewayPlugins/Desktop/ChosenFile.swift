#if Plugins
import CGIO
import Causeway
import Glibc

/// A file that somebody chose: a name in a folder of which nothing else is reached.
struct ChosenFile: Sendable {
  let place: Place

  /// - Parameter uri: as the portal tells it.
  /// - Throws: `FAILED_PRECONDITION` for what is not on this machine, or has a name that JavaScript could not be told.
  init(_ uri: String) throws(BridgeError) {
    guard let path = ChosenFile.path(of: uri) else {
      throw BridgeError(.failedPrecondition, "What was chosen is no file of this machine whose name is UTF-8.")
    }
    // A link is followed: it is what somebody chose. What does not exist yet has no other path.
    let whole = ChosenFile.resolved(path) ?? path
    guard let slash = whole.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      throw BridgeError(.failedPrecondition, "What was chosen has no folder.")
    }
    let folder = slash == whole.startIndex ? "/" : String(whole[..<slash])
    let name = String(whole[whole.utf8.index(after: slash)...])
    let scope = try FileScope("chosen", at: folder, allowing: [.read, .write])
    guard scope.folder.descriptor.number < DescriptorBudget.current.ceiling else {
      throw DescriptorBudget.current.exhausted
    }
    place = Place(scope: scope, path: try BeneathPath(name))
  }

  var name: String { place.path.names.last ?? "" }

  /// What the name says that it holds; `application/octet-stream` when it says nothing.
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
