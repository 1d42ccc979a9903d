#if Plugins
import Causeway
import CausewayJavaScript
import Foundation
import JavaScriptRuntime
import TestSupport
import Testing

@testable import CausewayHTTP

/// The URLs of requests and redirects, compared with those of the global `URL`.
@Suite(.timeLimit(.minutes(5))) struct URLDifferenceTests {
  private struct Case: Encodable {
    let text: String
    let base: String?
  }

  /// What the global `URL` makes of the cases: the URL without its fragment, or nil.
  private func reference(_ cases: [Case]) async throws -> [String?] {
    let runtime = try await JavaScriptRuntime(bridge: Bridge(), permissions: [])
    let json = String(decoding: try JSONEncoder().encode(cases), as: UTF8.self)
    let hrefs: [String?] = try await runtime.evaluate(
      """
      (\(json)).map(({ text, base }) => {
        if (!URL.canParse(text, base)) return null;
        const url = new URL(text, base);
        return url.href.slice(0, url.href.length - url.hash.length).replace(/#$/, "");
      })
      """)
    await runtime.close()
    return hrefs
  }

  @Test func `URLs and redirects are read as the global URL reads them`() async throws {
    var random = SeededRandom(orElse: 7)
    let pieces = [
      "http:", "https:", "HTTP:", "ftp:", "/", "//", "\\", "a", "b.c", "..", ".", "%2e", "%2E%2e", "?", "#", "@", ":",
      ":80",
      ":443", ":8080", ":99999", "[::1]", "[1:2::ffff:1.2.3.4]", "[", "]", "127.1", "0x7f.1", "0177.0.0.01", "1.2.3.4.",
      "256",
      "%", "%E9", "%zz", "ä", "€", "\u{1F600}", " ", "\t", "\n", "\u{0}", "\"", "'", "<", ">", "^", "`", "{", "|", "}",
      "[x]",
      "~", "!$&()*+,;=", "é/../", "A_b-C", "x.1", "é", "\u{FEFF}", "%00", "%41", "xn--4ca",
    ]
    func some(_ texts: [String]) -> String { texts[Int.random(in: texts.indices, using: &random)] }
    func text(_ count: ClosedRange<Int>, begins: [String]) -> String {
      some(begins) + (0..<Int.random(in: count, using: &random)).map { _ in some(pieces) }.joined()
    }
    var cases: [Case] = []
    for _ in 0..<3_000 {
      cases.append(Case(text: text(0...6, begins: ["http://a", "https://a.b/", "http:", "http://", ""]), base: nil))
      cases.append(
        Case(
          text: text(0...5, begins: ["", "", "/", "?", "c/", "//d", "http:", "https:"]),
          base: some(["http://a/b/c?d", "https://a.b:8443/", "http://[::1]/x/y/"])))
    }
    let limits = HTTPLimits()
    var accepted = 0
    for (one, href) in zip(cases, try await reference(cases)) {
      let own: HTTPTarget?
      do {
        own =
          if let base = one.base {
            try HTTPTarget(base, limits).redirected(
              to: String(String.UnicodeScalarView(one.text.utf8.map { Unicode.Scalar($0) })), limits)
          } else {
            try HTTPTarget(one.text, limits)
          }
      } catch { own = nil }
      if let own {
        accepted += 1
        // Whether punycode is valid is for the resolver to say.
        if href == nil, own.host.contains("xn--") { continue }
        #expect(own.text == href, "\(one)")
      } else if let href {
        // Refused on purpose: user names, host names that no resolver takes or that are not ASCII, and port 0.
        let authority = href.dropFirst(href.hasPrefix("https") ? 8 : 7).prefix { $0 != "/" }
        let isPlain = authority.utf8.allSatisfy {
          URLPath.isDigit($0) || (97...122).contains($0) || "-_.:[]".utf8.contains($0)
        }
        let isUnusual = authority.hasPrefix(".") || authority.contains("..") || authority.hasSuffix(":0")
        let isUser = one.text.contains("@")
        let isInternational = authority.contains("xn--") || !one.text.utf8.allSatisfy { $0 < 0x80 }
        let isExpected = !href.hasPrefix("http") || !isPlain || isUnusual || isUser || isInternational
        #expect(isExpected, "\(one): \(href)")
      }
    }
    #expect(accepted > 2_000)
  }

  @Test func `what a server is asked for is the URL's path and query, byte for byte`() async throws {
    let server = try await RawServer { try await $0.answer("200 OK", [], $0.line) }
    var random = SeededRandom(orElse: 11)
    let pieces = [
      "/", "a", "%E9", "%FF", "%C3%28", "%", "%zz", "%2F", "[", "]", "|", "{", "}", "^", "`", "'", "\"", "\\", "ä", " ",
      "?", "=",
      "&", "..", ";", "~", "%00",
    ]
    let session = try PluginSession(server.port)
    for _ in 0..<300 {
      let path = "/" + (0..<8).map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }.joined()
      let target = try HTTPTarget(server.url(path), HTTPLimits())
      let answer = try await session.call("get", server.url(path))
      #expect(answer["data"] == .string("GET \(target.path)"))
    }
    #expect(server.heads.allSatisfy { "\($0.lowercased())\r\n".contains("\r\nhost: 127.0.0.1:\(server.port)\r\n") })
  }
}
#endif
