/// The status of the network, now and after each real change.
///
/// The first element is the current status. Each further element is a change that is still present when the kernel has
/// been quiet for the settle time. A cable that is pulled out and put back within that time is not a change, and neither
/// are counters, lifetimes, signal strength, scans, or the steps of a roam. A complete roam is one change: the interface's
/// ``WiFiMembership`` names another access point. A slow consumer receives the latest status, not every missed one.
///
/// All iterators in one network namespace share one set of sockets and one thread, which sleeps between events. They
/// are closed with the last iterator: when it is released, or its task is cancelled. If netlink is denied, the sequence
/// gives the current status, and then throws `unavailable`. A transient failure (no free descriptors, no answer) is
/// retried; if it lasts six seconds, the sequence throws.
/// ```swift
/// for try await status in NetworkReader().changes() { show(status) }
/// ```
public struct NetworkChanges: AsyncSequence, Sendable {
  /// The element of the sequence.
  public typealias Element = NetworkStatus

  private let settle: Duration
  private let resolver: ResolverFiles
  private let probe: ConnectivityProbe?

  init(settle: Duration, resolver: ResolverFiles, probe: ConnectivityProbe? = nil) {
    self.settle = settle
    self.resolver = resolver
    self.probe = probe
  }

  /// Starts to listen before the first status is read, so that no change is missed in between.
  ///
  /// It uses the network namespace of the calling thread.
  public func makeAsyncIterator() -> Iterator {
    let (statuses, continuation) = AsyncThrowingStream.makeStream(
      of: NetworkStatus.self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(1))
    let key = ChangeMonitor.Key(
      namespace: SystemCalls.networkNamespace, settle: settle, resolver: resolver)
    do throws(NetworkError) {
      try ChangeMonitor.join(continuation, key)
    } catch {
      continuation.finish(throwing: error)
    }
    let graded = probe.map { GradedStatuses.stream(of: statuses, by: $0) }
    return Iterator(statuses: (graded ?? statuses).makeAsyncIterator())
  }

  /// The iterator of the changes.
  public struct Iterator: AsyncIteratorProtocol {
    private var statuses: AsyncThrowingStream<NetworkStatus, any Error>.Iterator

    fileprivate init(statuses: AsyncThrowingStream<NetworkStatus, any Error>.Iterator) {
      self.statuses = statuses
    }

    /// The next status.
    ///
    /// `nil` once the task is cancelled. Throws if the kernel refuses a request.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(NetworkError)
      -> NetworkStatus?
    {
      do {
        return try await statuses.next(isolation: actor)
      } catch let error as NetworkError {
        throw error
      } catch {
        // Only a ChangeMonitor ends the stream, and it throws nothing else.
        throw NetworkError(.unknown, "waiting for network changes")
      }
    }
  }
}

extension NetworkReader {
  /// The current status, and the status after each change.
  ///
  /// `settle` is the time without kernel events after which a change is reported. If events keep arriving, a different
  /// connection is reported after ten times that, and other changes after a hundred times. With a probe, a connection
  /// is first reported as `routed`, and again when the probe has a verdict.
  public func changes(settle: Duration = .milliseconds(200)) -> NetworkChanges {
    NetworkChanges(settle: settle, resolver: resolver, probe: probe)
  }
}
