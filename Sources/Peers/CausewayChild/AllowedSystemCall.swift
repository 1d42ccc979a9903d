import Glibc

/// A system call that a confined child may make.
struct AllowedSystemCall {
  /// A condition for an argument; all conditions of a call must hold.
  enum Condition: Equatable {
    /// The lower half of the argument at an index equals one of these.
    case isOne(of: [UInt32], at: Int)
    /// The lower half of the argument at an index has all of these bits.
    case has(UInt32, at: Int)
    /// The lower half of the argument at an index has none of these bits.
    case hasNone(of: UInt32, at: Int)
    /// The argument at an index is the process's own id.
    case isOwnProcess(at: Int)
    /// The argument at an index is not a clock of another process's processor time.
    case isNoForeignClock(at: Int)
  }

  enum Answer {
    case allow
    /// The call is not made; the signal handler of CSystemCallTrap answers it.
    case trap
  }

  let name: String
  /// The number on x86-64; nil if that architecture lacks the call.
  let x86: UInt32?
  /// The number on AArch64.
  let arm: UInt32?
  let conditions: [Condition]
  let answer: Answer
  /// Whether the kernel seems to lack a call whose conditions do not hold; otherwise it is refused.
  let isAbsentOtherwise: Bool

  init(
    _ name: String, _ x86: UInt32?, _ arm: UInt32?, _ conditions: Condition..., answer: Answer = .allow,
    isAbsentOtherwise: Bool = false
  ) {
    self.name = name
    self.x86 = x86
    self.arm = arm
    self.conditions = conditions
    self.answer = answer
    self.isAbsentOtherwise = isAbsentOtherwise
  }
}

