#if Plugins
import Glibc
import LinuxFiles

/// Calls a closure when a process has completed a change of a file.
final class FileChangeSource: Sendable {
  private let watch: FileEvents.Watch

  /// Starts watching; nil if the system's limit of watches is reached.
  ///
  /// - Parameter onChange: called on a queue of `FileEvents`; it must not block.
  init?(_ path: String, _ onChange: @escaping @Sendable () -> Void) {
    do throws(FileEvents.Failure) {
      watch = try FileEvents.shared.watch(path, Int(IN_ATTRIB)) { event in
        // `IN_IGNORED` is reported as well: the file was removed.
        if event.has(Int(IN_ATTRIB), Int(IN_Q_OVERFLOW)) { onChange() }
      }
    } catch {
      return nil
    }
  }
}
#endif
