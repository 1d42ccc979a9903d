/// A socket that receives the events of the multicast groups that it joined.
struct EventSocket: ~Copyable {
  private let descriptor: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 32_768)

  init(_ family: NetlinkSocket.Family) throws(NetworkError) {
    descriptor = try SystemCalls.netlinkSocket(protocol: family.rawValue, timeout: .seconds(1))
    // Room for about 400 link events; the kernel's default has room for 92.
    SystemCalls.setReceiveBuffer(1 << 20, on: descriptor)
  }

  var readable: SystemCalls.Readable { descriptor.readable }

  /// Joins a group; joining twice has no effect.
  ///
  /// A group that this kernel lacks is ignored.
  func join(_ group: UInt32) {
    SystemCalls.setNetlinkOption(NetlinkOption.addMembership, to: Int32(bitPattern: group), on: descriptor)
  }

  /// Passes the pending datagrams to `body`, without waiting.
  ///
  /// Returns false if the kernel dropped events. Reads at most a thousand datagrams, so that an event storm cannot
  /// delay the thread's end.
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