extension AllowedSystemCall {
  /// All system calls that a started child needs; every other one is denied.
  ///
  /// The list was measured: strace of every child of this package's tests, and of scripts that use the whole engine,
  /// after the filter was set, on x86-64 with glibc 2.36. It also has similar calls that a native handler or another
  /// version of the same libraries uses instead. Frequent calls are first, since the kernel searches from the top.
  ///
  /// Source of the numbers: arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h.
  static let all: [AllowedSystemCall] = [
    // Locks and time.
    AllowedSystemCall("futex", 202, 98),
    AllowedSystemCall("sched_yield", 24, 124),
    // The C library answers these two without the kernel, unless only the kernel can read the machine's clock.
    AllowedSystemCall("clock_gettime", 228, 113, .isNoForeignClock(at: 0)),
    AllowedSystemCall("gettimeofday", 96, 169),
    AllowedSystemCall(
      "clock_nanosleep", 230, 115, .isOne(of: [UInt32(CLOCK_REALTIME), UInt32(CLOCK_MONOTONIC)], at: 0)),
    // The kernel uses it for a wait that SIGSTOP interrupted.
    AllowedSystemCall("restart_syscall", 219, 128),

    // Open descriptors, and event loops; none of these opens a file or a connection.
    AllowedSystemCall("read", 0, 63),
    AllowedSystemCall("write", 1, 64),
    // Not with urgent data, which no link has and whose code in the kernel is seldom used (CVE-2025-38236).
    AllowedSystemCall("sendto", 44, 206, .hasNone(of: UInt32(MSG_OOB), at: 3)),
    AllowedSystemCall("pread64", 17, 67),
    AllowedSystemCall("close", 3, 57),
    AllowedSystemCall("shutdown", 48, 210),
    AllowedSystemCall("poll", 7, nil),
    AllowedSystemCall("ppoll", 271, 73),
    AllowedSystemCall("epoll_wait", 232, nil),
    AllowedSystemCall("epoll_pwait", 281, 22),
    AllowedSystemCall("epoll_ctl", 233, 21),
    AllowedSystemCall("epoll_create1", 291, 20),
    AllowedSystemCall("eventfd2", 290, 19),
    AllowedSystemCall("timerfd_create", 283, 85),
    AllowedSystemCall("timerfd_settime", 286, 86),
    // For the answer of the signal handler.
    AllowedSystemCall("pipe2", 293, 59),
    AllowedSystemCall("ioctl", 16, 29, .isOne(of: [UInt32(FIONREAD)], at: 1)),
    AllowedSystemCall("fcntl", 72, 25, .isOne(of: [UInt32(F_GETFL), UInt32(F_SETFL)], at: 1)),

    // Memory: anonymous and not executable, in pages that count as resident. The engine has already reserved all memory for compiled code.
    AllowedSystemCall("madvise", 28, 233),
    AllowedSystemCall(
      "mmap", 9, 222, .hasNone(of: UInt32(PROT_EXEC), at: 2), .has(UInt32(MAP_ANONYMOUS), at: 3),
      .hasNone(of: hugePages, at: 3)),
    AllowedSystemCall("munmap", 11, 215),
    AllowedSystemCall("mprotect", 10, 226, .hasNone(of: UInt32(PROT_EXEC), at: 2)),
    AllowedSystemCall("mremap", 25, 216),
    AllowedSystemCall("brk", 12, 214),

    // Threads of this process, with exactly the flags of the C library. Other flags create a process.
    AllowedSystemCall("clone", 56, 220, .isOne(of: [threadFlags], at: 0)),
    AllowedSystemCall("set_robust_list", 273, 99),
    AllowedSystemCall("rseq", 334, 293),
    AllowedSystemCall("gettid", 186, 178),
    AllowedSystemCall("prctl", 157, 167, .isOne(of: [setName], at: 0)),
    // Of the calling thread. With the id of another one it would tell which processes there are. The engine reads the stack
    // bounds of new threads, for which the C library asks with their ids, and goes on without this call.
    AllowedSystemCall("sched_getaffinity", 204, 123, .isOne(of: [0], at: 0), isAbsentOtherwise: true),
    // libdispatch sets the priority of its own threads; only the default priority is allowed.
    AllowedSystemCall(
      "setpriority", 141, 140, .isOne(of: [UInt32(PRIO_PROCESS.rawValue)], at: 0), .isOne(of: [0], at: 1),
      .isOne(of: [0], at: 2)),
    AllowedSystemCall("exit", 60, 93),
    AllowedSystemCall("exit_group", 231, 94),

    // Signals to threads of this process, with which the engine stops them for garbage collection.
    AllowedSystemCall("rt_sigprocmask", 14, 135),
    AllowedSystemCall("rt_sigaction", 13, 134),
    AllowedSystemCall("rt_sigreturn", 15, 139),
    AllowedSystemCall("rt_sigsuspend", 130, 133),
    // A thread's signal stack, which the address sanitizer and other language runtimes set for each thread.
    AllowedSystemCall("sigaltstack", 131, 132),
    AllowedSystemCall("getpid", 39, 172),
    AllowedSystemCall("tgkill", 234, 131, .isOwnProcess(at: 0)),

    AllowedSystemCall("getrandom", 318, 278),
    // For the size of memory: `qsort` of the C library before 2.37 does not check for an error.
    AllowedSystemCall("sysinfo", 99, 179),
    // libdispatch reads its threads' state in /proc with exactly these flags, and aborts if that fails.
    AllowedSystemCall("openat", 257, 56, .isOne(of: [UInt32(O_RDONLY | O_NONBLOCK)], at: 2), answer: .trap),
  ]

  /// CLONE_VM, FS, FILES, SIGHAND, THREAD, SYSVSEM, SETTLS, PARENT_SETTID and CHILD_CLEARTID: the flags of
  /// `pthread_create`.
  private static let threadFlags: UInt32 = 0x3d_0f00
  /// MAP_HUGETLB.
  private static let hugePages: UInt32 = 0x4_0000
  /// PR_SET_NAME.
  private static let setName: UInt32 = 15
}
