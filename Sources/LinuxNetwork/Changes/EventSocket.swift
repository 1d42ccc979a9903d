/// A socket that the kernel sends events to, those of the groups it joined.
struct EventSocket: ~Copyable {
  private let descriptor: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 32_768)

  init(_ family: NetlinkSocket.Family) throws(NetworkError) {
    descriptor = try SystemCalls.netlinkSocket(protocol: family.rawValue, timeout: .seconds(1))
    // Room for some 400 link events; the kernel's default holds 92.
    SystemCalls.setReceiveBuffer(1 << 20, on: descriptor)
  }

  var readable: SystemCalls.Readable { descriptor.readable }

  /// Joins a group; joining twice is joining once.
  ///
  /// Groups that this kernel lacks are left out.
  func join(_ group: UInt32) {
    SystemCalls.setNetlinkOption(NetlinkOption.addMembership, to: Int32(bitPattern: group), on: descriptor)
  }

  /// Hands over what waits, without waiting for more.
  ///
  /// Returns false if the kernel had to drop events.
  ///
  /// Reads no more than a thousand datagrams, so that a storm cannot keep the thread from hearing that it shall end.
  mutating func drain(_ body: (NetlinkBytes) -> Void) throws(NetworkError) -> Bool {
    var isComplete = true
    for _ in 0..<1000 {
      switch try SystemCalls.receive(into: &buffer, from: descriptor, waiting: false) {
      case .nothing: return isComplete
      case .overflow: isComplete = false
      case .datagram(_, let sender) where sender != 0: continue
      case .datagram(let length, _): body(NetlinkBytes(buffer.span.extracting(0..<min(length, buffer.count))))
      }
    }
    return isComplete
  }
}
