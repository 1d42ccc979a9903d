import Foundation
import TestSupport
import Testing

@testable import LinuxNetwork

@Suite(.timeLimit(.minutes(5))) struct `A probe` {
  private static let routed = status(source: 7)

  /// A machine that IPv4 packets leave by eth0; IPv6 has no route.
  private static func status(source: UInt8) -> NetworkStatus {
    NetworkStatus(
      NetworkSnapshot(links: [Made.link(2, "eth0")], outgoing: Made.outgoing(2, source: [192, 0, 2, source])))
  }

  private func probe(
    _ server: ProbeServer, answer: ConnectivityProbe.Answer = .noContent, timeout: Duration = .seconds(20),
    portal: ConnectivityProbe.PortalRequest? = nil, lifetimes: ConnectivityProbe.Lifetimes = .init()
  ) throws -> ConnectivityProbe {
    try ConnectivityProbe(server.url, answer: answer, timeout: timeout, portal: portal, lifetimes: lifetimes)
  }

  private static func response(_ status: String, _ fields: String = "", _ body: String = "") -> String {
    "HTTP/1.1 \(status)\r\nServer: test\r\n\(fields)\r\n\(body)"
  }

  private static let login = "https://portal.example/login"

  private static let answers: [(ProbeServer.Behaviour, ConnectivityProbe.Answer, IPConnection.Grade, String?)] = [
    (.send(response("204 No Content")), .noContent, .full, nil),
    (.send("\(response("103 Early Hints"))\(response("204 No Content"))"), .noContent, .full, nil),
    (.send(response("200 OK", "Content-Length: 8\r\n", "success\n")), .text("success"), .full, nil),
    (.send(response("200 OK", "", "success\n")), .text("success\n"), .full, nil),
    (
      .send(response("200 OK", "Transfer-Encoding: chunked\r\n", "4\r\nsucc\r\n3;x=y\r\ness\r\n0\r\n\r\n")),
      .text("success"), .full, nil
    ),
    (.send(response("200 OK", "Content-Length: 5\r\n", "Hello")), .noContent, .captive, nil),
    (.send(response("200 OK", "Content-Length: 0\r\n")), .noContent, .captive, nil),
    (.send(response("200 OK", "Content-Length: 14\r\n", "<p>Welcome!</p>")), .text("success"), .captive, nil),
    (.send(response("204 No Content")), .text("success"), .captive, nil),
    (.send(response("302 Found", "Location: \(login)\r\n")), .noContent, .captive, login),
    (.send(response("307 Temporary Redirect", "LOCATION:\(login) \r\n")), .text("success"), .captive, login),
    (.send(response("302 Found", "Location: javascript:alert(1)\r\n")), .noContent, .captive, nil),
    (.send(response("302 Found", "Location: /login\r\n")), .noContent, .captive, nil),
    (
      .send(response("302 Found", "Location: http://x/\(String(repeating: "a", count: 4000))\r\n")), .noContent,
      .captive, nil
    ),
    (.send(response("302 Found", "Location: http://x/\u{1b}[31m\r\n")), .noContent, .captive, nil),
    (.send(response("511 Network Authentication Required")), .noContent, .captive, nil),
    (.send(response("404 Not Found")), .noContent, .routed, nil),
    (.send(response("503 Service Unavailable")), .noContent, .routed, nil),
    (.flood(response("200 OK", "", String(repeating: "success ", count: 200))), .text("success"), .captive, nil),
    (.flood("HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 4000))"), .noContent, .routed, nil),
    (.flood("HTTP/1.1 100 Continue\r\n\r\n"), .noContent, .routed, nil),
    (.send(response("200 OK", "Content-Length: 100\r\n", "success")), .text("success"), .routed, nil),
    (.send("SSH-2.0-OpenSSH_9.2\r\n"), .noContent, .routed, nil),
    (.send("HTTP/1.1 2"), .noContent, .routed, nil), (.send(""), .noContent, .routed, nil),
    (.reset, .noContent, .routed, nil),
  ]

  @Test(arguments: answers.indices)
  func `grades a connection by the answer of a real server`(_ index: Int) async throws {
    let (behaviour, answer, grade, portal) = Self.answers[index]
    let server = try ProbeServer(behaviour)
    let status = try await probe(server, answer: answer).grade(Self.routed)
    #expect(status.ipv4.grade == grade && status.ipv4.portal == portal, "\(behaviour)")
    #expect(status.ipv6 == Self.routed.ipv6)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [ProbeServer.Behaviour.silence, .drip("HTTP/1.1 204 No Content and a very long reason\r\n\r\n")])
  func `ends with its time limit if the answer does not come, or comes slowly`(_ behaviour: ProbeServer.Behaviour)
    async throws
  {
    let server = try ProbeServer(behaviour)
    let status = try await probe(server, timeout: .milliseconds(200)).grade(Self.routed)
    #expect(status.ipv4.grade == .routed)
  }

  @Test func `sends one request without cookies, and follows no redirection`() async throws {
    let other = try ProbeServer(.send(Self.response("204 No Content")))
    let server = try ProbeServer(
      .send(Self.response("302 Found", "Location: \(other.url)\r\nSet-Cookie: id=1\r\n")))
    let probe = try probe(server, lifetimes: .init(full: .zero, other: .zero))
    for _ in 0..<2 { _ = await probe.grade(Self.routed) }
    #expect(other.requests.isEmpty)
    #expect(server.requests.count > 1 && Set(server.requests).count == 1)
    #expect(
      server.requests.first == """
        GET /check HTTP/1.1\r
        Host: 127.0.0.1:\(server.port)\r
        User-Agent: Causeway\r
        Accept: */*\r
        Cache-Control: no-cache, no-store\r
        Connection: close\r
        \r\n
        """)
  }

  @Test func `sends nothing without a route, and without being asked`() async throws {
    let server = try ProbeServer(.send(Self.response("204 No Content")))
    let probe = try probe(server)
    let offline = NetworkStatus(NetworkSnapshot())
    #expect(await probe.grade(offline) == offline)
    #expect(probe.applied(to: Self.routed) == Self.routed)
    #expect(server.requests.isEmpty)
  }

  @Test func `asks once for a hundred callers, and again for another address`() async throws {
    let server = try ProbeServer(.send(Self.response("204 No Content")))
    let probe = try probe(server)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { #expect(await probe.grade(Self.routed).ipv4.grade == .full) } }
    }
    #expect(server.requests.count == 1)
    #expect(probe.applied(to: Self.routed).ipv4.grade == .full)
    let moved = Self.status(source: 8)
    #expect(probe.applied(to: moved).ipv4.grade == .routed)
    server.behave(.send(Self.response("511 Network Authentication Required")))
    #expect(await probe.grade(moved).ipv4.grade == .captive)
    #expect(server.requests.count == 2)
  }

  @Test func `believes the captive portal API where the server does not answer`() async throws {
    let server = try ProbeServer(.reset)
    let page = CaptivePortal(captive: true, userPortalURL: Self.login)
    let told = try await probe(server, portal: { page }).grade(Self.routed)
    #expect(told.ipv4.grade == .captive && told.ipv4.portal == Self.login)
    let free = try await probe(server, portal: { CaptivePortal(captive: false) }).grade(Self.routed)
    #expect(free.ipv4.grade == .routed)
    struct Broken: Error {}
    let broken = try await probe(server, portal: { throw Broken() }).grade(Self.routed)
    #expect(broken.ipv4.grade == .routed)
    // A portal that says so, and a redirection to another page: the API's page is the one for people.
    server.behave(.send(Self.response("302 Found", "Location: http://other.example/\r\n")))
    #expect(try await probe(server, portal: { page }).grade(Self.routed).ipv4.portal == Self.login)
    // The server's own answer proves more than the API.
    server.behave(.send(Self.response("204 No Content")))
    #expect(try await probe(server, portal: { page }).grade(Self.routed).ipv4.grade == .full)
  }

  @Test func `does not wait for a captive portal API beyond its time limit`() async throws {
    let server = try ProbeServer(.reset)
    let probe = try probe(server, timeout: .milliseconds(200)) {
      try await Task.sleep(for: .seconds(100))
      return CaptivePortal(captive: true)
    }
    #expect(await probe.grade(Self.routed).ipv4.grade == .routed)
  }

  @Test func `decodes the captive portal API's JSON, and only pages that are reached over TLS`() throws {
    func decode(_ text: String) throws -> CaptivePortal {
      try JSONDecoder().decode(CaptivePortal.self, from: Data(text.utf8))
    }
    // RFC 8908, section 6.
    let example = #"{"captive": true, "user-portal-url": "https://example.org/portal.html"}"#
    #expect(try decode(example) == CaptivePortal(captive: true, userPortalURL: "https://example.org/portal.html"))
    #expect(try decode(example).userPortalURL == "https://example.org/portal.html")
    for url in [#""http://example.org/""#, #""javascript:alert(1)""#, "7", "null"] {
      #expect(try decode(#"{"captive": true, "user-portal-url": \#(url), "more": []}"#).userPortalURL == nil)
    }
    #expect(throws: DecodingError.self) { try decode("{}") }
  }

  @Test(arguments: [
    "https://example.org/", "example.org", "http://", "http:///x", "http://user@example.org/", "http://example.org:0/",
    "http://example.org:65536/", "http://exa mple.org/", "http://example.org/\r\nX: y", "http://[::1", "http://[x]/",
    "http://ex\u{e4}mple.org/", "http://example.org/\(String(repeating: "a", count: 2048))",
  ])
  func `of an unsuitable URL cannot be created`(_ url: String) {
    let error = #expect(throws: NetworkError.self) { try ConnectivityProbe(url) }
    #expect(error?.code == .invalidRequest)
  }

  @Test func `splits its URL`() throws {
    let bracketed = try #require(ProbeAddress("HTTP://[2001:db8::7]:8080?q#f"))
    #expect(bracketed.host == "2001:db8::7" && bracketed.port == 8080 && bracketed.path == "/?q")
    #expect(bracketed.authority == "[2001:db8::7]:8080")
    let plain = try #require(ProbeAddress("http://example.org"))
    #expect(plain.host == "example.org" && plain.port == 80 && plain.path == "/")
    #expect(throws: NetworkError.self) { try ConnectivityProbe("http://example.org", timeout: .zero) }
    #expect(throws: NetworkError.self) { try ConnectivityProbe("http://example.org", timeout: .seconds(61)) }
  }

  @Test func `parses every prefix of a response without a trap`() throws {
    let whole = Array(
      Self.response("200 OK", "Transfer-Encoding: chunked\r\nLocation: x\r\n", "4\r\nsucc\r\n3\r\ness\r\n0\r\n\r\n")
        .utf8)
    for length in whole.indices {
      guard case .answer(let answer) = ProbeAnswer.parse(Array(whole[..<length])) else { continue }
      #expect(!answer.isComplete || length >= whole.count - 4, "\(length)")
    }
    for size in ["ffffffffffffffff", "7fffffffffffffff", "-1", "", "zz"] {
      let body = Self.response("200 OK", "Transfer-Encoding: chunked\r\n", "\(size)\r\nx")
      guard case .answer(let answer) = ProbeAnswer.parse(Array(body.utf8)) else { throw ProbeServer.Failed() }
      #expect(!answer.isComplete)
    }
    for length in ["99999999999999999999", "-1", "1e3"] {
      let body = Self.response("200 OK", "Content-Length: \(length)\r\n", "x")
      guard case .answer(let answer) = ProbeAnswer.parse(Array(body.utf8)) else { throw ProbeServer.Failed() }
      #expect(!answer.isComplete && answer.body == [UInt8(ascii: "x")])
    }
  }

  @Test func `adds its verdict to the changes, and renews it while they are read`() async throws {
    let server = try ProbeServer(.send(Self.response("302 Found", "Location: \(Self.login)\r\n")))
    let probe = try probe(server, lifetimes: .init(full: .seconds(300), other: .milliseconds(20)))
    let (statuses, continuation) = AsyncThrowingStream.makeStream(of: NetworkStatus.self, throwing: (any Error).self)
    continuation.yield(Self.routed)
    var graded = GradedStatuses.stream(of: statuses, by: probe).makeAsyncIterator()
    var grades: [IPConnection.Grade] = []
    while let status = try await graded.next() {
      if status.ipv4.grade == grades.last { continue }
      grades.append(status.ipv4.grade)
      // Signed in.
      if status.ipv4.grade == .captive { server.behave(.send(Self.response("204 No Content"))) }
      if status.ipv4.grade == .full { break }
    }
    // A slow reader may miss the first status. A verdict that is renewed is no change.
    #expect(grades == [.routed, .captive, .full] || grades == [.captive, .full])
    struct Lost: Error {}
    continuation.finish(throwing: Lost())
    await #expect(throws: Lost.self) { while try await graded.next() != nil {} }
  }

  @Test func `ends with the last reader of its changes`() async throws {
    let server = try ProbeServer(.send(Self.response("204 No Content")))
    let probe = try probe(server)
    let (statuses, continuation) = AsyncThrowingStream.makeStream(of: NetworkStatus.self, throwing: (any Error).self)
    let hasEnded = Ended()
    continuation.onTermination = { _ in hasEnded.set() }
    continuation.yield(Self.routed)
    do {
      var graded = GradedStatuses.stream(of: statuses, by: probe).makeAsyncIterator()
      _ = try await graded.next()
    }
    try await eventually("the statuses have ended") { hasEnded.isSet }
  }
}
