#if Plugins
public import FoundationEssentials
import Glibc

/// How a queue treats its items; every property has a default.
///
/// All processes that share a file should be made alike.
public struct QueueConfiguration: Sendable {
  /// How long a lease lasts unless it is asked for another time or extended; 30 seconds.
  public var leaseDuration = Duration.seconds(30)
  /// How often an item is handed out at most; 10.
  ///
  /// One that fails or loses its lease so often becomes a dead letter.
  public var maximumAttempts = 10
  /// How long an item rests after a failure.
  public var backoff = QueueBackoff()
  /// How long the key of an item that has been acknowledged is remembered; 7 days, nil for ever.
  ///
  /// As long as this, putting it again does nothing.
  public var remembersKeys: Duration? = .seconds(7 * 24 * 60 * 60)
  /// Bytes that one item may have; 64 MiB.
  public var payloadBytes = 64 << 20
  /// Bytes beyond which nothing is put any more, in steps of 4 KiB; nil for as many as the disk has.
  ///
  /// The write-ahead log beside the file comes on top: usually 4 MiB.
  public var fileBytes: Int?
  /// How long to wait for another process that is writing; 5 seconds.
  public var lockTimeout = Duration.seconds(5)
  /// Where the time comes from.
  public var time = QueueTime.system

  /// The defaults.
  public init() {}
}

/// How long an item rests before it is handed out again: twice as long after each failure.
public struct QueueBackoff: Sendable, Equatable {
  /// The rest after the first failure; 1 second.
  public var first = Duration.seconds(1)
  /// The longest rest; 10 minutes.
  public var longest = Duration.seconds(600)
  /// How much of a rest is left to chance, so that what failed together does not come back together; 0.5 is half of it.
  public var jitter = 0.5

  /// The defaults.
  public init() {}

  /// The rest after so many failures.
  ///
  /// - Parameter chance: from 0 to 1; 1 gives the whole rest.
  func rest(after failures: Int, chance: Double) -> Duration {
    let doubled = first * (1 << min(max(failures - 1, 0), 30))
    return min(doubled, longest) * (1 - jitter * (1 - chance))
  }
}

/// Where a queue's time comes from.
///
/// Leases and rests are measured by the time since the machine started, which all its processes share and which nobody
/// sets. A restart of the machine ends every lease, as it ends every process.
public struct QueueTime: Sendable {
  /// Names this start of the machine; empty when it is not known, and then no queue can be opened.
  public var boot: String
  /// The time since that start, the machine's sleep included.
  public var now: @Sendable () -> Duration
  /// What a calendar says, for people and for how long keys are remembered.
  public var date: @Sendable () -> Date

  /// A time of your own, for tests.
  public init(
    boot: String, now: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.boot = boot
    self.now = now
    self.date = date
  }

  /// This machine's.
  ///
  /// Source: `CLOCK_BOOTTIME`; /proc/sys/kernel/random/boot_id.
  public static let system = QueueTime(boot: bootIdentifier()) {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private static func bootIdentifier() -> String {
    let text = FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id")
    return text.map { String(decoding: $0.prefix(36), as: UTF8.self) } ?? ""
  }
}

extension Duration {
  /// Whole nanoseconds, at most what 64 bits hold.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carry ? .max : sum
  }

  var inSeconds: Double { Double(nanoseconds) / 1e9 }
}
#endif
