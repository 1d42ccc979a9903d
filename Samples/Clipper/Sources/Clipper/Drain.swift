public import CausewayQueue
import Foundation

/// Takes clips from the queue and writes them into the vault, one after the other.
public struct Drain: Sendable {
  /// What became of one clip.
  public enum Event: Sendable, Equatable {
    /// It is in the vault under this name, and done with.
    case written(String)
    /// An earlier attempt had written it; now it is done with.
    case present(String)
    /// It cannot be a note; it is kept as a dead letter.
    case refused(key: String, reason: String)
  }

  private let queue: DurableQueue
  private let vault: Vault

  /// A way from a queue to a vault.
  public init(queue: DurableQueue, vault: Vault) {
    self.queue = queue
    self.vault = vault
  }

  /// Writes what waits now.
  ///
  /// The clip goes back into the queue, unharmed, when the vault is gone or full.
  ///
  /// - Throws: `ClipError` for the vault, `QueueError` for the queue.
  public func run(_ report: (Event) -> Void) async throws {
    while let lease = try await queue.lease() {
      guard let clip = try? JSONDecoder().decode(Clip.self, from: lease.payload) else {
        try await lease.fail("What lies in the queue is no clip.", retry: false)
        report(.refused(key: lease.key, reason: "What lies in the queue is no clip."))
        continue
      }
      let outcome: Vault.Outcome
      do {
        outcome = try vault.write(clip, key: lease.key)
      } catch {
        // It is not the clip's fault, and counts as no attempt.
        try? await lease.release()
        throw error
      }
      // Written, but not yet acknowledged: killed here, the clip comes again, and the vault knows its key.
      try await lease.acknowledge()
      switch outcome {
      case .written(let name): report(.written(name))
      case .present(let name): report(.present(name))
      }
    }
  }
}
