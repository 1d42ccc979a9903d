/// A netlink connection: sends a request and receives its complete answer.
///
/// Calls block. They throw `timedOut` after one second without a message of the kernel.
struct NetlinkSocket: ~Copyable {
  /// The protocols of this module, include/uapi/linux/netlink.h.
  enum Family: Int32 {
    /// Links, addresses, routes: `NETLINK_ROUTE`.
    case route = 0
    /// WiFi and other families with names: `NETLINK_GENERIC`.
    case generic = 16
  }

  private let descriptor: FileDescriptor
  private let port: UInt32
  private let timeout: Duration
  private var sequence: UInt32 = 0
  /// The kernel uses at most 32 KiB for one datagram of a dump.
  private var buffer = [UInt8](repeating: 0, count: 32_768)

  init(_ family: Family, timeout: Duration = .seconds(1)) throws(NetworkError) {
    let descriptor = try SystemCalls.netlinkSocket(protocol: family.rawValue, timeout: timeout)
    port = try SystemCalls.port(of: descriptor)
    // Best effort, for better error texts and stricter filters; older kernels lack these options.
    SystemCalls.setNetlinkOption(NetlinkOption.capAcknowledgement, to: 1, on: descriptor)
    SystemCalls.setNetlinkOption(NetlinkOption.extendedAcknowledgement, to: 1, on: descriptor)
    SystemCalls.setNetlinkOption(NetlinkOption.strictChecking, to: 1, on: descriptor)
    self.descriptor = descriptor
    self.timeout = timeout
  }

  /// Sends `request` and passes each message of the answer to `body`.
  ///
  /// Returns false if a change interrupted the answer. `body` has received that answer all the same: the caller repeats
  /// the request, or marks the result as inconsistent.
  mutating func exchange(
    _ request: NetlinkRequest, _ body: (NetlinkMessage, NetlinkBytes) throws(NetworkError) -> Void
  ) throws(NetworkError) -> Bool {
    sequence &+= 1
    try SystemCalls.send(request.encoded(sequence: sequence), to: descriptor)
    var deadline = ContinuousClock.now + timeout
    var reply = NetlinkReply(to: request.operation, sequence: sequence, port: port, isDump: request.isDump)
    while !reply.isComplete {
      guard ContinuousClock.now < deadline else { throw NetworkError(.timedOut, request.operation) }
      switch try SystemCalls.receive(into: &buffer, from: descriptor) {
      case .nothing:
        throw NetworkError(.timedOut, request.operation)
      case .overflow:
        reply.loseDatagram()
      case .datagram(let length, _) where length > buffer.count:
        // Lost: enlarge the buffer for the next request. The rest of a dump must be read, or the next request is
        // refused.
        buffer = [UInt8](repeating: 0, count: length.alignedToFour)
        reply.loseDatagram()
      case .datagram(let length, let sender):
        try reply.consume(NetlinkBytes(buffer.span.extracting(0..<length)), from: sender, body)
        // A table of a million routes takes longer than the timeout. Messages of other processes extend nothing.
        if sender == 0 { deadline = .now + timeout }
      }
    }
    return !reply.isInterrupted
  }
}

/// Socket options of netlink, include/uapi/linux/netlink.h.
enum NetlinkOption {
  static let addMembership: Int32 = 1
  static let capAcknowledgement: Int32 = 10
  static let extendedAcknowledgement: Int32 = 11
  static let strictChecking: Int32 = 12
}

/// The records of a dump, and whether they form one state of the kernel.
struct Dump<Record> {
  var records: [Record] = []
  var isConsistent = true

  /// Repeats an interrupted dump, at most five times in all; the last attempt is kept.
  ///
  /// `attempt` passes on each record, and returns whether the dump was complete.
  static func retrying(
    _ attempt: (_ take: (Record) -> Void) throws(NetworkError) -> Bool
  ) throws(NetworkError) -> Dump {
    var dump = Dump()
    for _ in 0..<5 {
      dump.records.removeAll(keepingCapacity: true)
      dump.isConsistent = try attempt { dump.records.append($0) }
      if dump.isConsistent { break }
    }
    return dump
  }
}

extension NetlinkSocket {
  /// Reads a complete table.
  ///
  /// An interrupted dump is repeated, at most five times in all.
  mutating func dump<Record>(
    _ request: NetlinkRequest, _ parse: (NetlinkMessage, NetlinkBytes) throws(NetworkError) -> Record?
  ) throws(NetworkError) -> Dump<Record> {
    try Dump.retrying { take throws(NetworkError) in
      try exchange(request) { message, bytes throws(NetworkError) in
        if let record = try parse(message, bytes) { take(record) }
      }
    }
  }

  /// Requests one record.
  mutating func lookup<Record>(
    _ request: NetlinkRequest, _ parse: (NetlinkMessage, NetlinkBytes) throws(NetworkError) -> Record?
  ) throws(NetworkError) -> Record? {
    try dump(request, parse).records.first
  }
}
