import Foundation

/// What is typed, line by line.
enum StandardInput {
  /// Reading waits for a person, so it has a thread of its own.
  static var lines: AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream { continuation in
      Thread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }.start()
    }
  }
}
