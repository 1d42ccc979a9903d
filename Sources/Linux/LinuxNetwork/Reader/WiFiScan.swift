import Synchronization

extension NetworkReader {
  /// The access points of the last scan, strongest first.
  ///
  /// They come from the kernel's scan list; nothing is transmitted.
  ///
  /// Empty without WiFi, and while the interface is down. The kernel removes an access point from the list after 30
  /// seconds, so the list may be short; ``scan(interface:timeout:)`` fills it. Needs no privilege.
  ///
  /// - Parameter interface: the name of the WiFi interface; `nil` for all of them.
  /// - Throws: `notFound` if there is no such WiFi interface.
  public func accessPoints(interface: String? = nil) throws(NetworkError) -> [WiFiAccessPoint] {
    do throws(NetworkError) {
      guard var socket = try WirelessSocket.open() else { return try Self.none(interface) }
      let clients = try socket.clients(named: interface)
      guard !clients.isEmpty else { return try Self.none(interface) }
      var points: [WiFiAccessPoint] = []
      for client in clients {
        points += try socket.accessPoints(of: client).map { WiFiAccessPoint($0, interface: client.name) }
      }
      return points.withoutHiddenDuplicates.sorted { ($0.signalDbm ?? .min) > ($1.signalDbm ?? .min) }
    } catch  where error.meansDenied {
      return try Self.none(interface)
    }
  }

  /// Requests a new scan, waits for its end, and returns the access points: see ``accessPoints(interface:)``.
  ///
  /// Takes some seconds, and disturbs the connection a little. Needs the capability `CAP_NET_ADMIN`.
  ///
  /// - Parameters:
  ///   - interface: the name of the WiFi interface; `nil` for the first one.
  ///   - timeout: how long to wait for the end of the scan.
  /// - Throws: `permissionDenied` without the capability, `notFound` without such an interface, `failedPrecondition` if it
  ///   is down, `timedOut`, and `aborted` if the driver gave up or the task was cancelled.
  public func scan(
    interface: String? = nil, timeout: Duration = .seconds(15)
  ) async throws(NetworkError) -> [WiFiAccessPoint] {
    let waker = try SharedWaker()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        do throws(NetworkError) {
          // A separate thread: the threads of the cooperative pool must not block for seconds.
          try SystemCalls.startThread {
            continuation.resume(
              returning: Result { () throws(NetworkError) in
                try WiFiScan.run(interface, until: waker.waker, timeout)
                return try accessPoints(interface: interface)
              })
          }
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    } onCancel: {
      waker.waker.wake()
    }
    return try outcome.get()
  }

  /// No access points; throws if the caller named an interface.
  private static func none(_ interface: String?) throws(NetworkError) -> [WiFiAccessPoint] {
    guard let interface else { return [] }
    throw WiFiScan.noInterface(interface)
  }
}

/// One requested scan.
enum WiFiScan {
  static func noInterface(_ name: String?) -> NetworkError {
    let text = name.map { "There is no WiFi interface called \($0)." } ?? "There is no WiFi interface."
    return NetworkError(.notFound, "scanning for WiFi networks", explanation: text)
  }

  /// Returns when the scan has ended.
  static func run(_ name: String?, until waker: borrowing ThreadWaker, _ timeout: Duration) throws(NetworkError) {
    guard var socket = try WirelessSocket.open(), let client = try socket.clients(named: name).first else {
      throw noInterface(name)
    }
    // Joined before the scan begins, so that its end cannot be missed.
    var events = try EventSocket(.generic)
    guard let group = socket.family.groups["scan"] else {
      throw NetworkError(.unavailable, "scanning for WiFi networks")
    }
    events.join(group)
    do throws(NetworkError) {
      try socket.command(AccessPointMessage.trigger(socket.family, interface: client.index))
    } catch {
      // A scan that another program requested serves as well. The error text also reaches callers from whom hardware
      // addresses are withheld.
      guard error.meansBusy else { throw explained(error, String(kernelText: client.name).withoutHardwareAddress) }
    }
    try waitForEnd(on: client.index, &events, until: waker, timeout)
  }

  private static func waitForEnd(
    on interface: Int32, _ events: inout EventSocket, until waker: borrowing ThreadWaker, _ timeout: Duration
  ) throws(NetworkError) {
    let deadline = ContinuousClock.now + timeout
    while true {
      let rest = ContinuousClock.now.duration(to: deadline)
      guard rest > .zero else { throw NetworkError(.timedOut, "scanning for WiFi networks") }
      let ready = try SystemCalls.wait(for: [waker.readable, events.readable], timeout: rest)
      if ready[0] {
        throw NetworkError(.aborted, "scanning for WiFi networks", explanation: "The scan was cancelled.")
      }
      guard ready[1] else { continue }
      var end: ScanEnd?
      // If events were lost, the end of the scan may be among them: the current list is returned.
      let isComplete = try events.drain { bytes in end = end ?? ScanEnd(bytes, interface: interface) }
      switch end {
      case .finished: return
      case .aborted:
        throw NetworkError(.aborted, "scanning for WiFi networks", explanation: "The driver aborted the scan.")
      case nil where !isComplete: return
      case nil: continue
      }
    }
  }

  /// Adds an explanation for the person who requested the scan.
  static func explained(_ error: NetworkError, _ name: String) -> NetworkError {
    if error.code == .permissionDenied {
      return NetworkError(
        .permissionDenied, error.operation, errorNumber: error.errorNumber,
        explanation: "A new scan on \(name) needs the capability CAP_NET_ADMIN, which this process does not have.")
    }
    guard error.meansDown else { return error }
    return NetworkError(
      .failedPrecondition, error.operation, errorNumber: error.errorNumber,
      explanation: "\(name) is down: bring it up to scan.")
  }
}

/// The end of a scan, as an event reports it.
enum ScanEnd: Equatable {
  case finished, aborted

  /// `nil` if no message of the datagram reports the end of a scan on this interface.
  ///
  /// Source: `NL80211_CMD_NEW_SCAN_RESULTS` and `NL80211_CMD_SCAN_ABORTED`, include/uapi/linux/nl80211.h.
  init?(_ bytes: NetlinkBytes, interface: Int32) {
    var messages = NetlinkMessages()
    while let message = try? messages.next(in: bytes) {
      let command = bytes.uint8(in: message.payload)
      guard command == 34 || command == 35 else { continue }
      var attributes = NetlinkAttributes(in: message.payload, afterHeaderOf: GenericFamily.headerSize)
      while let attribute = attributes.next(in: bytes) {
        guard attribute.type == 3, bytes.int32(in: attribute.value) == interface else { continue }  // IFINDEX
        self = command == 34 ? .finished : .aborted
        return
      }
    }
    return nil
  }
}

extension [WiFiAccessPoint] {
  /// Removes the second, nameless entry of a hidden network whose name is known.
  var withoutHiddenDuplicates: [WiFiAccessPoint] {
    let named = Set(filter { $0.ssidBytes != nil }.compactMap(\.bssid))
    return filter { $0.ssidBytes != nil || $0.joined || !named.contains($0.bssid ?? "") }
  }
}
