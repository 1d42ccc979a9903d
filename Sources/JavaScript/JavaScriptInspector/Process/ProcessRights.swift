import CGLib
import Glibc

/// The rights that the debugger has in this process.
enum ProcessRights {
  /// - Throws: if the program has rights that its user lacks: a debugger would hand them on.
  static func requireOwn() throws(InspectorError) {
    guard cglib_runs_for_another_user() == 0 else {
      throw InspectorError(.unavailable, "A program with the rights of another user cannot be debugged.")
    }
  }

  /// Asks this process to end as a service manager does.
  static func requestEnd() { kill(getpid(), SIGTERM) }
}
