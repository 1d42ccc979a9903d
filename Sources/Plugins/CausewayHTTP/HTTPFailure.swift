#if Plugins
import AsyncHTTPClient
import Causeway
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

extension BridgeError {
  /// Converts network and HTTP errors to bridge errors.
  ///
  /// - Parameter scope: where the target may be; an address that it excludes gives one error, whether its port is open or not.
  static func ofHTTP(
    _ error: any Error, _ limits: HTTPLimits, in scope: HTTPOrigins.NetworkScope? = nil
  ) -> any Error {
    if let failure = ofTLS(error) { return failure }
    switch error {
    case is BridgeError, is CancellationError: return error
    case let error as NIOConnectionError
    where scope == .internet && error.connectionErrors.contains { HostAddress($0.target)?.isPublic != true }:
      return ofHTTP(HTTPClients.NotPublic(), limits)
    case is HTTPClients.NotPublic:
      return BridgeError(
        .permissionDenied,
        "The server's name resolves to an address that is not public, and the server is not listed as a local server."
      )
    case HTTPParserError.invalidEOFState: return of(.remoteConnectionClosed)
    case HTTPParserError.headerOverflow:
      return exhausted("headerBytes", maximum: 81_920, "The head of the response")
    case is HTTPParserError:
      return BridgeError(.dataLoss, "The response is damaged, or is not HTTP (\(error)).")
    case let error as HTTPClientError: return of(error)
    case is NIOConnectionError, is ChannelError, is IOError:
      return BridgeError(.unavailable, "The server cannot be reached, or has closed the connection (\(reason(error))).")
    default: return BridgeError(.unavailable, "The connection to the server failed (\(reason(error))).")
    }
  }

  private static func of(_ error: HTTPClientError) -> any Error {
    switch error {
    case .cancelled: return CancellationError()
    case .deadlineExceeded, .readTimeout: return BridgeError(.deadlineExceeded, "The server did not answer in time.")
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
      return BridgeError(.deadlineExceeded, "The server could not be reached in time.")
    case .remoteConnectionClosed:
      return BridgeError(.unavailable, "The server closed the connection before the response was complete.")
    case .bodyLengthMismatch:
      return BridgeError(.invalidArgument, "The length of the body does not match its declared length.")
    default: return BridgeError(.unavailable, "The request failed (\(error.shortDescription)).")
    }
  }

  /// The error text of a library, in one line.
  private static func reason(_ error: any Error) -> String {
    let text =
      switch error {
      case let error as NIOConnectionError:
        error.connectionErrors.first.map { self.reason($0.error) } ?? "its name is unknown"
      case let error as IOError: unsafe String(cString: strerror(error.errnoCode)).lowercased()
      default: String(describing: error)
      }
    return String(text.prefix(200)).replacing("\n", with: " ")
  }
}
#endif
