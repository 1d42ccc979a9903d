import Dispatch
import Glibc

/// Calls back whenever somebody, in whatever process, has finished a change of a file.
///
/// `@unchecked Sendable`: the one property that is not Sendable is a source of Dispatch, which any thread may cancel.
final class StoreBell: @unchecked Sendable {
  private let source: any DispatchSourceRead

  /// Begins to watch; nil if the system offers no more watches.
  ///
  /// - Parameter rung: called on a queue of its own, once for several changes that come together.
  init?(_ path: String, _ rung: @escaping @Sendable () -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard unsafe inotify_add_watch(descriptor, path, UInt32(IN_ATTRIB)) >= 0 else {
      close(descriptor)
      return nil
    }
    source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "causeway.storage.bell"))
    source.setEventHandler {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while unsafe buffer.withUnsafeMutableBytes({ unsafe read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
      rung()
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  deinit { source.cancel() }
}
