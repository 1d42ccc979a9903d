import Causeway
import CausewayProcess
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import Clipper

/// Pages from a local server with the behaviour of real servers.
@Suite(.timeLimit(.minutes(5))) struct FetchTests {
  /// Serves until the body returns.
  private func serve(_ body: @escaping @Sendable (String) async throws -> Void) async throws {
    let router = Router()
    func page(
      _ path: RouterPath, _ text: String, status: HTTPResponse.Status = .ok,
      _ headers: HTTPFields = [.contentType: "text/html"]
    ) {
      router.get(path) { _, _ in
        Response(status: status, headers: headers, body: .init(byteBuffer: .init(string: text)))
      }
    }
    page("article", "<title>Served</title><h1>Served</h1><p>Part one.</p><a rel=next href=/two>next</a>")
    page("two", "<title>Served</title><p>Part two.</p><a rel=next href=/three>next</a>")
    page("three", "<title>Served</title><p>Part three.</p><a rel=next href=/article>and round</a>")
    page("foreign", "<title>F</title><p>Only one.</p><link rel=next href=http://other.example/>")
    page("misbehaving", "<title>S</title><p>Only one.</p><a rel=next href=/away>next</a>")
    page("away", "", status: .found, [.location: "http://127.0.0.2:9/"])
    page("round", "", status: .found, [.location: "/round"])
    page("moved", "", status: .movedPermanently, [.location: "article"])
    page("file", "", status: .found, [.location: "file:///etc/passwd"])
    page("gone", "no", status: .notFound)
    page("broken", "no", status: .internalServerError)
    page("picture", "PNG", [.contentType: "image/png"])
    router.get("latin") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/html; charset=ISO-8859-1"],
        body: .init(byteBuffer: .init(bytes: Array("<title>caf".utf8) + [0xE9])))
    }
    router.get("endless") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/html"],
        body: .init { writer in
          while true { try await writer.write(.init(repeating: 0x61, count: 65_536)) }
        })
    }
    router.get("slow") { _, _ in
      try await Task.sleep(for: .seconds(60))
      return Response(status: .ok)
    }
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let app = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await app.run() }
      for await port in ports {
        try await body("http://127.0.0.1:\(port)")
        break
      }
      group.cancelAll()
    }
  }

  @Test func `a page is fetched, with redirects and other character sets`() async throws {
    try await serve { server in
      let clip = try await Clipper.test().clip("\(server)/moved")
      #expect(clip.title == "Served" && clip.body.hasPrefix("Part one."))
      let source = Clip.Property(name: "source", value: .text("\(server)/article"))
      #expect(clip.properties.contains(source))
      #expect(try await Clipper.test().clip("\(server)/latin").title == "caf\u{e9}")
    }
  }

  @Test func `the pages of an article are fetched up to the limit, from its own host`() async throws {
    try await serve { server in
      #expect(try await Clipper.test().clip("\(server)/article").body.contains("Part two") == false)
      let two = try await Clipper.test { $0.pages = 2 }.clip("\(server)/article").body
      #expect(two.contains("Part two.") && !two.contains("Part three."))
      let all = try await Clipper.test { $0.pages = 10 }.clip("\(server)/article").body
      #expect(all.matches(of: #/Part \w+\./#).count == 3)
      #expect(try await Clipper.test { $0.pages = 5 }.clip("\(server)/foreign").body == "Only one.\n")
      let misbehaving = await failure { _ = try await Clipper.test { $0.pages = 5 }.clip("\(server)/misbehaving") }
      #expect(misbehaving?.code == "PERMISSION_DENIED")
    }
  }

  @Test func `a misbehaving child fetches no more than permitted, and only from the page's host`() async throws {
    try await serve { server in
      let clipper = Clipper.test { $0.pages = 3 }
      let bridge = clipper.bridge(for: Page(bytes: [], charset: "", address: "\(server)/article"))
      var configuration = ProcessConfiguration()
      configuration.program = clipper.program
      let process = try await JavaScriptProcess(
        bridge: bridge, permissions: ["fetchURL"], configuration: configuration)
      let script = """
        Promise.all(["/two", "/three", "/two"].map(path => bridge.call("fetchURL", "\(server)" + path)
          .then(page => page.page.length > 0 ? "page" : "nothing", error => error.code)))
        """
      #expect(
        Set(try await process.evaluate(script, returning: [String].self)) == ["page", "RESOURCE_EXHAUSTED"])
      await process.close()
      let other = clipper.bridge(for: Page(bytes: [], charset: "", address: "http://127.0.0.1:1/"))
      let second = try await JavaScriptProcess(
        bridge: other, permissions: ["fetchURL"], configuration: configuration)
      let code = try await second.evaluate(
        "bridge.call('fetchURL', '\(server)/two').catch(error => error.code)", returning: String.self)
      #expect(code == "PERMISSION_DENIED")
      await second.close()
    }
  }

  @Test(arguments: ["000", "099"]) func `an invalid status does not end the process`(status: String) async throws {
    let server = try RawServer("HTTP/1.1 \(status) No\r\nContent-Length: 2\r\n\r\nok")
    let refused = await failure { _ = try await Clipper.test().clip("http://127.0.0.1:\(server.port)/") }
    #expect(refused?.code == "UNAVAILABLE")
  }

  @Test func `an error of the server is reported with its reason`() async throws {
    try await serve { server in
      let cases = [
        ("gone", "NOT_FOUND", "answered with status 404"), ("broken", "UNAVAILABLE", "answered with status 500"),
        ("picture", "INVALID_ARGUMENT", "is not a page: its type is image/png"),
        ("round", "UNAVAILABLE", "redirects more than"),
        ("file", "INVALID_ARGUMENT", "is not the address of a web page"),
        ("endless", "RESOURCE_EXHAUSTED", "is larger than 4 MiB"),
      ]
      for (path, code, words) in cases {
        let refused = await failure { _ = try await Clipper.test().clip("\(server)/\(path)") }
        #expect(refused?.code == code, "\(path)")
        #expect(refused?.message.contains(words) == true, "\(path): \(refused?.message ?? "")")
      }
      let slow = await failure {
        _ = try await Clipper.test { $0.source.timeout = .milliseconds(300) }.clip("\(server)/slow")
      }
      #expect(slow?.code == "UNAVAILABLE")
    }
    let nobody = await failure { _ = try await Clipper.test().clip("http://127.0.0.1:9/") }
    #expect(nobody?.code == "UNAVAILABLE")
    #expect(await failure { _ = try await Clipper.test().clip("no-such-file.html") }?.code == "NOT_FOUND")
    #expect(await failure { _ = try await Clipper.test().clip("/tmp") }?.code == "NOT_FOUND")
  }
}
