#if Plugins
import Causeway
import Glibc

/// Converts failed system calls to bridge errors.
///
/// They contain JavaScript's path, never the path on the host.
enum FileFailure {
  /// - Parameter subject: the failed operation, as a sentence without its full stop.
  static func error(_ errno: Errno, _ subject: String, data: BridgeObject = [:]) -> BridgeError {
    if errno.number == EMFILE { return DescriptorBudget.current.exhausted }
    let (code, reason) = meaning(of: errno.number)
    var data = data
    if let name = names[errno.number] { data["errno"] = .string(name) }
    return BridgeError(code, "\(subject): \(reason).", data: .object(data))
  }

  /// The kernel's names of the failures that programs tell apart.
  private static let names: [Int32: String] = [
    ENOENT: "ENOENT", EEXIST: "EEXIST", EXDEV: "EXDEV", ELOOP: "ELOOP", ENOTDIR: "ENOTDIR", EISDIR: "EISDIR",
    ENOTEMPTY: "ENOTEMPTY", EROFS: "EROFS", EACCES: "EACCES", EPERM: "EPERM", EBUSY: "EBUSY", ENOSPC: "ENOSPC",
    ENAMETOOLONG: "ENAMETOOLONG",
  ]

  private static func meaning(of number: Int32) -> (BridgeError.Code, String) {
    switch number {
    case ENOENT: (.notFound, "no file or folder has this name")
    case EEXIST: (.alreadyExists, "a file or folder with this name exists")
    case EXDEV: (.permissionDenied, "the path leaves its folder, or leads to another file system")
    case ELOOP: (.failedPrecondition, "it is a symbolic link that is not followed, or one that leads to itself")
    case ENOTDIR: (.failedPrecondition, "a part of the path is not a folder")
    case EISDIR: (.failedPrecondition, "it is a folder")
    case ENOTEMPTY: (.failedPrecondition, "the folder is not empty; recursive: true also removes its content")
    case EROFS: (.failedPrecondition, "the file system is read-only")
    case ENXIO, ENODEV, EINVAL, ESPIPE: (.failedPrecondition, "it is not a regular file")
    case EBUSY, ETXTBSY: (.failedPrecondition, "it is in use")
    case EACCES, EPERM: (.permissionDenied, "the system denies it")
    case ENAMETOOLONG: (.invalidArgument, "the name is too long for its file system")
    case EILSEQ: (.invalidArgument, "its file system does not support this name")
    case ENOSPC: (.resourceExhausted, "the disk is full")
    case EDQUOT: (.resourceExhausted, "the disk quota is exhausted")
    case EFBIG: (.resourceExhausted, "the file is too large for its file system")
    case ENFILE: (.resourceExhausted, "the system has too many files open")
    case ENOMEM: (.resourceExhausted, "the system is out of memory")
    case EAGAIN: (.aborted, "it changed repeatedly during the operation")
    case EIO: (.dataLoss, "the disk failed")
    default: (.unavailable, "the system refused (\(unsafe String(cString: strerror(number))))")
    }
  }
}
#endif
