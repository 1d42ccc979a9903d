import CSystemCallTrap
import Causeway
import Glibc

/// Takes away what a worker has no use for once it has started: files, the network, programs, other processes.
///
/// JavaScript can reach none of it to begin with. This is the second wall, for an attack that takes over the engine: a
/// filter of system calls, no capability, and Landlock. It holds for all threads of the process, and nothing can undo it.
enum Confinement {
  /// What the filter takes away, in words.
  static let refused = ["file system", "network", "programs", "other processes"]

  /// Ties the life of this process to that of its parent, also when it does not read its connection.
  ///
  /// A parent that ended before has closed the connection, which ends a worker that has run nothing yet.
  static func endWithParent() throws(BridgeError) {
    guard causeway_answer_trapped_calls() == 0 else { throw failure(errno) }
    let error = causeway_end_with_parent()
    guard error == 0 else { throw failure(error) }
  }

  /// Takes effect at once and for good; returns what was taken away by the filter, nothing where the kernel has none.
  ///
  /// - Throws: `FAILED_PRECONDITION` when a thread keeps its rights.
  static func begin() throws(BridgeError) -> [String] {
    // Before the filter: a trapped call without a handler ends the process.
    guard causeway_answer_trapped_calls() == 0 else { throw failure(errno) }
    var landlock: CInt = 0
    let error = unsafe causeway_drop_rights(&landlock)
    guard error == 0 else { throw failure(error) }
    return setFilter() ? refused : []
  }

  private static func failure(_ error: CInt) -> BridgeError {
    let reason =
      error == ETIMEDOUT ? "a thread of the worker blocks SIGSYS" : unsafe String(cString: strerror(error))
    return BridgeError(.failedPrecondition, "The worker cannot be confined: \(reason).")
  }

  private static func setFilter() -> Bool {
    guard let syscall = unsafe find("syscall", as: SystemCall.self) else { return false }
    let program = SystemCallFilter(process: UInt32(bitPattern: getpid())).program
    return unsafe program.withUnsafeBufferPointer { instructions in
      // struct sock_fprog: the number of instructions, then where they are.
      var description = (count: UInt16(instructions.count), first: instructions.baseAddress)
      return unsafe withUnsafePointer(to: &description) { pointer in
        // SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC: all threads, those that run already too.
        unsafe syscall(seccomp, 1, 1, UnsafeRawPointer(pointer)) == 0
      }
    }
  }

  #if arch(x86_64)
  private static let seccomp = 317
  #elseif arch(arm64)
  private static let seccomp = 277
  #endif

  // Variadic in C, so Swift does not import it. Called with integers and pointers only, for which the calling
  // conventions of x86-64 and AArch64 are those of a plain function.
  private typealias SystemCall = @convention(c) (Int, Int, Int, UnsafeRawPointer) -> Int

  private static func find<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let address = unsafe dlsym(nil, name) else { return nil }
    return unsafe unsafeBitCast(address, to: type)
  }
}
