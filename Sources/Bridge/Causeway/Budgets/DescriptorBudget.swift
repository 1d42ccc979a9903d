import Glibc

/// Divides the descriptors that this process may have: its soft limit (`RLIMIT_NOFILE`) at this moment.
///
/// The kernel assigns the lowest free number. A file with a number below a ceiling therefore takes nothing from the range
/// above the ceiling. Code that opens a file for JavaScript compares the number with a ceiling; if the number is too high,
/// it closes the file at once and refuses the call. This needs no counter, and it includes the descriptors of the program
/// and its libraries.
///
///     | streams, uploads, page files | operations | sockets | margin |
///     0                      heldCeiling       ceiling            limit
public struct DescriptorBudget: Sendable, Equatable {
  /// The soft limit.
  public let limit: Int

  package init(limit: Int) { self.limit = limit }

  /// The budget now: a program may change its limit while it runs.
  public static var current: DescriptorBudget {
    var limits = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else {
      return DescriptorBudget(limit: 1_024)
    }
    return DescriptorBudget(limit: Int(min(limits.rlim_cur, rlim_t(Int32.max))))
  }

  /// Descriptors that are never used for JavaScript.
  ///
  /// The program and its libraries need them: libdispatch, GLib and the engine end the process if they cannot open a file.
  var margin: Int { min(64, limit / 8) }

  /// Sockets that libraries may open for JavaScript.
  ///
  /// These are counted (``Quota/sockets``), since their numbers are not known before they are connected.
  public var sockets: Int { limit / 4 }

  /// The largest number of requests in flight that one connection may have.
  ///
  /// A request counts as two sockets: one for itself, one for an idle connection that is kept after it.
  public var requests: Int { max(1, sockets / 4) }

  /// Files that are open during one operation have numbers below this.
  public var ceiling: Int { limit - margin - sockets }

  /// Files that JavaScript keeps open, such as those of a stream, have numbers below this.
  ///
  /// Single operations still work when all of these are in use.
  public var heldCeiling: Int { ceiling - min(64, limit / 8) }

  /// The largest number of files that one connection may keep open, so that other connections find room.
  public var share: Int { max(1, heldCeiling / 2) }

  /// The error of a call for which the process has no descriptor left.
  public var exhausted: BridgeError {
    BridgeError(
      .resourceExhausted,
      "This process has reached its limit of open files for JavaScript (\(ceiling); ulimit -n is \(limit)).",
      data: ["limit": "processFiles", "maximum": .number(Double(ceiling))])
  }
}
