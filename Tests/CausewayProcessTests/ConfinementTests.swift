import CSystemCallTrap
import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CausewayWorker

/// The filter of system calls, run as the kernel would.
@Suite(.timeLimit(.minutes(5))) struct ConfinementTests {
  private let filter = SystemCallFilter(process: 4711)

  /// What the filter answers to a call, by an interpreter of the few instructions that it uses.
  private func answer(
    number: UInt32, first: UInt32 = 0, third: UInt32 = 0, architecture: UInt32? = nil
  ) -> UInt32? {
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
          case 32: third
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

  @Test func `a file is opened by nobody, and only the look at a thread is trapped`() {
    let (look, others) = (O_RDONLY | O_NONBLOCK, [O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_DIRECTORY, O_CLOEXEC])
    #expect(answer(number: SystemCallFilter.open, third: UInt32(look)) == SystemCallFilter.trap)
    for other in others {
      #expect(answer(number: SystemCallFilter.open, third: UInt32(other)) == SystemCallFilter.refuse)
      if other != O_RDONLY {
        #expect(answer(number: SystemCallFilter.open, third: UInt32(look | other)) == SystemCallFilter.refuse)
      }
    }
  }

  /// What a trapped open of a path gives to read; nil where it is refused.
  private static func opened(_ path: String) -> String? {
    let descriptor = causeway_open_thread_state(path)
    guard descriptor >= 0 else { return descriptor == -EPERM ? nil : "error \(-descriptor)" }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readDataToEndOfFile()
      .withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Where the kernel has the state of the thread that asks.
  private static func ownState() -> String {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return "/proc/\(link?.split(separator: "/").last ?? "")/stat"
  }

  @Test func `a thread that has run since the last look runs, one that has not sleeps`() async throws {
    let (entered, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let path = Mutex("")
    let sleeper = Thread {
      path.withLock { $0 = Self.ownState() }
      entered.signal()
      leave.wait(for: "the test has looked")
    }
    sleeper.start()
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        entered.wait(for: "the thread runs")
        continuation.resume()
      }
    }
    let sleeping = path.withLock { $0 }
    #expect(Self.opened(sleeping) == "0 (thread) R")
    try await eventually("the thread sleeps") { Self.opened(sleeping) != "0 (thread) R" }
    #expect(Self.opened(sleeping) == "0 (thread) S")
    // The thread that looks runs, whichever it is.
    let running = Self.ownState()
    #expect([Self.opened(running), Self.opened(running)] == ["0 (thread) R", "0 (thread) R"])
    leave.signal()
  }

  @Test(arguments: [
    "/proc/1/stat", "/proc/0/stat", "/proc/4194305/stat", "/proc/99999999999/stat", "/proc//stat", "/proc/self/stat",
    "/proc/-1/stat", "/proc/1/status", "/etc/passwd", "", "/proc/",
  ])
  func `what is no thread of this process is refused`(path: String) { #expect(Self.opened(path) == nil) }

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
