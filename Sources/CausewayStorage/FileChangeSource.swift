#if Plugins
import Glibc
import LinuxFiles

/// Calls back whenever somebody, in whatever process, has finished a change of a file.
final class FileChangeSource: Sendable {
  private let watch: FileEvents.Watch

  /// Begins to watch; nil if the system offers no more watches.
  ///
  /// - Parameter rung: called on a queue of `FileEvents`; it must not block.
  init?(_ path: String, _ rung: @escaping @Sendable () -> Void) {
    do throws(FileEvents.Failure) {
      watch = try FileEvents.shared.watch(path, Int(IN_ATTRIB)) { event in
        // `IN_IGNORED` is reported as well: the file is gone.
        if event.has(Int(IN_ATTRIB), Int(IN_Q_OVERFLOW)) { rung() }
      }
    } catch {
      return nil
    }
  }
}
#endif
