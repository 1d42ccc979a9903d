import CGLib
import Glibc

/// A GLib main context.
///
/// `@unchecked Sendable`: the pointer never changes, and GLib allows `wake` from any thread; only the thread that owns
/// the context calls the other functions.
@safe final class MainContext: @unchecked Sendable {
  private let context: OpaquePointer

  /// The number of descriptors that a process's first runtime opens: for its event loop, the engine's and Dispatch's.
  private static let needed = 8

  /// - Throws: if too few descriptors are left. GLib and the engine would abort the process in that case.
  init() throws(JavaScriptError) {
    var spare: [Int32] = []
    defer { for descriptor in spare { close(descriptor) } }
    for _ in 0..<MainContext.needed {
      let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
      guard descriptor >= 0 else {
        throw .cannotStart(
          "it needs \(MainContext.needed) file descriptors (\(unsafe String(cString: strerror(errno))))")
      }
      spare.append(descriptor)
    }
    unsafe context = g_main_context_new()
  }

  deinit { unsafe g_main_context_unref(context) }

  func push() { unsafe g_main_context_push_thread_default(context) }
  func pop() { unsafe g_main_context_pop_thread_default(context) }
  func wake() { unsafe g_main_context_wakeup(context) }

  /// Has the context's thread read an input.
  func read(_ input: any ThreadInput, by sources: InputSources) { unsafe sources.begin(input, in: context) }

  /// Runs the sources that are ready.
  ///
  /// - Returns: whether there were any; false as well if another thread owns the context.
  @discardableResult
  func iterate(mayBlock: Bool) -> Bool { unsafe g_main_context_iteration(context, mayBlock ? 1 : 0) != 0 }

  /// Lets this context run while the engine iterates the process's default context, as it does while it is paused.
  ///
  /// The engine does not block there, so the source does, for a moment.
  ///
  /// - Parameter wait: called when this context has nothing to do; waits a moment for a reason to go on.
  func makePausePump(_ wait: @escaping @Sendable () -> Void) -> PausePump {
    unsafe PausePump(iterating: context, wait: wait)
  }
}
