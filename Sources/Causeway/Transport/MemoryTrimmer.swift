import Dispatch
import Glibc
import Synchronization

/// Returns memory to the system that the C library keeps after a flood.
///
/// glibc has several arenas, and each keeps what its threads once freed. After floods of a child's console and of calls of
/// a megabyte a host had 2 MB in use and 523 MB resident; it goes on growing with each flood that meets another arena.
package enum MemoryTrimmer {
  /// The weight of a message from which on it is worth while.
  static let largeMessage = 1 << 20

  private typealias Trim = @convention(c) (Int) -> CInt
  private static let trim = unsafe dlsym(nil, "malloc_trim").map { unsafe unsafeBitCast($0, to: Trim.self) }
  private static let isPlanned = Atomic<Bool>(false)
  private static let queue = DispatchQueue(label: "causeway.freed-memory", qos: .utility)

  /// Has the C library return what it can, once, two seconds from now; any thread may call it as often as it likes.
  package static func returnSoon() {
    guard let trim, !isPlanned.exchange(true, ordering: .relaxed) else { return }
    queue.asyncAfter(deadline: .now() + 2) {
      isPlanned.store(false, ordering: .relaxed)
      _ = trim(0)
    }
  }
}
