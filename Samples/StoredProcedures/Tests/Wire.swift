import Foundation
import FoundationNetworking
import SampleTestSupport
import Testing

/// Requests without the client, and other processes.
enum Wire {
  struct Answer: Sendable {
    var status: Int
    var tag: String?
    var date: String?
  }

  static func get(_ address: String, _ headers: [String: String]) async throws -> Answer {
    var request = URLRequest(url: try #require(URL(string: address)))
    request.cachePolicy = .reloadIgnoringLocalCacheData
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (_, response) = try await URLSession(configuration: .ephemeral).data(for: request)
    let answer = try #require(response as? HTTPURLResponse)
    return Answer(
      status: answer.statusCode, tag: answer.value(forHTTPHeaderField: "ETag"),
      date: answer.value(forHTTPHeaderField: "Last-Modified"))
  }

  /// A program that was built beside the tests.
  static func executable(_ name: String) throws -> String {
    var folder = URL(fileURLWithPath: try #require(CommandLine.arguments.first)).deletingLastPathComponent()
    for _ in 0..<4 {
      let file = folder.appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: file.path) { return file.path }
      folder.deleteLastPathComponent()
    }
    throw CocoaError(.fileNoSuchFile)
  }

  /// The output of a shell command on both streams, and its exit status.
  static func shell(_ command: String, _ arguments: [String]) async throws -> (Int32, String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", command] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    let text: Task<String, Never> = Task.detached {
      String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    try process.run(forAtMost: 300)
    let output = await text.value
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
