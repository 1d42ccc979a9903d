import Glibc

extension SystemCalls {
  /// How the kernel says that a routing table does not exist, or no routing for a family: IPv6 can be left out.
  static let noTableErrors: Set<Int32> = [ENOENT, EAFNOSUPPORT, EOPNOTSUPP]

  /// How the kernel says that packets for a destination have nowhere to go.
  ///
  /// The last three are routes that refuse on purpose: prohibit, blackhole and unreachable.
  static let noRouteErrors: Set<Int32> = [ESRCH, ENETUNREACH, ENETDOWN, EACCES, EINVAL, EHOSTUNREACH]

  /// How the kernel says that it is at it already.
  static let busyError = EBUSY

  /// How the kernel says that an interface is switched off.
  static let downError = ENETDOWN

  /// What the C library calls an error number.
  static func text(ofError number: Int32) -> String {
    unsafe String(cString: strerror(number))
  }
}

extension NetworkError {
  /// The error of the system call that failed a moment ago.
  static func system(_ operation: String) -> NetworkError {
    NetworkError(errorNumber: errno, operation)
  }

  /// An error that the kernel reported by its number.
  init(errorNumber: Int32, _ operation: String, kernelMessage: String? = nil) {
    let code: Code =
      switch errorNumber {
      case EPERM, EACCES: .permissionDenied
      case EAFNOSUPPORT, EPROTONOSUPPORT, EOPNOTSUPP, ENOSYS, ENETDOWN: .unavailable
      case ENOENT, ENODEV, ENXIO: .notFound
      case EINVAL, ERANGE: .invalidRequest
      case EMFILE, ENFILE, ENOMEM, ENOBUFS: .exhausted
      case EAGAIN, ETIMEDOUT: .timedOut
      default: .unknown
      }
    self.init(code, operation, errorNumber: errorNumber, kernelMessage: kernelMessage)
  }
}
