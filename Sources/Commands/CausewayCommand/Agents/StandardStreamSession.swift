import CausewayMCP
import Dispatch
import Synchronization

/// A session on standard input and output: a message a line.
struct StandardStreamSession {
  private let session: MCPSession
  private let configuration: MCPConfiguration
  private let output = AnswerWriter()

  init(_ session: MCPSession, _ configuration: MCPConfiguration) {
    self.session = session
    self.configuration = configuration
  }

  /// Serves until the input ends, as it does when the client is gone.
  func run() async {
    let input = StandardInput()
    var lines = MCPLines(configuration)
    while let bytes = await input.read() {
      for line in lines.append(bytes) {
        session.receive(line) { [output] answer in
          if let answer { output.write(answer) }
        }
        // A client that reads no answers is not read from either.
        if output.bytesWaiting > AnswerWriter.most { await output.written() }
      }
    }
    session.close()
    await output.written()
  }
}

/// Writes answers to standard output, in the background.
private final class AnswerWriter: Sendable {
  /// The most bytes that wait before no more messages are read.
  static let most = 4 << 20

  private let queue = DispatchQueue(label: "causeway.mcp.output")
  private let waiting = Mutex(0)

  var bytesWaiting: Int { waiting.withLock { $0 } }

  func write(_ answer: [UInt8]) {
    waiting.withLock { $0 += answer.count }
    queue.async { [self] in
      Output.standardOutput.write(String(decoding: answer, as: UTF8.self) + "\n")
      waiting.withLock { $0 -= answer.count }
    }
  }

  /// Returns when everything has been written.
  func written() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }
}
