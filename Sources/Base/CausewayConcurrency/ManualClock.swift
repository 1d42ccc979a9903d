/// A clock that a program advances, and that must know when the work of the current instant is done.
///
/// Code that runs work for an ``AnyClock`` of such a clock makes this work visible to it: tasks prefer its ``executor``,
/// other queues count their work by ``beginWork()`` and ``endWork()``. Other clocks have none of this overhead.
package protocol ManualClock: AnyObject, Clock<Duration> {
  /// The current time as JavaScript's `Date` counts it: milliseconds since 1970.
  var millisecondsSinceEpoch: Double { get }

  /// The executor for tasks whose work the clock has to wait for.
  var executor: any TaskExecutor { get }

  /// Counts one piece of work that is queued or running. Any thread may call it.
  func beginWork()

  /// Counts one piece of work as done. Any thread may call it.
  func endWork()
}
