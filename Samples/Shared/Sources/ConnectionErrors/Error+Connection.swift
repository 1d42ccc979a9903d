import AsyncHTTPClient
import Glibc
import NIOCore
import NIOPosix

extension Error {
  /// The reason why a connection failed, such as `Connection refused`.
  public var connectionDescription: String {
    switch self {
    case let error as IOError: String(cString: strerror(error.errnoCode))
    case let error as HTTPClientError: error.shortDescription
    case let error as NIOConnectionError: "no connection to \(error.host):\(error.port)"
    default: "\(self)"
    }
  }
}
