import CGLib
import Glibc

/// Two sources that let a paused thread take messages.
///
/// On each paused thread the engine iterates a main context without blocking: until 2.52 the default context of the process,
/// from 2.54 on that of the thread. So a source of the thread's context takes the messages and waits for a moment, and a source
/// of the default context iterates the thread's. Of several threads only one owns the default context at a time, and the
/// others try again and again, so both return within milliseconds.
///
/// `@unchecked Sendable`: the pointers never change, and GLib allows these calls from any thread.
@safe final class PausePump: @unchecked Sendable {
  private let context: OpaquePointer
  private let ofThread: UnsafeMutablePointer<GSource>
  private let ofProcess: UnsafeMutablePointer<GSource>

  @safe private final class Work {
    let context: OpaquePointer
    let wait: @Sendable () -> Void

    init(_ context: OpaquePointer, _ wait: @escaping @Sendable () -> Void) {
      unsafe self.context = context
      self.wait = wait
    }
  }

  init(iterating context: OpaquePointer, wait: @escaping @Sendable () -> Void) {
    unsafe self.context = g_main_context_ref(context)
    let work = unsafe Work(context, wait)
    unsafe ofThread = PausePump.attach(work, to: context) { data in
      unsafe Unmanaged<Work>.fromOpaque(data!).takeUnretainedValue().wait()
      return 1
    }
    unsafe ofProcess = PausePump.attach(work, to: nil) { data in
      let work = unsafe Unmanaged<Work>.fromOpaque(data!).takeUnretainedValue()
      // Another thread may run the default context: it must not take the paused thread's work.
      if unsafe g_main_context_is_owner(work.context) == 0 {
        usleep(500)
      } else {
        _ = unsafe g_main_context_iteration(work.context, 0)
      }
      return 1
    }
  }

  /// Attaches a source that is always ready to a main context; nil is the default context of the process.
  private static func attach(
    _ work: Work, to context: OpaquePointer?, _ function: @convention(c) (gpointer?) -> gboolean
  ) -> UnsafeMutablePointer<GSource> {
    let source = unsafe g_idle_source_new()!
    unsafe g_source_set_priority(source, G_PRIORITY_DEFAULT)
    unsafe g_source_set_callback(
      source, function, Unmanaged.passRetained(work).toOpaque(),
      { data in unsafe Unmanaged<Work>.fromOpaque(data!).release() })
    _ = unsafe g_source_attach(source, context)
    return unsafe source
  }

  deinit {
    unsafe g_source_destroy(ofThread)
    unsafe g_source_unref(ofThread)
    unsafe g_source_destroy(ofProcess)
    unsafe g_source_unref(ofProcess)
    unsafe g_main_context_unref(context)
  }
}
