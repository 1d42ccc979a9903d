#if Plugins
public import Causeway
import Glibc

/// A kind of access to the files of a folder.
public enum FileAccess: String, Sendable, CaseIterable {
  /// Read files, list folders, watch them.
  case read
  /// Create, change and replace files and folders.
  case write
  /// Remove files and folders, or move them to another folder.
  case delete
}

/// A folder of the host that JavaScript accesses by a name.
///
/// Files outside of the folder are not accessible: the kernel opens paths beneath it (openat2(2)), and a symbolic link
/// that leads out is an error. The folder is opened once, so it stays the same if its path later names another folder.
public struct FileScope: Sendable {
  /// The folder's name in JavaScript: the `directory` of a call, and the last part of its permissions.
  public let name: String
  /// The access that the host allows, in addition to a connection's permissions.
  public let access: Set<FileAccess>
  let folder: Folder

  /// Opens an existing folder.
  ///
  /// - Parameters:
  ///   - name: letters, digits, `_` and `-`.
  ///   - path: the path on the host; JavaScript never receives it.
  ///   - access: the allowed access to its files.
  /// - Throws: `NOT_FOUND`, `FAILED_PRECONDITION` or `PERMISSION_DENIED` if the folder does not exist or cannot be
  ///   opened.
  public init(_ name: String, at path: String, allowing access: Set<FileAccess> = [.read]) throws(BridgeError) {
    try self.init(name, at: path, allowing: access, isWalked: false)
  }

  init(
    _ name: String, at path: String, allowing access: Set<FileAccess> = [.read], isWalked: Bool
  ) throws(BridgeError) {
    precondition(
      !name.isEmpty && name.utf8.allSatisfy(FileScope.isPlain),
      "\(name): a folder's name consists of letters, digits, _ and -, because it is part of permissions.")
    let descriptor = unsafe open(path, Descriptor.placeOnly | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileFailure.error(.current, "The folder \(name) cannot be opened", data: ["directory": .string(name)])
    }
    self.name = name
    self.access = access
    folder = Folder(Descriptor(descriptor), isWalked: isWalked)
  }

  package static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
#endif
