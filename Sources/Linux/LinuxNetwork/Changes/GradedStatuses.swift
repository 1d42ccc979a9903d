/// Adds the grades of a probe to the statuses of a watcher.
///
/// A status is passed on at once, with the valid verdicts, and again when a probe changes its grade. An expired
/// verdict is renewed while the stream is open.
enum GradedStatuses {
  typealias Statuses = AsyncThrowingStream<NetworkStatus, any Error>

  private enum Event: Sendable {
    case status(NetworkStatus)
    /// A probe may be due.
    case tick
    /// A probe has ended.
    case probed
    case ended((any Error)?)
  }

  static func stream(of statuses: Statuses, by probe: ConnectivityProbe) -> Statuses {
    let (graded, continuation) = Statuses.makeStream(bufferingPolicy: .bufferingNewest(1))
    // Detached: a source of events does not belong to the call that starts it.
    let task = Task.detached { await pass(statuses, by: probe, to: continuation) }
    continuation.onTermination = { _ in task.cancel() }
    return graded
  }

  private static func pass(
    _ statuses: Statuses, by probe: ConnectivityProbe, to continuation: Statuses.Continuation
  ) async {
    // One slot of each kind of event is enough; the last event is never dropped.
    let (events, sender) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(8))
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          for try await status in statuses { sender.yield(.status(status)) }
          sender.yield(.ended(nil))
        } catch {
          sender.yield(.ended(error))
        }
      }
      group.addTask {
        while (try? await Task.sleep(for: probe.lifetimes.other)) != nil { sender.yield(.tick) }
      }
      var latest: NetworkStatus?
      var reported: ObservableStatus?
      var isProbing = false
      for await event in events {
        switch event {
        case .status(let status): latest = status
        case .tick: break
        case .probed: isProbing = false
        case .ended(let error):
          continuation.finish(throwing: error)
          group.cancelAll()
          return
        }
        guard let latest else { continue }
        let status = probe.applied(to: latest, orExpired: true)
        let observable = ObservableStatus(status)
        if reported.map({ $0.differs(from: observable) }) ?? true {
          continuation.yield(status)
          reported = observable
        }
        if !isProbing, probe.isDue(for: latest) {
          isProbing = true
          group.addTask {
            _ = await probe.grade(latest)
            sender.yield(.probed)
          }
        }
      }
      group.cancelAll()
    }
  }
}
