import AsyncHTTPClient
import Glibc
import NIOCore
import NIOPosix

extension Error {
  /// Why a connection failed, for a person: `Connection refused`.
  public var connectionWords: String {
    switch self {
    case let error as IOError: String(cString: strerror(error.errnoCode))
    case let error as HTTPClientError: error.shortDescription
    case let error as NIOConnectionError: "no connection to \(error.host):\(error.port)"
    default: "\(self)"
    }
  }
}
