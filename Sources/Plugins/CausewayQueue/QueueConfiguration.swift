public import FoundationEssentials
import Glibc

/// The configuration of a queue; every property has a default.
///
/// All processes that share a file should use the same configuration.
public struct QueueConfiguration: Sendable {
  /// The default duration of a lease; 30 seconds.
  public var leaseDuration = Duration.seconds(30)
  /// The maximum number of leases of an item; 10.
  ///
  /// After as many failures or expired leases the item becomes a dead letter.
  public var maximumAttempts = 10
  /// The delay of an item after a failure.
  public var backoff = QueueBackoff()
  /// The retention of the key of an acknowledged item; 7 days, nil for ever.
  ///
  /// During this time, putting an item with this key has no effect.
  public var keyRetention: Duration? = .seconds(7 * 24 * 60 * 60)
  /// The maximum size of a payload in bytes; 64 MiB.
  public var payloadBytes = 64 << 20
  /// The maximum size of the file in bytes, in steps of 4 KiB; nil for no limit.
  ///
  /// The write-ahead log beside the file takes additional space: usually 4 MiB.
  public var fileBytes: Int?
  /// The maximum wait for another writing process; 5 seconds.
  public var lockTimeout = Duration.seconds(5)
  /// The source of time.
  public var time = QueueTime.system

  /// Creates the default configuration.
  public init() {}
}

/// The delay of an item after a failure, which doubles after each failure.
public struct QueueBackoff: Sendable, Equatable {
  /// The delay after the first failure; 1 second.
  public var initialDelay = Duration.seconds(1)
  /// The maximum delay; 10 minutes.
  public var maximumDelay = Duration.seconds(600)
  /// The random part of a delay, as a fraction, which spreads simultaneous failures; 0.5.
  public var jitter = 0.5

  /// Creates the default backoff.
  public init() {}

  /// The delay after this number of failures.
  ///
  /// - Parameter chance: a random number from 0 to 1; 1 gives the full delay.
  package func delay(after failures: Int, chance: Double) -> Duration {
    let doubled = initialDelay * (1 << min(max(failures - 1, 0), 30))
    return min(doubled, maximumDelay) * (1 - jitter * (1 - chance))
  }
}

/// The source of a queue's time.
///
/// Leases and delays use the time since the machine's start, which all processes share and which cannot be set. A
/// restart of the machine ends all leases, because it ends all processes.
public struct QueueTime: Sendable {
  /// The id of this start of the machine; empty if unknown: then no queue can be opened.
  public var boot: String
  /// The time since that start, including sleep.
  public var now: @Sendable () -> Duration
  /// The calendar time, for people and for the retention of keys.
  public var date: @Sendable () -> Date

  /// Creates a custom source of time, for tests.
  public init(
    boot: String, now: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.boot = boot
    self.now = now
    self.date = date
  }

  /// The time of this machine.
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
  /// Whole nanoseconds, clamped to 64 bits.
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carry ? .max : sum
  }

  var inSeconds: Double { Double(nanoseconds) / 1e9 }
}
