import Glibc

extension SystemCalls {
  /// The errors for a missing routing table, or for an address family without routing: a kernel can lack IPv6.
  static let noTableErrors: Set<Int32> = [ENOENT, EAFNOSUPPORT, EOPNOTSUPP]

  /// The errors for a destination without a route.
  ///
  /// The last three are routes that refuse on purpose: prohibit, blackhole and unreachable.
  static let noRouteErrors: Set<Int32> = [ESRCH, ENETUNREACH, ENETDOWN, EACCES, EINVAL, EHOSTUNREACH]

  /// The error for an operation that is already in progress.
  static let busyError = EBUSY

  /// The error for an interface that is down.
  static let downError = ENETDOWN

  /// The C library's text for an error number.
  static func text(ofError number: Int32) -> String {
    unsafe String(cString: strerror(number))
  }
}

extension NetworkError {
  /// The error of the last failed system call, from `errno`.
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
