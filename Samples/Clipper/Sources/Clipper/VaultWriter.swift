public import CausewayQueue
import Foundation

/// Takes clips from the queue and writes them to the vault, one after the other.
public struct VaultWriter: Sendable {
  /// The result of one clip.
  public enum Event: Sendable, Equatable {
    /// Written to the vault under this name, and acknowledged.
    case written(String)
    /// Written by an earlier attempt, and acknowledged now.
    case present(String)
    /// Not a valid clip; kept as a dead letter.
    case refused(key: String, reason: String)
  }

  private let queue: DurableQueue
  private let vault: Vault

  /// Makes a writer for a queue and a vault.
  public init(queue: DurableQueue, vault: Vault) {
    self.queue = queue
    self.vault = vault
  }

  /// Writes the clips that are in the queue.
  ///
  /// If the vault is missing or full, the clip returns to the queue.
  ///
  /// - Throws: `ClipError` for the vault, `QueueError` for the queue.
  public func run(_ report: (Event) -> Void) async throws {
    while let lease = try await queue.lease() {
      guard let clip = try? JSONDecoder().decode(Clip.self, from: lease.payload) else {
        try await lease.fail("The queued item is not a clip.", retry: false)
        report(.refused(key: lease.key, reason: "The queued item is not a clip."))
        continue
      }
      let outcome: Vault.Outcome
      do {
        outcome = try vault.write(clip, key: lease.key)
      } catch {
        // It is not the clip's fault, so it does not count as an attempt.
        try? await lease.release()
        throw error
      }
      // Written and not yet acknowledged: if the process dies here, the clip is delivered again, and the vault finds
      // its key.
      try await lease.acknowledge()
      switch outcome {
      case .written(let name): report(.written(name))
      case .present(let name): report(.present(name))
      }
    }
  }
}
