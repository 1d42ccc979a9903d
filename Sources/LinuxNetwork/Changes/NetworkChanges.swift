/// The status of the network, now and after each real change.
///
/// The first element is the current status. Then comes one for each change that is left when the kernel has been quiet for
/// a moment: a cable that is pulled out and put back within that moment is none, and neither are counters, signal
/// strength, scans, or the steps of a roam. A roam as a whole is one: the interface's ``WiFiMembership`` names another
/// access point. Who is slow to ask gets the latest status, not all that were missed.
///
/// All who listen in one network namespace share one set of sockets and one thread, which sleeps between events. They end
/// with the last iteration: when its iterator goes, or its task is cancelled.
/// Where netlink is denied, the sequence gives the current status, and then throws `unavailable`. A failure that passes (no
/// descriptors left, no answer) is sat out: the sequence throws if it lasts, after six seconds.
/// ```swift
/// for try await status in NetworkReader().changes() { show(status) }
/// ```
public struct NetworkChanges: AsyncSequence, Sendable {
  /// What the sequence is made of.
  public typealias Element = NetworkStatus

  private let settle: Duration
  private let resolver: ResolverFiles

  init(settle: Duration, resolver: ResolverFiles) {
    self.settle = settle
    self.resolver = resolver
  }

  /// Begins to listen, and then reads the first status: nothing is missed in between.
  ///
  /// It listens to the network namespace of the calling thread.
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
    return Iterator(statuses: statuses.makeAsyncIterator())
  }

  /// Waits for one change after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private var statuses: AsyncThrowingStream<NetworkStatus, any Error>.Iterator

    fileprivate init(statuses: AsyncThrowingStream<NetworkStatus, any Error>.Iterator) {
      self.statuses = statuses
    }

    /// The next status.
    ///
    /// `nil` once the task is cancelled. Throws when the kernel refuses to tell.
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
  /// The status now, and again after each real change.
  ///
  /// `settle` is how long the kernel must be quiet before a change counts. One that never ends is reported after ten
  /// times that.
  public func changes(settle: Duration = .milliseconds(200)) -> NetworkChanges {
    NetworkChanges(settle: settle, resolver: resolver)
  }
}
