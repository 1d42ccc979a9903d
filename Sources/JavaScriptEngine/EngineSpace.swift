import Glibc
import Synchronization

/// Why the system does not let the engine start, as a sentence that says what to change.
package struct EngineRefusal: Error, Sendable, Equatable {
  package let message: String
}

/// The address space that the engine reserves with its first machine, and aborts the process without.
///
/// It takes 128 MB, 32 MB and 1 GB for itself and for machine code, then 32 MB or more on a boundary of 4 GB, for which
/// it asks 4 GB more and gives the surplus back (seen by `strace` in 2.50.6). Nothing of that is memory yet, but a limit
/// on address space counts it (`ulimit -v`), and a kernel that never overcommits does.
enum EngineSpace {
  /// With room for what the machine itself allocates: it starts every time from 6.5 GB on, and from 6 GB in two of twelve.
  private static let needed = 6 << 30

  /// Whether a machine was made here: what it reserved stays until the process ends.
  private static let isReserved = Atomic(false)

  /// Call before a machine is made.
  ///
  /// - Throws: when the process may not have as much address space.
  static func check() throws(EngineRefusal) {
    guard !isReserved.load(ordering: .relaxed) else { return }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    let start = unsafe mmap(nil, needed, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard unsafe start != MAP_FAILED else {
      throw EngineRefusal(
        message: """
          the engine reserves \(needed >> 30) GB of address space, and the system refuses it \
          (\(unsafe String(cString: strerror(errno)))); raise the limit of the process to 7 GB or more (ulimit -v 7340032)
          """)
    }
    unsafe munmap(start, needed)
    isReserved.store(true, ordering: .relaxed)
  }
}
