import HTTPTypes
import Hummingbird

/// Lets in who came by this machine's own address, from the program's own page, with the run's token.
///
/// Other sites that a browser shows may send requests here: their `Origin` gives them away, and a name that was bent to
/// 127.0.0.1 is in `Host`. Other users of the machine know neither; they do not know the token.
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
    else { return .plain(.forbidden, "This program is reached by its own address only.") }
    if let origin = request.headers[.origin], origin != "http://\(host)" {
      return .plain(.forbidden, "Other sites have no business here.")
    }
    // Not the path that was asked for: `/bridge/` and `//bridge` lead there as well.
    if route == "/bridge", !isAuthorized(request) {
      return .plain(.unauthorized, "Open the address that the program printed at its start: it has this run's token.")
    }
    return nil
  }

  /// Compares in the same time whatever is wrong.
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
  /// One sentence for a person.
  static func plain(_ status: HTTPResponse.Status, _ text: String) -> Response {
    Response(
      status: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n")))
  }
}
