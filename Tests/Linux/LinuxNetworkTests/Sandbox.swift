import Glibc

/// Denies netlink to the calling thread, as containers and service managers do.
enum Sandbox {
  struct Refused: Error { let step: String }

  /// The number of the system call `socket`.
  #if arch(x86_64)
  private static let socketCall: UInt32 = 41
  #else
  private static let socketCall: UInt32 = 198
  #endif

  /// Permanently denies netlink sockets to this thread, or those of one protocol, with `EAFNOSUPPORT`.
  static func denyNetlink(onlyProtocol protocol: UInt32? = nil) throws {
    // struct sock_filter: an instruction of classic BPF. The filter's input is a struct seccomp_data.
    struct Instruction {
      let code: UInt16
      let ifTrue: UInt8
      let ifFalse: UInt8
      let value: UInt32
    }
    struct Program {
      let length: UInt16
      let instructions: UnsafePointer<Instruction>
    }
    let (load, equals, always, answer): (UInt16, UInt16, UInt16, UInt16) = (0x20, 0x15, 0x35, 0x06)
    // Without a protocol, this comparison always holds.
    let comparison = `protocol`.map { (equals, $0) } ?? (always, 0)
    let program = [
      Instruction(code: load, ifTrue: 0, ifFalse: 0, value: 0),  // the system call's number
      Instruction(code: equals, ifTrue: 0, ifFalse: 5, value: socketCall),
      Instruction(code: load, ifTrue: 0, ifFalse: 0, value: 16),  // its first argument, the family
      Instruction(code: equals, ifTrue: 0, ifFalse: 3, value: UInt32(AF_NETLINK)),
      Instruction(code: load, ifTrue: 0, ifFalse: 0, value: 32),  // its third argument, the protocol
      Instruction(code: comparison.0, ifTrue: 0, ifFalse: 1, value: comparison.1),
      Instruction(code: answer, ifTrue: 0, ifFalse: 0, value: 0x0005_0000 | UInt32(EAFNOSUPPORT)),
      Instruction(code: answer, ifTrue: 0, ifFalse: 0, value: 0x7fff_0000),  // allow
    ]
    // Swift cannot call variadic functions; on Linux their arguments are passed as those of any other function.
    typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    guard let symbol = dlsym(nil, "prctl") else { throw Refused(step: "finding prctl") }
    let control = unsafeBitCast(symbol, to: Control.self)
    guard control(38, 1, 0, 0, 0) == 0 else { throw Refused(step: "setting PR_SET_NO_NEW_PRIVS") }
    let installed = program.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      return withUnsafePointer(to: Program(length: UInt16(buffer.count), instructions: base)) {
        control(22, 2, UInt(bitPattern: $0), 0, 0) == 0  // PR_SET_SECCOMP, SECCOMP_MODE_FILTER
      }
    }
    guard installed else { throw Refused(step: "installing the filter") }
  }
}
