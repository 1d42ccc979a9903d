#if Plugins
public import Causeway
import Glibc

/// What may be done with the files of a folder.
public enum FileVerb: String, Sendable, CaseIterable {
  /// Read files, list folders, watch them.
  case read
  /// Make, change and replace files and folders.
  case write
  /// Remove files and folders, or take their names away.
  case delete
}

/// A folder of the host's that JavaScript knows by a name, and by nothing else.
///
/// Nothing outside of it can be reached: paths are opened by the kernel beneath it (openat2(2)), and a symbolic link that
/// leads out is an error. The folder is opened once, so it stays the same when its name is given to another one.
public struct FileScope: Sendable {
  /// What JavaScript calls it: the `directory` of a call, and the last part of its permissions.
  public let name: String
  /// What may be done with it, besides what a connection is allowed.
  public let verbs: Set<FileVerb>
  let folder: Folder

  /// A folder that exists.
  ///
  /// - Parameters:
  ///   - name: letters, digits, `_` and `-`.
  ///   - path: where it is; JavaScript never learns it.
  ///   - verbs: what may be done with its files.
  /// - Throws: `NOT_FOUND`, `FAILED_PRECONDITION` or `PERMISSION_DENIED` when there is no folder, or it cannot be opened.
  public init(_ name: String, at path: String, allowing verbs: Set<FileVerb> = [.read]) throws(BridgeError) {
    try self.init(name, at: path, allowing: verbs, isWalked: false)
  }

  init(
    _ name: String, at path: String, allowing verbs: Set<FileVerb> = [.read], isWalked: Bool
  ) throws(BridgeError) {
    precondition(
      !name.isEmpty && name.utf8.allSatisfy(FileScope.isPlain),
      "\(name): a folder's name is made of letters, digits, _ and -, since it is part of its permissions.")
    let descriptor = unsafe open(path, Descriptor.placeOnly | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileFailure.error(.current, "The folder \(name) cannot be opened", data: ["directory": .string(name)])
    }
    self.name = name
    self.verbs = verbs
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
