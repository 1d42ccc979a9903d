/// A clock that is moved by hand, and that therefore has to know when the work of the present moment is done.
///
/// Whoever runs work for a ``AnyClock`` of such a clock lets it see that work: tasks prefer its ``executor``, queues of
/// one's own count theirs by ``beginWork()`` and ``endWork()``. Ordinary clocks are none of this and cost nothing.
package protocol ManualClock: AnyObject, Clock<Duration> {
  /// The present moment as JavaScript's `Date` counts it: milliseconds since 1970.
  var millisecondsSinceEpoch: Double { get }

  /// Where tasks run whose work is to be seen.
  var executor: any TaskExecutor { get }

  /// Notes that something is queued or runs at this moment. Any thread.
  func beginWork()

  /// Notes that it has run. Any thread.
  func endWork()
}
