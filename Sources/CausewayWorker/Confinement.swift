import CSystemCallTrap
import Glibc

/// Gives up what a worker has no use for once it has started: the file system, the network, programs, other processes.
///
/// JavaScript cannot reach any of it to begin with; this is the second wall, for the day that somebody breaks out of the
/// engine. A filter of system calls (seccomp) for all threads of the process, which nothing can take back.
///
/// Source: include/uapi/linux/seccomp.h, include/uapi/linux/filter.h; numbers from the kernel's system call tables.
enum Confinement {
  /// Takes effect at once and for good; returns what was given up, empty where the kernel has no filters.
  static func begin() -> [String] {
    guard let syscall = unsafe find("syscall", as: SystemCall.self), let prctl = find("prctl", as: Control.self)
    else { return [] }
    // PR_SET_NO_NEW_PRIVS: without it only root may set a filter.
    guard prctl(38, 1, 0, 0, 0) == 0 else { return [] }
    // Before the filter: a trapped call that nobody answers ends the process.
    guard causeway_answer_trapped_calls() == 0 else { return [] }
    let program = SystemCallFilter(process: UInt32(bitPattern: getpid())).program
    let isSet = unsafe program.withUnsafeBufferPointer { instructions in
      // struct sock_fprog: the number of instructions, then where they are.
      var description = (count: UInt16(instructions.count), first: instructions.baseAddress)
      return unsafe withUnsafePointer(to: &description) { pointer in
        // SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC: all threads, those that run already too.
        unsafe syscall(SystemCallFilter.seccomp, 1, 1, UnsafeRawPointer(pointer)) == 0
      }
    }
    return isSet ? ["file system", "network", "programs", "other processes"] : []
  }

  // Variadic in C, so Swift does not import them. Called with integers and pointers only, for which the calling
  // conventions of x86-64 and AArch64 are those of a plain function.
  private typealias SystemCall = @convention(c) (Int, Int, Int, UnsafeRawPointer) -> Int
  private typealias Control = @convention(c) (CInt, UInt, UInt, UInt, UInt) -> CInt

  private static func find<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let address = unsafe dlsym(nil, name) else { return nil }
    return unsafe unsafeBitCast(address, to: type)
  }
}

/// The program that the kernel runs before each system call: what is refused with EPERM, and what is not.
struct SystemCallFilter {
  /// `struct sock_filter`.
  struct Instruction: Equatable {
    var code: UInt16
    var ifTrue: UInt8 = 0
    var ifFalse: UInt8 = 0
    var value: UInt32
  }

  /// The process itself, which may signal its own threads: the engine stops them so.
  let process: UInt32

  private enum Code {
    // BPF_LD | BPF_W | BPF_ABS
    static let load: UInt16 = 0x20
    // BPF_JMP | BPF_JEQ | BPF_K
    static let jumpIfEqual: UInt16 = 0x15
    // BPF_JMP | BPF_JGE | BPF_K
    static let jumpIfAtLeast: UInt16 = 0x35
    // BPF_RET | BPF_K
    static let answer: UInt16 = 0x06
  }

  static let allow: UInt32 = 0x7fff_0000
  static let refuse = UInt32(0x0005_0000) | UInt32(EPERM)
  /// Not made either, but answered by a signal handler in this process (CSystemCallTrap).
  static let trap: UInt32 = 0x0003_0000

  // Offsets in struct seccomp_data, of the lower halves of arguments.
  private static let number: UInt32 = 0
  private static let architecture: UInt32 = 4
  private static let firstArgument: UInt32 = 16
  private static let thirdArgument: UInt32 = 32

  var program: [Instruction] {
    var program = [
      Instruction(code: Code.load, value: Self.architecture),
      Instruction(code: Code.jumpIfEqual, ifTrue: 1, value: Self.ownArchitecture),
      Instruction(code: Code.answer, value: Self.refuse),
      Instruction(code: Code.load, value: Self.number),
      // The second table of x86-64, by which each call could be made under another number.
      Instruction(code: Code.jumpIfAtLeast, ifFalse: 1, value: 0x4000_0000),
      Instruction(code: Code.answer, value: Self.refuse),
    ]
    for number in Self.refused {
      program.append(Instruction(code: Code.jumpIfEqual, ifFalse: 1, value: number))
      program.append(Instruction(code: Code.answer, value: Self.refuse))
    }
    // libdispatch looks up its threads with just these flags, and ends the process when that is refused.
    let looksUpThreads = UInt32(O_RDONLY | O_NONBLOCK)
    program += Self.only(Self.open, with: Self.thirdArgument, looksUpThreads, Self.trap)
    program += Self.only(Self.signalThread, with: Self.firstArgument, process, Self.allow)
    program += Self.only(Self.resourceLimits, with: Self.firstArgument, 0, Self.allow)
    program.append(Instruction(code: Code.answer, value: Self.allow))
    return program
  }

