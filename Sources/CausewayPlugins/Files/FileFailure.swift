#if Plugins
import Causeway
import Glibc

/// Failures of system calls as errors of the bridge: they name what JavaScript asked for, never where the host has it.
enum FileFailure {
  /// - Parameter subject: what was tried, as a sentence without its end.
  static func error(_ errno: Errno, _ subject: String, data: BridgeObject = [:]) -> BridgeError {
    if errno.number == EMFILE { return DescriptorBudget.current.exhausted }
    let (code, reason) = meaning(of: errno.number)
    return BridgeError(code, "\(subject): \(reason).", data: .object(data))
  }

  private static func meaning(of number: Int32) -> (BridgeError.Code, String) {
    switch number {
    case ENOENT: (.notFound, "there is nothing of this name")
    case EEXIST: (.alreadyExists, "there is something of this name")
    case EXDEV: (.permissionDenied, "it leads out of its folder, or to another file system")
    case ELOOP: (.failedPrecondition, "it is a symbolic link that is not followed, or one that leads to itself")
    case ENOTDIR: (.failedPrecondition, "a part of the path is no folder")
    case EISDIR: (.failedPrecondition, "it is a folder")
    case ENOTEMPTY: (.failedPrecondition, "the folder is not empty; recursive: true removes what is in it too")
    case EROFS: (.failedPrecondition, "the file system can only be read")
    case ENXIO, ENODEV, EINVAL, ESPIPE: (.failedPrecondition, "it is no plain file")
    case EBUSY, ETXTBSY: (.failedPrecondition, "it is in use")
    case EACCES, EPERM: (.permissionDenied, "the system does not allow it")
    case ENAMETOOLONG: (.invalidArgument, "the name is too long for its file system")
    case EILSEQ: (.invalidArgument, "its file system cannot write this name")
    case ENOSPC: (.resourceExhausted, "the disk is full")
    case EDQUOT: (.resourceExhausted, "the disk quota is used up")
    case EFBIG: (.resourceExhausted, "its file system takes no file so large")
    case ENFILE: (.resourceExhausted, "the system has too many files open")
    case ENOMEM: (.resourceExhausted, "there is no memory left")
    case EAGAIN: (.aborted, "it was changed again and again meanwhile")
    case EIO: (.dataLoss, "the disk failed")
    default: (.unavailable, "the system refused (\(unsafe String(cString: strerror(number))))")
    }
  }
}
#endif
