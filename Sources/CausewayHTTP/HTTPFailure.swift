#if Plugins
import AsyncHTTPClient
import Causeway
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix

extension BridgeError {
  /// What went wrong between here and a server, in the bridge's words.
  static func ofHTTP(_ error: any Error, _ limits: HTTPLimits) -> any Error {
    switch error {
    case is BridgeError, is CancellationError: return error
    case is HTTPClients.NotPublic:
      return BridgeError(
        .permissionDenied,
        "The server's name leads to an address that is not on the Internet, and the server is not listed as a local one."
      )
    case NIOHTTPDecompression.DecompressionError.limit:
      return exhausted("bodyBytes", maximum: limits.bodyBytes, "The answer, once it was decompressed,")
    case HTTPParserError.invalidEOFState: return of(.remoteConnectionClosed)
    case HTTPParserError.headerOverflow:
      return exhausted("headerBytes", maximum: 81_920, "The head of the answer")
    case is HTTPParserError, is NIOHTTPDecompression.DecompressionError,
      is NIOHTTPDecompression.ExtraDecompressionError:
      return BridgeError(.dataLoss, "The answer is damaged, or is not HTTP (\(error)).")
    case let error as HTTPClientError: return of(error)
    case is NIOConnectionError, is ChannelError, is IOError:
      return BridgeError(.unavailable, "The server cannot be reached, or has broken off (\(reason(error))).")
    default: return BridgeError(.unavailable, "The server cannot be talked to (\(reason(error))).")
    }
  }

  private static func of(_ error: HTTPClientError) -> any Error {
    switch error {
    case .cancelled: return CancellationError()
    case .deadlineExceeded, .readTimeout: return BridgeError(.deadlineExceeded, "The server did not answer in time.")
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
      return BridgeError(.deadlineExceeded, "The server could not be reached in time.")
    case .remoteConnectionClosed:
      return BridgeError(.unavailable, "The server closed the connection before its answer was whole.")
    case .bodyLengthMismatch: return BridgeError(.invalidArgument, "The body is not as long as was said.")
    default: return BridgeError(.unavailable, "The request failed (\(error.shortDescription)).")
    }
  }

  /// One line of what a library says.
  private static func reason(_ error: any Error) -> String {
    let text =
      switch error {
      case let error as NIOConnectionError:
        error.connectionErrors.first.map { String(describing: $0.error) } ?? "its name is not known"
      default: String(describing: error)
      }
    return String(text.prefix(200)).replacing("\n", with: " ")
  }
}
#endif
