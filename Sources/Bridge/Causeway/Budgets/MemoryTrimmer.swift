import Dispatch
import Glibc
import Synchronization

/// Returns memory to the system after a flood, which the C library would keep.
///
/// glibc has up to eight arenas per processor, and each keeps the memory that its threads have freed. After floods of a
/// child's console and of calls of a megabyte a host had 2 MB in use and 523 MB resident. `malloc_trim` returns the pages
/// between blocks in use, but not the free end of an arena other than the first. That end may be as large as the trim
/// threshold, which glibc raises to 64 MB by itself when large blocks are freed: 16 arenas kept 210 MB, with 7 MB in use.
/// Programs of ours fix the threshold when they start; a library leaves a program's allocator as it is, so others set
/// `MALLOC_TRIM_THRESHOLD_`.
///
/// Source: malloc/malloc.c, `mtrim`, `heap_trim` and `M_TRIM_THRESHOLD`, glibc 2.36.
package enum MemoryTrimmer {
  /// The weight of a message from which on it is worth while.
  static let largeMessage = 1 << 20

  /// The free end that an arena keeps, in bytes; larger blocks are mapped on their own.
  private static let keptBytes: CInt = 4 << 20

  private typealias Trim = @convention(c) (Int) -> CInt
  private typealias SetOption = @convention(c) (CInt, CInt) -> CInt
  private static let trim = unsafe dlsym(nil, "malloc_trim").map { unsafe unsafeBitCast($0, to: Trim.self) }

  /// Fixes the thresholds of this process, unless its environment sets them.
  ///
  /// For a program, not for a library.
  package static func fixThresholds() {
    let names: [String] = ["MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES"]
    let isSet = names.contains { name in unsafe getenv(name) != nil }
    guard !isSet, let symbol = unsafe dlsym(nil, "mallopt") else { return }
    let set = unsafe unsafeBitCast(symbol, to: SetOption.self)
    _ = set(-3, keptBytes)  // M_MMAP_THRESHOLD, malloc.h
    _ = set(-1, keptBytes)  // M_TRIM_THRESHOLD
  }

  private static let isPlanned = Atomic<Bool>(false)
  private static let queue = DispatchQueue(label: "causeway.freed-memory", qos: .utility)

  /// Schedules one trim of the C library's memory in two seconds; any thread may call it at any rate.
  package static func returnSoon() {
    guard let trim, !isPlanned.exchange(true, ordering: .relaxed) else { return }
    queue.asyncAfter(deadline: .now() + 2) {
      isPlanned.store(false, ordering: .relaxed)
      _ = trim(0)
    }
  }
}
