import CGLib
import Glibc

/// A source of the process's default main context that iterates the main context of a paused thread.
///
/// The engine iterates the default main context on each paused thread. Of several threads only one owns it at a time, and
/// the others try again and again, so the source returns within milliseconds.
///
/// `@unchecked Sendable`: the pointers never change, and GLib allows these calls from any thread.
@safe final class PausePump: @unchecked Sendable {
  private let context: OpaquePointer
  private let source: UnsafeMutablePointer<GSource>

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
    unsafe source = g_idle_source_new()
    unsafe g_source_set_priority(source, G_PRIORITY_DEFAULT)
    unsafe g_source_set_callback(
      source,
      { data in
        let work = unsafe Unmanaged<Work>.fromOpaque(data!).takeUnretainedValue()
        // Another thread may run the default context: it must not take the paused thread's work.
        if unsafe g_main_context_is_owner(work.context) == 0 {
          usleep(500)
        } else if unsafe g_main_context_iteration(work.context, 0) == 0 {
          work.wait()
        }
        return 1
      }, Unmanaged.passRetained(Work(context, wait)).toOpaque(),
      { data in unsafe Unmanaged<Work>.fromOpaque(data!).release() })
    _ = unsafe g_source_attach(source, nil)
  }

  deinit {
    unsafe g_source_destroy(source)
    unsafe g_source_unref(source)
    unsafe g_main_context_unref(context)
  }
}
