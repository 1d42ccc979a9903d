import HTTPTypes
import Hummingbird

/// Accepts requests to the loopback address, from the program's own page, with the token of this run.
///
/// Other sites in the same browser may send requests here: their `Origin` header identifies them, and a DNS name that
/// resolves to 127.0.0.1 is in the `Host` header. Other users of the machine do not have the token.
struct LoopbackGuard: RouterMiddleware {
  /// Nil until the server listens.
  let port: @Sendable () -> Int?
  let token: String

  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    if let refusal = refusal(of: request, route: context.endpointPath) { return secured(refusal) }
    do {
      return secured(try await next(request, context))
    } catch let error as HTTPError {
      return secured(.plain(error.status, error.body ?? error.status.reasonPhrase))
    }
  }

  private func refusal(of request: Request, route: String?) -> Response? {
    guard let port = port(), let host = request.head.authority,
      ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host)
    else { return .plain(.forbidden, "This program accepts requests to its own address only.") }
    if let origin = request.headers[.origin], origin != "http://\(host)" {
      return .plain(.forbidden, "Requests from other sites are refused.")
    }
    // Not by the path of the request, because `/bridge/` and `//bridge` are routed to the same handler.
    if route == "/bridge", !isAuthorized(request) {
      return .plain(.unauthorized, "Open the address that the program printed at its start: it has this run's token.")
    }
    return nil
  }

  /// Compares in constant time.
  private func isAuthorized(_ request: Request) -> Bool {
    let given = Array((request.headers[.authorization] ?? "").utf8)
    let wanted = Array("Bearer \(token)".utf8)
    guard given.count == wanted.count else { return false }
    return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func secured(_ response: Response) -> Response {
    var response = response
    response.headers[.contentSecurityPolicy] = """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[HTTPField.Name("Referrer-Policy")!] = "no-referrer"
    response.headers[HTTPField.Name("Cross-Origin-Resource-Policy")!] = "same-origin"
    return response
  }
}

extension Response {
  /// A sentence for the user.
  static func plain(_ status: HTTPResponse.Status, _ text: String) -> Response {
    Response(
      status: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n")))
  }
}
