import Dispatch
import Glibc

/// Standard input, read in pieces without blocking a task.
struct StandardInput {
  private let queue = DispatchQueue(label: "causeway.standard-input")

  /// Waits for bytes; nil at the end.
  func read() async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      queue.async {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
          var result: Int
          repeat {
            result = unsafe Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
          } while result < 0
            && errno == EINTR
          count = max(0, result)
        }
        continuation.resume(returning: bytes.isEmpty ? nil : bytes)
      }
    }
  }
}
