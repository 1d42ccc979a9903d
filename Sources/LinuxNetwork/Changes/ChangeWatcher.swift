/// Listens to the kernel on a thread of its own, and reports each status that is news.
///
/// Events only say *when* to look. What is reported is always read whole, so that no lost, late or partial event can make
/// it wrong.
struct ChangeWatcher: ~Copyable {
  private typealias Continuation = AsyncThrowingStream<NetworkStatus, any Error>.Continuation

  private let reader = NetworkReader()
  private var route: EventSocket
  private var generic: EventSocket
  private var detector: ChangeDetector

  /// Begins to watch, until the stream is no longer wanted.
  static func start(
    settle: Duration, reportingTo continuation: AsyncThrowingStream<NetworkStatus, any Error>.Continuation
  ) throws(NetworkError) {
    let end = End(bell: try Bell())
    continuation.onTermination = { _ in end.bell.ring() }
    try SystemCalls.startThread {
      do throws(NetworkError) {
        var watcher = try ChangeWatcher(settle: settle)
        try watcher.run(until: end.bell, reportingTo: continuation)
        continuation.finish()
      } catch {
        // Where netlink is denied there are no events, but there is a status. It waits in the stream until it is read.
        if error.meansDenied, let status = try? NetworkReader().status() { continuation.yield(status) }
        continuation.finish(throwing: error)
      }
    }
  }

  /// The bell, shared by the thread that hears it and whoever ends the stream.
  private final class End: Sendable {
    let bell: Bell

    init(bell: consuming Bell) { self.bell = bell }
  }

  private init(settle: Duration) throws(NetworkError) {
    let route = try EventSocket(.route)
    let generic = try EventSocket(.generic)
    for group in Self.routeGroups { route.join(group) }
    generic.join(Self.familyGroup)
    self.route = route
    self.generic = generic
    detector = ChangeDetector(settle: settle)
  }

  /// `RTNLGRP_*`, include/uapi/linux/rtnetlink.h: links; addresses, routes and rules of both families; nexthops.
  private static let routeGroups: [UInt32] = [1, 5, 7, 8, 9, 11, 19, 32]
  /// The controller's own group, which tells of families that come and go.
  ///
  /// Source: `GENL_ID_CTRL`.
  private static let familyGroup: UInt32 = 16

  private func joinWireless() throws(NetworkError) {
    guard let wireless = try WirelessSocket.open() else { return }
    for group in ["config", "mlme"] {
      if let number = wireless.family.groups[group] { generic.join(number) }
    }
  }

  private mutating func run(until bell: borrowing Bell, reportingTo continuation: Continuation) throws(NetworkError) {
    try joinWireless()
    try look(reportingTo: continuation)
    while true {
      let ready = try SystemCalls.wait(
        for: bell, route.descriptor, generic.descriptor, timeout: detector.timeToLook(at: .now))
      if ready.bell { return }
      if ready.route { try hearRoute() }
      if ready.generic { try hearGeneric() }
      if detector.shouldLook(at: .now) { try look(reportingTo: continuation) }
    }
  }

  private mutating func look(reportingTo continuation: Continuation) throws(NetworkError) {
    let status = try reader.status()
    let association = try reader.association(detailed: false)
    if !status.consistent { detector.notice(at: .now) }
    if detector.isNews(.init(status, association)) { continuation.yield(status) }
  }

  private mutating func hearRoute() throws(NetworkError) {
    var matters = false
    let isComplete = try route.drain { if ChangeEvent.matters(route: $0) { matters = true } }
    notice(matters, isComplete)
  }

  private mutating func hearGeneric() throws(NetworkError) {
    var matters = false
    var changesFamilies = false
    let isComplete = try generic.drain {
      if ChangeEvent.matters(generic: $0) { matters = true }
      if ChangeEvent.changesFamilies(generic: $0) { changesFamilies = true }
    }
    if changesFamilies || !isComplete { try joinWireless() }
    notice(matters, isComplete)
  }

  private mutating func notice(_ matters: Bool, _ isComplete: Bool) {
    if !isComplete { return detector.noticeOverflow(at: .now) }
    if matters { detector.notice(at: .now) }
  }
}
