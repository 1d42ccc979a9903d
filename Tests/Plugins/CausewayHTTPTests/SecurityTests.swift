#if Plugins
import Causeway
import CausewayJavaScript
import Foundation
import JavaScriptRuntime
import NIOSSL
import TestSupport
import Testing

@testable import CausewayHTTP

/// Connections with TLS, to servers whose certificates openssl makes.
@Suite(.timeLimit(.minutes(5))) struct SecurityTests {
  private struct Identity {
    let certificate: NIOSSLCertificate
    let context: NIOSSLContext

    /// - Parameter names: the subject's alternative names.
    init(_ names: String) throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let (key, certificate) = (folder.appending(path: "key.pem").path, folder.appending(path: "certificate.pem").path)
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/openssl")
      process.arguments = [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
        "/CN=test", "-addext", "subjectAltName=\(names)", "-keyout", key, "-out", certificate,
      ]
      process.standardError = FileHandle.nullDevice
      try process.run(forAtMost: 60)
      process.waitUntilExit()
      self.certificate = try #require(try NIOSSLCertificate.fromPEMFile(certificate).first)
      context = try NIOSSLContext(
        configuration: .makeServerConfiguration(
          certificateChain: [.certificate(self.certificate)],
          privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem))))
    }
  }

  /// The text of an async function body that has the addresses of the server, and `explain(promise)`.
  private func run(_ port: Int, trust: NIOSSLTrustRoots? = nil, _ source: String) async throws -> String {
    let bridge = Bridge()
    let origins = try HTTPOrigins([], local: ["https://127.0.0.1:\(port)", "https://localhost:\(port)"])
    bridge.register(HTTPPlugin(origins: origins, limits: HTTPLimits(), addresses: [:], trust: trust))
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["http.*"])
    let text: String = try await runtime.evaluate(
      """
      (async () => {
        const url = "https://127.0.0.1:\(port)/", socketURL = "wss://127.0.0.1:\(port)/";
        const explain = (promise) => promise.then((value) => `no error: ${value}`,
          ({ name, cause }) => [name, cause?.code, cause?.data?.tls, cause?.message].join("|"));
        const failure = (socket) => new Promise((resolve) => {
          socket.onerror = ({ message }) => resolve(message);
          socket.onopen = () => resolve("open");
        });
        \(source)
      })()
      """)
    await runtime.close()
    return text
  }

  @Test func `fetch and a WebSocket over TLS`() async throws {
    let identity = try Identity("IP:127.0.0.1,DNS:localhost")
    let server = try await RawServer(security: identity.context) { exchange in
      guard exchange.header("sec-websocket-key") != nil else {
        return try await exchange.answer("200 OK", [], exchange.line)
      }
      try await exchange.openSocket()
      let (opcode, data) = try await exchange.readFrame()
      try await exchange.sendFrame(opcode, data)
      _ = try await exchange.readFrame()
      try await exchange.sendFrame(8, [3, 232])
    }
    let text = try await run(
      server.port, trust: .certificates([identity.certificate]),
      """
      const lines = [await (await fetch(url + "a")).text(), await (await fetch(url.replace("127.0.0.1", "localhost") + "b")).text()];
      for (const address of [socketURL, socketURL.replace("127.0.0.1", "localhost")]) {
        lines.push(await new Promise((resolve) => {
          const socket = new WebSocket(address), log = [];
          socket.onopen = () => socket.send("hello");
          socket.onmessage = ({ data }) => { log.push(data); socket.close(1000); };
          socket.onerror = ({ message }) => log.push(message);
          socket.onclose = ({ code, wasClean }) => resolve([...log, code, wasClean].join(" "));
        }));
      }
      return lines.join();
      """)
    #expect(text == "GET /a,GET /b,hello 1000 true,hello 1000 true")
  }

  @Test func `a certificate that is not trusted is an error with a code, and without the library's source paths`()
    async throws
  {
    let identity = try Identity("IP:127.0.0.1")
    let server = try await RawServer(security: identity.context) { try await $0.answer() }
    let text = try await run(
      server.port, "return [await explain(fetch(url)), await failure(new WebSocket(socketURL))].join('\\n')")
    #expect(
      text == """
        TypeError|UNAVAILABLE|CERTIFICATE_VERIFY_FAILED|The certificate of the server is not trusted.
        The certificate of the server is not trusted.
        """)
  }

  @Test func `a certificate for another name is an error with a code`() async throws {
    let identity = try Identity("DNS:other.example")
    let server = try await RawServer(security: identity.context) { try await $0.answer() }
    let other = try await run(
      server.port, trust: .certificates([identity.certificate]),
      "return [await explain(fetch(url)), await failure(new WebSocket(socketURL))].join('\\n')")
    #expect(
      other == """
        TypeError|UNAVAILABLE|HOSTNAME_MISMATCH|The certificate of the server is for another name.
        The certificate of the server is for another name.
        """)
  }
}
#endif
