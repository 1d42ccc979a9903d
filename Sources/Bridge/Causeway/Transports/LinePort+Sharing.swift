import Dispatch
import Synchronization

/// A port whose messages belong to one thread, which reads it whenever it has no other work.
///
/// So a message wakes that thread and no other, and what the thread sends during a piece of work leaves in one write at its
/// end. If a piece of work takes longer, a timer sends and reads in the thread's place: messages are late by a few
/// milliseconds, and never wait for the end of the work. The timer runs only while there is work.
extension LinePort {
  /// Hands the port over to the calling thread, which is working.
  package func share() {
    beginSharing()
    turns.store(1, ordering: .releasing)
    beginWatch()
  }

  /// The thread begins to work.
  package func work() {
    guard turns.load(ordering: .relaxed).isMultiple(of: 2) else { return }
    turns.add(1, ordering: .releasing)
    beginWatch()
  }

  /// The thread has no more work, and sends the lines that it held back; from now on it calls ``take()`` when data has
  /// arrived.
  package func rest() {
    flush()
    if !turns.load(ordering: .relaxed).isMultiple(of: 2) { turns.add(1, ordering: .releasing) }
  }

  /// Whether the port has not ended.
  package var isOpen: Bool { state.withLock { !$0.hasEnded } }

  /// Reads on the calling thread, during its work, until `isDone`.
  package func read(until isDone: () -> Bool) {
    flush()
    while !isDone() {
      // Another thread may take the message that this one waits for.
      wait(milliseconds: 5)
      _ = take()
    }
  }

  private func beginWatch() {
    if !isWatched.exchange(true, ordering: .acquiringAndReleasing) { watchLater(-1) }
  }

  private func watchLater(_ seen: Int) {
    backstop.asyncAfter(deadline: .now() + LinePort.longestHold) { [weak self] in self?.watch(seen) }
  }

  /// Sends and reads in the place of the thread, if its piece of work is the one that was `seen`.
  private func watch(_ seen: Int) {
    let turn = turns.load(ordering: .acquiring)
    if turn.isMultiple(of: 2) {
      isWatched.store(false, ordering: .sequentiallyConsistent)
      // The thread may have begun to work before it could see that.
      if turns.load(ordering: .sequentiallyConsistent) != turn { beginWatch() }
      return
    }
    if turn == seen {
      flush()
      while take() {}
    }
    watchLater(turn)
  }
}
