import CSystemCallTrap
import Causeway
import Glibc

/// Removes the rights that a started child does not need: files, the network, programs, other processes.
///
/// JavaScript has no access to these in any case. This protects against an attack that takes over the engine, with a
/// system call filter, without capabilities, and with Landlock. It applies to all threads of the process, and cannot be
/// undone.
enum Confinement {
  /// The resources that the filter denies.
  static let refused = ["file system", "network", "programs", "other processes"]

  /// Makes this process end with its parent, even if it does not read its connection.
  ///
  /// If the parent has ended before, the connection is closed, which ends a child that has run no script yet.
  static func endWithParent() throws(BridgeError) {
    guard causeway_answer_trapped_calls() == 0 else { throw failure(errno) }
    let error = causeway_end_with_parent()
    guard error == 0 else { throw failure(error) }
  }

  /// Takes effect at once and permanently; returns the denied resources, none if the kernel has no filter.
  ///
  /// - Throws: `FAILED_PRECONDITION` if a thread keeps its rights.
  static func apply() throws(BridgeError) -> [String] {
    // Before the filter: a trapped call without a handler ends the process.
    guard causeway_answer_trapped_calls() == 0 else { throw failure(errno) }
    var landlock: CInt = 0
    let error = unsafe causeway_drop_rights(&landlock)
    guard error == 0 else { throw failure(error) }
    return setFilter() ? refused : []
  }

  private static func failure(_ error: CInt) -> BridgeError {
    let reason =
      error == ETIMEDOUT
      ? "a thread of the child does not receive signal 33, which the C library reserves"
      : unsafe String(cString: strerror(error))
    return BridgeError(.failedPrecondition, "The child cannot be confined: \(reason).")
  }

  private static func setFilter() -> Bool {
    guard let syscall = unsafe find("syscall", as: SystemCall.self) else { return false }
    let program = SystemCallFilter(process: UInt32(bitPattern: getpid())).program
    return unsafe program.withUnsafeBufferPointer { instructions in
      // struct sock_fprog: the number of instructions, and their address.
      var description = (count: UInt16(instructions.count), first: instructions.baseAddress)
      return unsafe withUnsafePointer(to: &description) { pointer in
        // SECCOMP_SET_MODE_FILTER with SECCOMP_FILTER_FLAG_TSYNC: for all existing threads.
        unsafe syscall(seccomp, 1, 1, UnsafeRawPointer(pointer)) == 0
      }
    }
  }

  #if arch(x86_64)
  private static let seccomp = 317
  #elseif arch(arm64)
  private static let seccomp = 277
  #endif

  // A variadic C function, which Swift does not import. It is called with integers and pointers only, for which the
  // calling conventions of x86-64 and AArch64 equal those of a plain function.
  private typealias SystemCall = @convention(c) (Int, Int, Int, UnsafeRawPointer) -> Int

  private static func find<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let address = unsafe dlsym(nil, name) else { return nil }
    return unsafe unsafeBitCast(address, to: type)
  }
}
