/// Receives kernel events on its own thread, and reports each changed status.
///
/// Events only start a read. The status is always read completely, so lost, late or partial events cannot make it
/// wrong.
struct ChangeWatcher: ~Copyable {
  private let key: ChangeMonitor.Key
  private let reader: NetworkReader
  private var route: EventSocket
  private var generic: EventSocket
  private var files: FileWatch
  private var debouncer: ChangeDebouncer

  /// Opens the sockets and joins the groups: later events are received.
  ///
  /// - Parameter wake: wakes the thread that runs this watcher.
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
    debouncer = ChangeDebouncer(settle: key.settle)
  }

  /// `RTNLGRP_*`, include/uapi/linux/rtnetlink.h: links; addresses, routes and rules of both families; nexthops.
  private static let routeGroups: [UInt32] = [1, 5, 7, 8, 9, 11, 19, 32]
  /// The controller's own group, which reports registered and removed families.
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

  /// Reports until no listener is left; joining and leaving listeners, and changed files, wake it.
  mutating func run(until waker: borrowing ThreadWaker, reportingTo listeners: inout Listeners) throws(NetworkError) {
    try joinWireless()
    // After a failure: changes that happened without a watcher must be found.
    if !listeners.isEmpty { debouncer.recordEvent(at: .now) }
    while true {
      waker.reset()
      if files.takeChange() { debouncer.recordEvent(at: .now) }
      let changes = ChangeMonitor.takeChanges(for: key)
      if changes.hasEnded { return }
      listeners.remove(changes.left)
      if !changes.joined.isEmpty { try add(changes.joined, in: &listeners) }
      try wait(for: waker, &listeners)
    }
  }

  private mutating func add(
    _ newcomers: [(id: Int, listener: ChangeMonitor.Continuation)], in listeners: inout Listeners
  ) throws(NetworkError) {
    do throws(NetworkError) {
      let status = try reader.status()
      if !status.consistent { debouncer.recordEvent(at: .now) }
      listeners.add(newcomers, status)
    } catch {
      // They are in no list yet.
      for newcomer in newcomers { newcomer.listener.finish(throwing: error) }
      throw error
    }
  }

  /// Receives events and reads the status, until the waker is used.
  private mutating func wait(for waker: borrowing ThreadWaker, _ listeners: inout Listeners) throws(NetworkError) {
    while true {
      let readables = [waker.readable, route.readable, generic.readable]
      let ready = try SystemCalls.wait(for: readables, timeout: debouncer.delayBeforeRead(at: .now))
      if ready[1] { try readRouteEvents() }
      if ready[2] { try readGenericEvents() }
      if let read = debouncer.takeRead(at: .now) { try readStatus(read, reportingTo: &listeners) }
      if ready[0] { return }
    }
  }

  private mutating func readStatus(
    _ read: ChangeDebouncer.Read, reportingTo listeners: inout Listeners
  ) throws(NetworkError) {
    let status = try reader.status()
    // The state still changes: the result may be a mixture, so another read follows.
    if !status.consistent { debouncer.recordEvent(at: .now) }
    listeners.report(status, isBurst: read == .burst)
  }

  private mutating func readRouteEvents() throws(NetworkError) {
    var isRelevant = false
    let isComplete = try route.drain { if ChangeFilter.isRelevant(route: $0) { isRelevant = true } }
    record(isRelevant, isComplete)
  }

  private mutating func readGenericEvents() throws(NetworkError) {
    var isRelevant = false
    var changesFamilies = false
    let isComplete = try generic.drain {
      if ChangeFilter.isRelevant(generic: $0) { isRelevant = true }
      if ChangeFilter.changesFamilies(generic: $0) { changesFamilies = true }
    }
    if changesFamilies || !isComplete { try joinWireless() }
    record(isRelevant, isComplete)
  }

  private mutating func record(_ isRelevant: Bool, _ isComplete: Bool) {
    if !isComplete { return debouncer.recordOverflow(at: .now) }
    if isRelevant { debouncer.recordEvent(at: .now) }
  }
}
