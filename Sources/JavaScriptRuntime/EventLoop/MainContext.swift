import CGLib
import Glibc

/// A GLib main context of our own.
///
/// `@unchecked Sendable`: the pointer never changes, and GLib lets any thread wake a context; the other calls are made
/// by the thread that owns it.
@safe final class MainContext: @unchecked Sendable {
  private let context: OpaquePointer

  /// Descriptors that a first runtime takes: its own event loop, the engine's, Dispatch's.
  private static let needed = 8

  /// - Throws: when too few descriptors are left, without which GLib and the engine end the process.
  init() throws(JavaScriptError) {
    var spare: [Int32] = []
    defer { for descriptor in spare { close(descriptor) } }
    for _ in 0..<MainContext.needed {
      let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
      guard descriptor >= 0 else {
        throw .cannotStart("it needs \(MainContext.needed) descriptors (\(unsafe String(cString: strerror(errno))))")
      }
      spare.append(descriptor)
    }
    unsafe context = g_main_context_new()
  }

  deinit { unsafe g_main_context_unref(context) }

  func push() { unsafe g_main_context_push_thread_default(context) }
  func pop() { unsafe g_main_context_pop_thread_default(context) }
  func wake() { unsafe g_main_context_wakeup(context) }
  func iterate(mayBlock: Bool) { _ = unsafe g_main_context_iteration(context, mayBlock ? 1 : 0) }
}
