import CGLib

/// Messages for a JavaScript thread that the thread reads itself, so that no other thread has to wake it.
package protocol ThreadInput: AnyObject, Sendable {
  /// The descriptor from which the messages are read.
  var descriptor: CInt { get }

  /// Whether anything can still be read.
  var isOpen: Bool { get }

  /// The thread begins to work; also called while it works.
  func work()

  /// The thread has no more work.
  func rest()

  /// Reads once, without waiting; returns whether a message arrived.
  func take() -> Bool
}

/// The input that a thread reads, with the sources of its main context for that.
///
/// Used on that thread only.
@safe final class InputSources {
  private(set) var input: (any ThreadInput)?
  private var sources: [UnsafeMutablePointer<GSource>] = unsafe []

  /// Has the thread of `context` read the input.
  func begin(_ input: any ThreadInput, in context: OpaquePointer) {
    end()
    self.input = input
    // The sources are destroyed before this object.
    let data = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sources = [
      cglib_poll_observer_new({ unsafe InputSources.of($0).input?.work() }, data),
      cglib_descriptor_source_new(
        input.descriptor,
        { _, _, data in
          let input = unsafe InputSources.of(data).input
          _ = input?.take()
          return input?.isOpen == true ? 1 : 0
        }, data),
    ]
    unsafe sources.forEach { unsafe g_source_attach($0, context) }
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> InputSources {
    unsafe Unmanaged<InputSources>.fromOpaque(data!).takeUnretainedValue()
  }

  /// Reads no more.
  func end() {
    unsafe sources.forEach {
      unsafe g_source_destroy($0)
      unsafe g_source_unref($0)
    }
    unsafe sources = []
    input = nil
  }

  deinit { end() }
}