  /// Refuses a call unless one of its arguments has a value: that is answered otherwise.
  private static func only(
    _ number: UInt32, with argument: UInt32, _ value: UInt32, _ answer: UInt32
  ) -> [Instruction] {
    [
      Instruction(code: Code.jumpIfEqual, ifFalse: 4, value: number),
      Instruction(code: Code.load, value: argument),
      Instruction(code: Code.jumpIfEqual, ifTrue: 1, value: value),
      Instruction(code: Code.answer, value: refuse),
      Instruction(code: Code.answer, value: answer),
    ]
  }

  #if arch(x86_64)
    static let seccomp = 317
    private static let ownArchitecture: UInt32 = 0xC000_003E
    /// openat, which looks up a thread or is refused.
    static let open: UInt32 = 257
    /// tgkill, to this process only.
    static let signalThread: UInt32 = 234
    /// prlimit64, of this process only.
    static let resourceLimits: UInt32 = 302
    static let refused: [UInt32] = [
      // open, creat, openat2, open_by_handle_at, name_to_handle_at
      2, 85, 437, 304, 303,
      // rename, mkdir, rmdir, link, unlink, symlink, chmod, chown, lchown, truncate, mknod and their …at forms
      82, 83, 84, 86, 87, 88, 90, 92, 94, 76, 133, 258, 259, 260, 263, 264, 265, 266, 268, 316,
      // fchmodat2, and times and attributes by path: utime, utimes, futimesat, utimensat, setxattr, lsetxattr,
      // removexattr, lremovexattr, setxattrat, removexattrat
      452, 132, 235, 261, 280, 188, 189, 197, 198, 463, 466,
      // chdir, fchdir, chroot, pivot_root, mount, umount2, unshare, setns, inotify_add_watch, fanotify_mark
      80, 81, 161, 155, 165, 166, 272, 308, 254, 301,
      // open_tree, move_mount, fsopen, fspick, mount_setattr
      428, 429, 430, 433, 442,
      // socket, connect, accept, bind, listen, socketpair, accept4
      41, 42, 43, 49, 50, 53, 288,
      // fork, vfork, execve, execveat
      57, 58, 59, 322,
      // kill, tkill, rt_sigqueueinfo, rt_tgsigqueueinfo, pidfd_send_signal, pidfd_open, pidfd_getfd
      62, 200, 129, 297, 424, 434, 438,
      // ptrace, process_vm_readv, process_vm_writev, perf_event_open, bpf, userfaultfd, io_uring_setup, keys
      101, 310, 311, 298, 321, 323, 425, 248, 249, 250,
    ]
  #elseif arch(arm64)
    static let seccomp = 277
    private static let ownArchitecture: UInt32 = 0xC000_00B7
    static let open: UInt32 = 56
    static let signalThread: UInt32 = 131
    static let resourceLimits: UInt32 = 261
    static let refused: [UInt32] = [
      // openat2, open_by_handle_at, name_to_handle_at
      437, 265, 264,
      // mknodat, mkdirat, unlinkat, symlinkat, linkat, renameat, truncate, fchmodat, fchownat, renameat2
      33, 34, 35, 36, 37, 38, 45, 53, 54, 276,
      // fchmodat2, and times and attributes by path: utimensat, setxattr, lsetxattr, removexattr, lremovexattr,
      // setxattrat, removexattrat
      452, 88, 5, 6, 14, 15, 463, 466,
      // chdir, fchdir, chroot, pivot_root, mount, umount2, unshare, setns, inotify_add_watch, fanotify_mark
      49, 50, 51, 41, 40, 39, 97, 268, 27, 263,
      // open_tree, move_mount, fsopen, fspick, mount_setattr
      428, 429, 430, 433, 442,
      // socket, socketpair, bind, listen, accept, connect, accept4
      198, 199, 200, 201, 202, 203, 242,
      // execve, execveat
      221, 281,
      // kill, tkill, rt_sigqueueinfo, rt_tgsigqueueinfo, pidfd_send_signal, pidfd_open, pidfd_getfd
      129, 130, 138, 240, 424, 434, 438,
      // ptrace, process_vm_readv, process_vm_writev, perf_event_open, bpf, userfaultfd, io_uring_setup, keys
      117, 270, 271, 241, 280, 282, 425, 217, 218, 219,
    ]
  #endif
}
