#if WebView
import Testing

@testable import CausewayWebKit

/// Valid and invalid origins.
@Suite struct OriginTests {
  @Test(arguments: [
    ("https://example.org", "https://example.org"), ("HTTPS://Example.ORG:443", "https://example.org"),
    ("http://localhost:8080", "http://localhost:8080"), ("https://example.org:80", "https://example.org:80"),
    ("app://main", "app://main"), ("http://127.0.0.1:80", "http://127.0.0.1"),
    ("http://[::1]:3000", "http://[::1]:3000"),
    ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
  ])
  func `an origin is normalized as in the page`(text: String, origin: String) {
    #expect(WebOrigin(text)?.description == origin)
  }

  @Test(arguments: [
    "", "https", "https:", "https://", "https:/example.org", "example.org", "https://example.org/",
    "https://example.org/x",
    "https://user@example.org", "https://*.example.org", "*", "null", "https://example.org:0080",
    "https://example.org:99999",
    "https://example.org:", "https://exa mple.org", "https://b\u{FC}cher.example", "1ttp://x", "about:blank",
    "data:text/html,x",
    "javascript://x'", "https://x\"", "file://",
  ])
  func `an invalid origin is rejected`(text: String) {
    #expect(WebOrigin(text) == nil)
  }
}
#endif
