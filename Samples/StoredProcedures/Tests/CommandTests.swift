import Crypto
import Foundation
import Testing

/// The command-line program.
@Suite(.timeLimit(.minutes(5))) struct CommandTests {
  @Test func `the server prints its address at once, into a pipe too`() async throws {
    let exchange = try Exchange()
    let (status, text) = try await Wire.shell(
      "exec 3< <(exec \"$0\" serve \"$1\" --port 0 --state \"$2\"); read -t 30 line <&3; kill $!; echo \"$line\"",
      [try Wire.executable("stored-procedures"), exchange.folder.url.path, exchange.folder.path("kept")])
    #expect(status == 0 && text.hasPrefix("http://127.0.0.1:"), "\(status) \(text)")
  }

  @Test(arguments: [
    ("serve /nonexistent", "cannot be read: No such file or directory."), ("serve . --port 99999", "0 to 65535"),
    ("serve . --state KEY", "KEY/private.key is damaged"), ("serve . --state MANIFEST", "manifest.json is damaged"),
    ("serve . --port TAKEN --state STATE", "on port TAKEN: Address already in use."),
    ("sync http://127.0.0.1:1 AAAA client", "public key"), ("sync nowhere GOODKEY client", "http"),
    ("sync http://127.0.0.1:1 GOODKEY client", "127.0.0.1 does not answer: Connection refused."),
  ])
  func `a command that cannot run fails with a sentence`(command: String, expected: String) async throws {
    let exchange = try Exchange()
    let server = try await ScriptedServer { _, _ in Reply() }
    for (name, file) in [("KEY", "private.key"), ("MANIFEST", "manifest.json")] {
      let folder = exchange.folder.url.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("{".utf8).write(to: folder.appendingPathComponent(file))
    }
    func filled(_ text: String) -> String {
      text.replacing("TAKEN", with: "\(server.url.port ?? 0)")
        .replacing("GOODKEY", with: exchange.key.publicKey.rawRepresentation.base64EncodedString())
    }
    let (status, text) = try await Wire.shell(
      "cd \"$1\" && exec timeout 60 \"$0\" \(filled(command)) 2>&1 >/dev/null",
      [try Wire.executable("stored-procedures"), exchange.folder.url.path])
    #expect(status != 0 && status != 124 && text.contains(filled(expected)), "\(status) \(text)")
    await server.stop()
  }
}
