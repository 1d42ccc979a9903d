import Glibc
import Synchronization

/// The system refused to let the engine start.
///
/// The message names the limit to change.
package struct EngineStartError: Error, Sendable, Equatable {
  package let message: String
}

/// The address space that the engine reserves with its first virtual machine.
///
/// Without it the engine aborts the process.
///
/// It reserves 128 MB, 32 MB and 1 GB for itself and for machine code, then 32 MB or more at a multiple of 4 GB: for
/// that it reserves 4 GB more and returns the surplus (observed by `strace` in 2.50.6). A reservation is not memory,
/// but a limit on address space counts it (`ulimit -v`), as does a kernel that never overcommits.
enum EngineAddressSpace {
  /// Includes room for the allocations of the virtual machine: with 6.5 GB every start succeeded, with 6 GB two of
  /// twelve.
  private static let needed = 6 << 30

  /// Whether the space was reserved: it stays reserved until the process ends.
  private static let isReserved = Atomic(false)

  /// Checks that the space is available.
  ///
  /// To be called before a virtual machine is made.
  ///
  /// - Throws: if the process may not reserve this much address space.
  static func check() throws(EngineStartError) {
    guard !isReserved.load(ordering: .relaxed) else { return }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    let start = unsafe mmap(nil, needed, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard unsafe start != MAP_FAILED else {
      throw EngineStartError(
        message: """
          the engine reserves \(needed >> 30) GB of address space, but the system refuses it \
          (\(unsafe String(cString: strerror(errno)))); raise the limit of the process to 7 GB or more (ulimit -v 7340032)
          """)
    }
    unsafe munmap(start, needed)
    isReserved.store(true, ordering: .relaxed)
  }
}
