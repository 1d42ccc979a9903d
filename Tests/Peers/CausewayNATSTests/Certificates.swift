#if NATS
import Foundation
import TestSupport
import Testing

/// A directory with an authority, and certificates of it for a server and a client.
final class Certificates {
  let directory: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "causeway-nats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    directory = url.path
    try Data("subjectAltName=IP:127.0.0.1\n".utf8).write(to: url.appending(path: "names"))
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    try run(
      ["req", "-x509", "-days", "2", "-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.pem"] + key)
    for name in ["server", "client"] {
      try run(["req", "-subj", "/CN=\(name)", "-keyout", "\(name).key", "-out", "\(name).csr"] + key)
      try run([
        "x509", "-req", "-days", "2", "-in", "\(name).csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
        "-extfile", "names", "-out", "\(name).pem",
      ])
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  func path(_ name: String) -> String { "\(directory)/\(name)" }

  private func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: directory)
    process.standardError = FileHandle.nullDevice
    try process.run(forAtMost: 30)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
#endif
