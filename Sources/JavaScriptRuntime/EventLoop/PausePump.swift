import CGLib
import Glibc

/// A source of the process's default main context that iterates the main context of a paused thread.
///
/// `@unchecked Sendable`: the pointers never change, and GLib allows these calls from any thread.
@safe final class PausePump: @unchecked Sendable {
  private let context: OpaquePointer
  private let source: UnsafeMutablePointer<GSource>

  init(iterating context: OpaquePointer) {
    unsafe self.context = g_main_context_ref(context)
    unsafe source = g_idle_source_new()
    unsafe g_source_set_priority(source, G_PRIORITY_DEFAULT)
    unsafe g_source_set_callback(
      source,
      { context in
        let context = unsafe OpaquePointer(context!)
        // Another thread may run the default context: it must not take the paused thread's work.
        if unsafe g_main_context_is_owner(context) != 0 {
          _ = unsafe g_main_context_iteration(context, 1)
        } else {
          usleep(1000)
        }
        return 1
      }, UnsafeMutableRawPointer(context), nil)
    _ = unsafe g_source_attach(source, nil)
  }

  deinit {
    unsafe g_source_destroy(source)
    unsafe g_source_unref(source)
    // The source may be blocked in this context.
    unsafe g_main_context_wakeup(context)
    unsafe g_main_context_unref(context)
  }
}
