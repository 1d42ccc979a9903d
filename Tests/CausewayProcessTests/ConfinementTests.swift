import Foundation
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

  /// The kernel's numbers by name, as the system's headers have them: `#define __NR_openat 257`, or `__NR3264_…`.
  private static func numbers() throws -> [Substring: UInt32] {
    #if arch(x86_64)
      let header = "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"
    #else
      let header = "/usr/include/asm-generic/unistd.h"
    #endif
    let lines = try String(contentsOfFile: header, encoding: .utf8).split(separator: "\n")
    let pairs = lines.map { $0.split(separator: " ") }.compactMap { words -> (Substring, UInt32)? in
      guard words.count == 3, words[0] == "#define", words[1].hasPrefix("__NR") else { return nil }
      return UInt32(words[2]).map { (words[1].dropFirst(2).drop { $0 != "_" }.dropFirst(), $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  @Test(arguments: [
    "openat openat2 open_by_handle_at mknodat mkdirat unlinkat symlinkat linkat renameat2 truncate",
    "fchmodat fchownat utimensat setxattr lsetxattr removexattr lremovexattr inotify_add_watch fanotify_mark",
    "chdir fchdir chroot pivot_root mount umount2 unshare setns open_tree move_mount fsopen fspick mount_setattr",
    "socket socketpair connect bind listen accept accept4",
    "execve execveat kill tkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_send_signal pidfd_open pidfd_getfd ptrace",
    "process_vm_readv process_vm_writev perf_event_open bpf userfaultfd io_uring_setup add_key request_key keyctl",
  ])
  func `whatever opens, changes or watches files, or reaches other processes, is refused`(names: String) throws {
    let numbers = try ConfinementTests.numbers()
    for name in names.split(separator: " ") {
      #expect(answer(number: try #require(numbers[name])) == SystemCallFilter.refuse, "\(name)")
    }
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
