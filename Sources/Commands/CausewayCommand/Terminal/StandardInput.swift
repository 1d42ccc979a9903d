import Dispatch
import StandardStreams

/// Standard input, read in pieces without blocking a task.
struct StandardInput {
  private let queue = DispatchQueue(label: "causeway.standard-input")
  private let reader = InputReader()

  /// Waits for bytes; nil at the end.
  func read() async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      queue.async { [reader] in
        guard case .bytes(let bytes) = reader.read(atMost: 65_536) else { return continuation.resume(returning: nil) }
        continuation.resume(returning: bytes)
      }
    }
  }
}
