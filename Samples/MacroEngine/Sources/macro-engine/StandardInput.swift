import Foundation

/// The lines of standard input.
enum StandardInput {
  /// Reading blocks, so it has its own thread.
  ///
  /// It does not read with `readLine()`: that holds the C library's lock of the stream, which `exit()` waits for since glibc 2.41.
  static var lines: AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream { continuation in
      Thread {
        var rest = Data()
        while true {
          let read = FileHandle.standardInput.availableData
          rest += read
          while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
            rest = Data(rest[(end + 1)...])
          }
          if read.isEmpty { break }
        }
        if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
        continuation.finish()
      }.start()
    }
  }
}
