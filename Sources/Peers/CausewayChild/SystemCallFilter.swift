import Glibc

/// The program that the kernel runs before each system call of a confined child.
///
/// It allows the calls of ``AllowedSystemCall/all``; the kernel answers every other call with an error number.
///
/// Source: include/uapi/linux/seccomp.h, include/uapi/linux/filter.h, include/uapi/linux/audit.h.
struct SystemCallFilter {
  /// `struct sock_filter`.
  struct Instruction: Equatable {
    var code: UInt16
    var ifTrue: UInt8 = 0
    var ifFalse: UInt8 = 0
    var value: UInt32
  }

  /// A table of system calls.
  enum Architecture: CaseIterable {
    case x86
    case arm

    #if arch(x86_64)
    static let own = Architecture.x86
    #elseif arch(arm64)
    static let own = Architecture.arm
    #endif

    /// `AUDIT_ARCH_X86_64` or `AUDIT_ARCH_AARCH64`.
    var identifier: UInt32 { self == .x86 ? 0xC000_003E : 0xC000_00B7 }
  }

  /// The id of the process, which may signal its own threads.
  let process: UInt32
  var architecture = Architecture.own

  private enum Code {
    // BPF_LD | BPF_W | BPF_ABS
    static let load: UInt16 = 0x20
    // BPF_JMP | BPF_JEQ | BPF_K
    static let jumpIfEqual: UInt16 = 0x15
    // BPF_JMP | BPF_JGE | BPF_K
    static let jumpIfAtLeast: UInt16 = 0x35
    // BPF_JMP | BPF_JSET | BPF_K
    static let jumpIfAnyBit: UInt16 = 0x45
    // BPF_RET | BPF_K
    static let answer: UInt16 = 0x06
  }

  /// `SECCOMP_RET_ALLOW`.
  static let allow: UInt32 = 0x7fff_0000
  /// `SECCOMP_RET_ERRNO` with `EPERM`.
  static let refuse = UInt32(0x0005_0000) | UInt32(EPERM)
  /// `SECCOMP_RET_ERRNO` with `ENOSYS`: the answer of a kernel without the call.
  static let absent = UInt32(0x0005_0000) | UInt32(ENOSYS)
  /// `SECCOMP_RET_TRAP`.
  static let trap: UInt32 = 0x0003_0000

  /// A call whose arguments are in memory, which a filter cannot read.
  ///
  /// Without it the C library creates threads with `clone`.
  static let clone3: UInt32 = 435
  /// The first unassigned number in Linux 6.18.
  ///
  /// Libraries try newer calls, and fall back to older ones if the kernel lacks them.
  static let firstUnknown: UInt32 = 470
  /// `__X32_SYSCALL_BIT`: the x32 table of x86-64, which has each call under another number.
  private static let secondTable: UInt32 = 0x4000_0000

  // Offsets in `struct seccomp_data`.
  private static let number: UInt32 = 0
  private static let identifier: UInt32 = 4
  /// The offset of the lower half of an argument, on a little-endian machine.
  private static func argument(_ index: Int) -> UInt32 { UInt32(16 + 8 * index) }

  var program: [Instruction] {
    var program = [
      Instruction(code: Code.load, value: Self.identifier),
      Instruction(code: Code.jumpIfEqual, ifTrue: 1, value: architecture.identifier),
      Instruction(code: Code.answer, value: Self.refuse),
      Instruction(code: Code.load, value: Self.number),
      Instruction(code: Code.jumpIfAtLeast, ifFalse: 1, value: Self.secondTable),
      Instruction(code: Code.answer, value: Self.refuse),
    ]
    for call in AllowedSystemCall.all {
      guard let number = architecture == .x86 ? call.x86 : call.arm else { continue }
      let body = body(call)
      program.append(Instruction(code: Code.jumpIfEqual, ifFalse: UInt8(body.count), value: number))
      program += body
    }
    program += [
      Instruction(code: Code.jumpIfEqual, ifTrue: 1, value: Self.clone3),
      Instruction(code: Code.jumpIfAtLeast, ifFalse: 1, value: Self.firstUnknown),
      Instruction(code: Code.answer, value: Self.absent),
      Instruction(code: Code.answer, value: Self.refuse),
    ]
    return program
  }

  /// The instructions for a call whose number matched.
  private func body(_ call: AllowedSystemCall) -> [Instruction] {
    let answer = Instruction(code: Code.answer, value: call.answer == .allow ? Self.allow : Self.trap)
    guard !call.conditions.isEmpty else { return [answer] }
    // In reverse order, since a failed condition jumps over the following ones.
    var body = [answer, Instruction(code: Code.answer, value: call.isAbsentOtherwise ? Self.absent : Self.refuse)]
    for condition in call.conditions.reversed() { body = check(condition, jumpingOver: UInt8(body.count - 1)) + body }
    return body
  }

  /// Continues with the next instruction if a condition holds, otherwise skips `count` more instructions.
  private func check(_ condition: AllowedSystemCall.Condition, jumpingOver count: UInt8) -> [Instruction] {
    func load(_ index: Int) -> Instruction { Instruction(code: Code.load, value: Self.argument(index)) }
    switch condition {
    case .isOne(let values, let index):
      return [load(index)]
        + values.enumerated().map { position, value in
          let left = UInt8(values.count - 1 - position)
          return Instruction(code: Code.jumpIfEqual, ifTrue: left, ifFalse: left == 0 ? count : 0, value: value)
        }
    case .isNoForeignClock(let index):
      // From include/linux/posix-timers.h: a negative number with CPUCLOCK_PERTHREAD_MASK is the clock of a thread,
      // which the kernel reads only for threads of the same process; one without it can belong to any process.
      return [
        load(index), Instruction(code: Code.jumpIfAnyBit, ifTrue: 1, value: 4),
        Instruction(code: Code.jumpIfAtLeast, ifTrue: count, value: 0x8000_0000),
      ]
    case .isOwnProcess(let index): return check(.isOne(of: [process], at: index), jumpingOver: count)
    case .has(let bits, let index):
      // One bit at a time, because a jump by bits tests for any of them.
      precondition(bits.nonzeroBitCount == 1, "A condition must test exactly one bit.")
      return [load(index), Instruction(code: Code.jumpIfAnyBit, ifFalse: count, value: bits)]
    case .hasNone(let bits, let index):
      return [load(index), Instruction(code: Code.jumpIfAnyBit, ifTrue: count, value: bits)]
    }
  }
}
