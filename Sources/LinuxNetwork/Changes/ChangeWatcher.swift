/// Listens to the kernel on a thread of its own, and reports each status that is news.
///
/// Events only say *when* to look. What is reported is always read whole, so that no lost, late or partial event can make
/// it wrong.
struct ChangeWatcher: ~Copyable {
  private let key: ChangeMonitor.Key
  private let reader: NetworkReader
  private var route: EventSocket
  private var generic: EventSocket
  private var files: FileWatch
  private var detector: ChangeDetector

  /// Opens the sockets and joins the groups: what happens from now on is heard.
  ///
  /// - Parameter wake: wakes the thread that runs this watcher, by the bell that it waits for.
  init(_ key: ChangeMonitor.Key, wake: @escaping @Sendable () -> Void) throws(NetworkError) {
    let route = try EventSocket(.route)
    let generic = try EventSocket(.generic)
    for group in Self.routeGroups { route.join(group) }
    generic.join(Self.familyGroup)
    self.key = key
    reader = NetworkReader(resolver: key.resolver)
    self.route = route
    self.generic = generic
    files = FileWatch(key.resolver, wake: wake)
    detector = ChangeDetector(settle: key.settle)
  }

  /// `RTNLGRP_*`, include/uapi/linux/rtnetlink.h: links; addresses, routes and rules of both families; nexthops.
  private static let routeGroups: [UInt32] = [1, 5, 7, 8, 9, 11, 19, 32]
  /// The controller's own group, which tells of families that come and go.
  ///
  /// Source: `GENL_ID_CTRL`.
  private static let familyGroup: UInt32 = 16

  private func joinWireless() throws(NetworkError) {
    do throws(NetworkError) {
      guard let wireless = try WirelessSocket.open() else { return }
      for group in ["config", "mlme"] {
        if let number = wireless.family.groups[group] { generic.join(number) }
      }
    } catch  where error.meansDenied {}
  }

  /// Reports until nobody listens any more; listeners that come or go, and changed files, ring the bell.
  mutating func run(until bell: borrowing ThreadWaker, reportingTo listeners: inout Listeners) throws(NetworkError) {
    try joinWireless()
    // Not the first watcher of these: what happened while there was none is to be found.
    if !listeners.isEmpty { detector.notice(at: .now) }
    while true {
      bell.silence()
      if files.takeChange() { detector.notice(at: .now) }
      let news = ChangeMonitor.news(for: key)
      if news.isOver { return }
      listeners.remove(news.left)
      if !news.joined.isEmpty { try greet(news.joined, in: &listeners) }
      try wait(for: bell, &listeners)
    }
  }

  private mutating func greet(
    _ newcomers: [(id: Int, listener: ChangeMonitor.Continuation)], in listeners: inout Listeners
  ) throws(NetworkError) {
    do throws(NetworkError) {
      let status = try reader.status()
      if !status.consistent { detector.notice(at: .now) }
      listeners.add(newcomers, status)
    } catch {
      // They are in nobody's list yet.
      for newcomer in newcomers { newcomer.listener.finish(throwing: error) }
      throw error
    }
  }

  /// Hears events and looks, until the bell rings.
  private mutating func wait(for bell: borrowing ThreadWaker, _ listeners: inout Listeners) throws(NetworkError) {
    while true {
      let readables = [bell.readable, route.readable, generic.readable]
      let ready = try SystemCalls.wait(for: readables, timeout: detector.timeToLook(at: .now))
      if ready[1] { try hearRoute() }
      if ready[2] { try hearGeneric() }
      if detector.shouldLook(at: .now) { try look(reportingTo: &listeners) }
      if ready[0] { return }
    }
  }

  private mutating func look(reportingTo listeners: inout Listeners) throws(NetworkError) {
    let status = try reader.status()
    // It still changes: what was read may be a mixture, so there will be another look.
    if !status.consistent { detector.notice(at: .now) }
    listeners.tell(status)
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
