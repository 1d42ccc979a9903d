#if Plugins
import Causeway
import Testing

@testable import CausewayHTTP

@Suite struct AddressTests {
  @Test(arguments: [
    ("http://example.org", "http://example.org/"), ("HTTPS://EXAMPLE.org:443/A?b#c", "https://example.org/A?b"),
    ("http://example.org:8080?x", "http://example.org:8080/?x"), ("http://[2001:DB8::1]:80/", "http://[2001:db8::1]/"),
    ("http://1.2.3.4/%41/../b", "http://1.2.3.4/b"), ("http://a/ä{\"}", "http://a/%C3%A4%7B%22%7D"),
    ("http://a/50%/%20?%zz=[1]", "http://a/50%/%20?%zz=[1]"),
    ("http://a/|^[`']?|^[`']", "http://a/|%5E[%60']?|^[`%27]"),
    ("http://a/%E2%82%AC?%E9", "http://a/%E2%82%AC?%E9"), ("http://a/users/%E9", "http://a/users/%E9"),
    ("http://a/%FF/b?x=1", "http://a/%FF/b?x=1"), ("http://a/%2e/%2E%2e/./c/..", "http://a/"),
    ("http://a_b-c.d/", "http://a_b-c.d/"), ("http://example.org./", "http://example.org./"),
    ("http:/example.org", "http://example.org/"), ("http:example.org", "http://example.org/"),
    ("http:\\\\a\\b\\..\\c", "http://a/c"), (" http://a\t/b c\n", "http://a/b%20c"), ("http://a:/", "http://a/"),
    ("http:///a", "http://a/"), ("http://a%2eb/", "http://a.b/"), ("http://127.1/", "http://127.0.0.1/"),
    ("http://2130706433/", "http://127.0.0.1/"), ("http://0x7f.0.0.1/", "http://127.0.0.1/"),
    ("http://0177.0.0.1./", "http://127.0.0.1/"), ("http://[1:0:0:2:0:0:0:3]/", "http://[1:0:0:2::3]/"),
    ("http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/"), ("http://[::]/?#", "http://[::]/?"),
  ]) func `a URL is normalized`(text: String, normalized: String) throws {
    #expect(try HTTPTarget(text, HTTPLimits()).text == normalized)
  }

  @Test(arguments: [
    "", "example.org", "/a", "//example.org/", "http://", "http:", "http://:80/",
    "file:///etc/passwd", "ftp://a/", "javascript://a/%0aalert(1)", "ws://a/", "unix://a/", "http+unix://a/",
    "data://a/",
    "http://a b/", "http://a\r\nHost: b/", "http://a\u{0}/", "http://user@a/", "http://%75@a/", "http://a%40b/",
    "http://u:p@a/",
    "http://a@b@c/", "http://a:0/", "http://a:65536/", "http://a:8 0/", "http://a:-1/", "http://a:80:80/",
    "http://a:０/",
    "http://exämple.org/", "http://xn--\u{200d}/", "http://a%2fb/", "http://%C3%A4/", "http://[::1/", "http://[::1]x/",
    "http://[a]/",
    "http://[1.2.3.4]/", "http://[::1%25eth0]/", "http://.a/", "http://a..b/", "http://4294967296/",
    "http://0x1ff.0.0.1/", "http://08.0.0.1/", "http://127.0.0.1.2/", "http://a.1/", "http://a.0x1/",
    "http://1.2.3.256/",
    "http://\(String(repeating: "a", count: 254))/", "http://a/\(String(repeating: "b", count: 1 << 20))",
  ]) func `an invalid or unusual URL is rejected`(text: String) {
    #expect(throws: BridgeError.self) { try HTTPTarget(text, HTTPLimits()) }
  }

  static let list = [
    "https://api.example.org", "http://plain.example.org:8080", "https://*.wild.example", "https://[2606:4700::1111]",
  ]

  @Test(arguments: [
    ("https://api.example.org/x", true), ("https://API.example.org:443/", true), ("http://api.example.org/", false),
    ("https://api.example.org:444/", false), ("https://api.example.org.evil/", false),
    ("https://evilapi.example.org/", false),
    ("https://x.api.example.org/", false), ("https://api.example.org./", false),
    ("http://plain.example.org:8080/", true),
    ("http://plain.example.org/", false), ("https://a.wild.example/", true), ("https://a.b.wild.example/", true),
    ("https://wild.example/", false), ("https://awild.example/", false), ("https://a.wild.example.evil/", false),
    ("https://[2606:4700::1111]/", true), ("https://[2606:4700::1112]/", false),
  ]) func `the list of origins is matched exactly`(address: String, isListed: Bool) throws {
    let origins = try HTTPOrigins(AddressTests.list)
    #expect((origins.scope(of: try HTTPTarget(address, HTTPLimits())) == .internet) == isListed)
  }

  @Test(arguments: [
    "", "*", "example.org", "https://", "https://*", "ftp://a", "https://a/", "https://a?b", "https://u@a",
    "https://a:x",
    "https://*a.b", "https://a.*.b", "https://**.b", "https://*.", "https://a b", "http://localhost",
    "http://x.localhost",
    "http://127.0.0.1", "http://10.1.2.3:8080", "http://[::1]", "http://[fe80::1]", "http://169.254.169.254",
    "http://127.1",
  ]) func `an origin without a public address is rejected, except any host`(origin: String) throws {
    if origin == "https://*" {
      let any = try HTTPOrigins([origin])
      #expect(any.scope(of: try HTTPTarget("https://example.org/", HTTPLimits())) == .internet)
      #expect(any.scope(of: try HTTPTarget("http://example.org/", HTTPLimits())) == nil)
    } else {
      #expect(throws: BridgeError.self) { try HTTPOrigins([origin]) }
    }
  }

  @Test func `a local origin may have any address`() throws {
    let origins = try HTTPOrigins([], local: ["http://localhost:8080", "http://127.0.0.1:9"])
    #expect(origins.scope(of: try HTTPTarget("http://localhost:8080/", HTTPLimits())) == .any)
    #expect(origins.scope(of: try HTTPTarget("http://127.0.0.1:8080/", HTTPLimits())) == nil)
  }

  @Test(arguments: [
    ("8.8.8.8", true), ("1.1.1.1", true), ("172.15.0.1", true), ("172.32.0.1", true), ("100.63.0.1", true),
    ("192.167.1.1", true), ("223.255.255.254", true), ("2606:4700::1111", true), ("2a00::1", true),
    ("::ffff:8.8.8.8", true),
    ("0.0.0.0", false), ("10.0.0.1", false), ("100.64.0.1", false), ("127.0.0.1", false), ("127.255.255.255", false),
    ("169.254.169.254", false), ("172.16.0.1", false), ("172.31.255.255", false), ("192.168.0.1", false),
    ("192.0.2.1", false), ("198.19.0.1", false), ("203.0.113.9", false), ("224.0.0.1", false),
    ("255.255.255.255", false),
    ("::", false), ("::1", false), ("fe80::1", false), ("fc00::1", false), ("fd12::1", false), ("ff02::1", false),
    ("::ffff:127.0.0.1", false), ("::ffff:10.0.0.1", false), ("::127.0.0.1", false), ("64:ff9b::7f00:1", false),
    ("2002:7f00:1::", false), ("2001::1", false), ("2001:db8::1", false), ("3fff::1", false),
  ]) func `an address is classified as public or not`(address: String, isPublic: Bool) throws {
    #expect(try #require(HostAddress(address)).isPublic == isPublic)
  }
}
#endif
