import Foundation

/// The lines of standard input.
enum StandardInput {
  /// Reading blocks, so it has its own thread.
  static var lines: AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream { continuation in
      Thread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }.start()
    }
  }
}
