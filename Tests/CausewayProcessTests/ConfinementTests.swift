import Glibc
import Testing

@testable import CausewayWorker

/// The filter of system calls, run as the kernel would.
@Suite struct ConfinementTests {
  private let filter = SystemCallFilter(process: 4711)

  /// What the filter answers to a call, by an interpreter of the few instructions that it uses.
  private func answer(number: UInt32, first: UInt32 = 0, architecture: UInt32? = nil) -> UInt32? {
    let program = filter.program
    let own = program[1].value
    var accumulator: UInt32 = 0
    var index = 0
    while program.indices.contains(index) {
      let instruction = program[index]
      index += 1
      switch instruction.code {
      case 0x20:
        accumulator =
          switch instruction.value {
          case 0: number
          case 4: architecture ?? own
          case 16: first
          default: 0xdead
          }
      case 0x15: index += Int(accumulator == instruction.value ? instruction.ifTrue : instruction.ifFalse)
      case 0x35: index += Int(accumulator >= instruction.value ? instruction.ifTrue : instruction.ifFalse)
      case 0x06: return instruction.value
      default: return nil
      }
    }
    return nil
  }

  @Test func `every call of the list is refused`() {
    for number in SystemCallFilter.refused { #expect(answer(number: number) == SystemCallFilter.refuse) }
  }

  /// By the numbers of the system's headers, so that ours are compared with the kernel's.
  @Test func `whatever opens a file, changes one or leaves the process is refused`() {
    let names = [
      SYS_openat, SYS_openat2, SYS_mknodat, SYS_mkdirat, SYS_unlinkat, SYS_symlinkat, SYS_linkat, SYS_renameat2,
      SYS_truncate, SYS_fchmodat, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr, SYS_removexattr,
      SYS_lremovexattr, SYS_inotify_add_watch, SYS_fanotify_mark, SYS_chdir, SYS_fchdir, SYS_chroot, SYS_pivot_root,
      SYS_mount, SYS_umount2, SYS_unshare, SYS_setns, SYS_open_tree, SYS_move_mount, SYS_fsopen, SYS_fspick,
      SYS_open_by_handle_at, SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
      SYS_execve, SYS_execveat, SYS_kill, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo,
      SYS_pidfd_send_signal, SYS_pidfd_open, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
      SYS_perf_event_open, SYS_bpf, SYS_userfaultfd, SYS_io_uring_setup, SYS_add_key, SYS_request_key, SYS_keyctl,
    ]
    for name in names { #expect(answer(number: UInt32(name)) == SystemCallFilter.refuse, "system call \(name)") }
  }

  @Test func `what a runtime needs is allowed`() {
    #if arch(x86_64)
      // read, write, close, mmap, mprotect, munmap, rt_sigaction, madvise, futex, clone, exit_group, epoll_wait, clone3
      let needed: [UInt32] = [0, 1, 3, 9, 10, 11, 13, 28, 202, 56, 231, 232, 435]
    #else
      let needed: [UInt32] = [63, 64, 57, 222, 226, 215, 134, 233, 98, 220, 94, 22, 435]
    #endif
    for number in needed { #expect(answer(number: number) == SystemCallFilter.allow) }
  }

  @Test func `threads of its own may be signalled, those of others not`() {
    #expect(answer(number: SystemCallFilter.signalThread, first: 4711) == SystemCallFilter.allow)
    #expect(answer(number: SystemCallFilter.signalThread, first: 1) == SystemCallFilter.refuse)
    #expect(answer(number: SystemCallFilter.resourceLimits, first: 0) == SystemCallFilter.allow)
    #expect(answer(number: SystemCallFilter.resourceLimits, first: 1) == SystemCallFilter.refuse)
  }

  @Test func `another architecture and the second table of calls are refused`() {
    #expect(answer(number: 0, architecture: 0x4000_0003) == SystemCallFilter.refuse)
    #expect(answer(number: 0x4000_0000) == SystemCallFilter.refuse)
  }

  @Test func `no jump leaves the program`() {
    let program = filter.program
    #expect(program.count <= 4096)
    for (index, instruction) in program.enumerated() {
      let longest = Int(max(instruction.ifTrue, instruction.ifFalse))
      #expect(instruction.code == 0x06 || index + 1 + longest < program.count)
    }
  }
}
