import CSystemCallTrap
import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CausewayChild

/// The system call filter, interpreted like in the kernel.
@Suite(.timeLimit(.minutes(5))) struct ConfinementTests {
  /// The filter's answer to a call, from an interpreter of its few instructions.
  private func answer(
    _ architecture: SystemCallFilter.Architecture, _ number: Int, _ arguments: [Int] = [], identifier: UInt32? = nil
  ) -> UInt32? {
    let program = SystemCallFilter(process: 4711, architecture: architecture).program
    var accumulator: UInt32 = 0
    var index = 0
    while program.indices.contains(index) {
      let instruction = program[index]
      index += 1
      var isTrue = false
      switch instruction.code {
      case 0x20:
        switch instruction.value {
        case 0: accumulator = UInt32(truncatingIfNeeded: number)
        case 4: accumulator = identifier ?? architecture.identifier
        case 16..<64 where instruction.value % 8 == 0:
          let position = Int(instruction.value - 16) / 8
          accumulator = UInt32(truncatingIfNeeded: position < arguments.count ? arguments[position] : 0)
        default: return nil
        }
        continue
      case 0x15: isTrue = accumulator == instruction.value
      case 0x35: isTrue = accumulator >= instruction.value
      case 0x45: isTrue = accumulator & instruction.value != 0
      case 0x06: return instruction.value
      default: return nil
      }
      index += Int(isTrue ? instruction.ifTrue : instruction.ifFalse)
    }
    return nil
  }

  /// Arguments with which a checked call is allowed, and arguments with which it is denied.
  private static let checked: [String: (answered: [[Int]], refused: [[Int]])] = [
    "clone": ([[0x3d_0f00]], [[0], [17], [0x3d_0f00 | 17], [0x4111], [0x3d_0f00 | 0x1000_0000], [0x3d_0e00], [-1]]),
    "mmap": (
      [[0, 4096, 0, 0x22], [0, 4096, 3, 0x22], [0, 4096, 3, 0x21]],
      [
        [0, 4096, 7, 0x22], [0, 4096, 4, 0x22], [0, 4096, 5, 0x22], [0, 4096, 1, 2], [0, 4096, 4, 2],
        [0, 4096, 3, 0x4_0022], [0, 4096, 3, 0x4_0021],
      ]
    ),
    "mprotect": ([[0, 4096, 0], [0, 4096, 1], [0, 4096, 3]], [[0, 4096, 4], [0, 4096, 7], [0, 4096, -1]]),
    "tgkill": ([[4711, 1, 10], [4711, 4711, 9]], [[1, 1, 9], [0, 0, 0], [-1, -1, 0], [-4711, 1, 9]]),
    "sendto": ([[3, 0, 1, 0x4000], [3, 0, 1, 0x4040]], [[3, 0, 1, 1], [3, 0, 1, 0x4001]]),
    "sched_getaffinity": ([[0, 128]], [[1, 128], [4711, 128], [-1, 128]]),
    "fcntl": (
      [[3, 3], [3, 4, 2048]], (0...15).filter { $0 != 3 && $0 != 4 }.map { [3, $0] } + [[3, 1024], [3, 1030]]
    ),
    "ioctl": ([[3, 0x541b]], [[3, 0x5412], [3, 0x5452], [3, 0x8901], [3, 0x8902], [3, 0x5421], [3, 0x5401]]),
    "prctl": ([[15]], [[1], [4], [8], [22], [23], [38], [47], [0x5961_6d61], [0]]),
    "setpriority": ([[0, 0, 0]], [[0, 0, 1], [0, 0, -1], [0, 1, 0], [1, 0, 0], [2, 0, 0]]),
    "clock_nanosleep": ([[0], [1]], [[2], [3], [-6], [7]]),
    "clock_gettime": ([[0], [1], [2], [3], [4], [7], [~1 << 3 | 6]], [[~1 << 3 | 2], [~1 << 3 | 0], [~0 << 3 | 3]]),
    "openat": (
      [[-100, 0, 0o4000]],
      [
        [-100, 0, 0], [-100, 0, 1], [-100, 0, 0o4001], [-100, 0, 0o4100], [-100, 0, 0o2004000], [-100, 0, 0o200000],
      ]
    ),
  ]

  private static let some = [[], [-1, -1, -1, -1, -1, -1], [1, 1, 1, 1, 1, 1]]

  @Test(arguments: SystemCallFilter.Architecture.allCases)
  func `the filter's result for each number matches the reviewed table`(architecture: SystemCallFilter.Architecture)
    throws
  {
    let table = try SystemCallTable(architecture)
    #expect(table.calls.count > 300)
    for number in 0..<1024 {
      let call = table.call(number)
      let answers = Self.some.map { answer(architecture, number, $0) }
      switch call.action {
      case .allowed: #expect(answers == Self.some.map { _ in SystemCallFilter.allow }, "\(call)")
      case .refused, .unseen: #expect(answers == Self.some.map { _ in SystemCallFilter.refuse }, "\(call)")
      case .absent: #expect(answers == Self.some.map { _ in SystemCallFilter.absent }, "\(call)")
      case .checked:
        let (answered, refused) = try #require(Self.checked[call.name], "\(call)")
        let expected = call.name == "openat" ? SystemCallFilter.trap : SystemCallFilter.allow
        for arguments in answered {
          #expect(answer(architecture, number, arguments) == expected, "\(call) \(arguments)")
        }
        let otherwise = call.name == "sched_getaffinity" ? SystemCallFilter.absent : SystemCallFilter.refuse
        for arguments in refused {
          #expect(answer(architecture, number, arguments) == otherwise, "\(call) \(arguments)")
        }
      }
    }
  }

  @Test(arguments: SystemCallFilter.Architecture.allCases)
  func `an allowed call has its own number`(architecture: SystemCallFilter.Architecture) throws {
    let table = try SystemCallTable(architecture)
    for call in AllowedSystemCall.all {
      let number = architecture == .x86 ? call.x86 : call.arm
      #expect(number.map(Int.init) == table.number(call.name), "\(call.name)")
    }
  }

  #if arch(x86_64)
  /// The kernel's numbers by name, from the system's headers: `#define __NR_openat 257`.
  @Test func `the reviewed table has the kernel's names`() throws {
    let header = try String(contentsOfFile: "/usr/include/x86_64-linux-gnu/asm/unistd_64.h", encoding: .utf8)
    let table = try SystemCallTable(.x86)
    let defined = header.split(separator: "\n").map { $0.split(separator: " ") }
      .filter { $0.count == 3 && $0[1].hasPrefix("__NR_") }
    #expect(defined.count > 300)
    for words in defined {
      let number = try #require(Int(words[2]))
      // Those of a newer kernel than the table's are absent for a child.
      guard number < SystemCallFilter.firstUnknown else { continue }
      #expect(table.call(number).name == words[1].dropFirst(5))
    }
  }
  #endif

  /// The content of a trapped open of a path; nil if it is denied.
  private static func opened(_ path: String) -> String? {
    let descriptor = causeway_open_thread_state(path)
    guard descriptor >= 0 else { return descriptor == -EPERM ? nil : "error \(-descriptor)" }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readDataToEndOfFile()
      .withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// The path of the kernel's state of the calling thread.
  private static func ownState() -> String {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return "/proc/\(link?.split(separator: "/").last ?? "")/stat"
  }

  @Test func `a thread that has run since the last check is running, one that has not is sleeping`() async throws {
    let (entered, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let path = Mutex("")
    let sleeper = Thread {
      path.withLock { $0 = Self.ownState() }
      entered.signal()
      leave.wait(for: "the test has checked")
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
    // The checking thread itself is running.
    let running = Self.ownState()
    #expect([Self.opened(running), Self.opened(running)] == ["0 (thread) R", "0 (thread) R"])
    leave.signal()
  }

  @Test(arguments: [
    "/proc/1/stat", "/proc/0/stat", "/proc/4194305/stat", "/proc/99999999999/stat", "/proc//stat", "/proc/self/stat",
    "/proc/-1/stat", "/proc/1/status", "/etc/passwd", "", "/proc/",
  ])
  func `a thread of another process is rejected`(path: String) { #expect(Self.opened(path) == nil) }

  @Test func `other architectures and the x32 table are denied`() {
    for number in 0..<1024 {
      #expect(answer(.x86, number, identifier: 0x4000_0003) == SystemCallFilter.refuse)
      #expect(answer(.arm, number, identifier: 0x4000_0028) == SystemCallFilter.refuse)
      #expect(answer(.x86, 0x4000_0000 | number) == SystemCallFilter.refuse)
    }
  }

  @Test(arguments: SystemCallFilter.Architecture.allCases)
  func `no jump leaves the filter program`(architecture: SystemCallFilter.Architecture) {
    let program = SystemCallFilter(process: 4711, architecture: architecture).program
    #expect(program.count <= 4096)
    for (index, instruction) in program.enumerated() {
      let longest = Int(max(instruction.ifTrue, instruction.ifFalse))
      #expect(instruction.code == 0x06 || index + 1 + longest < program.count)
    }
  }

  @Test(arguments: [
    ("/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"), ("../usr/share/zoneinfo/Etc/UTC", "Etc/UTC"),
    ("/usr/share/zoneinfo/posix/Asia/Tokyo", "posix/Asia/Tokyo"), ("/usr/share/zoneinfo/", nil), ("/etc/timezone", nil),
    ("", nil),
  ])
  func `the system's time zone has the name of its link`(target: String, name: String?) {
    #expect(TimeZoneName.of(link: target) == name)
  }
}
