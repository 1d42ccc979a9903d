#if WebView
import CWebKitGTK

/// A GTK or WebKit object.
///
/// `@unchecked Sendable`: a handle may be copied and compared anywhere; only code that is isolated to ``GTKActor`` uses
/// the object.
@safe struct NativeObject: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer

  init(_ pointer: UnsafeMutableRawPointer) { unsafe self.pointer = unsafe pointer }

  /// Calls `handler` for each emission of the signal, with `data` as its last argument.
  ///
  /// `handler` is a C function of the signal's type.
  @GTKActor func connect<Handler>(_ signal: String, _ data: UnsafeMutableRawPointer, _ handler: Handler) -> Signal {
    let function = unsafe unsafeBitCast(handler, to: (@convention(c) () -> Void).self)
    return Signal(object: self, id: unsafe cw_connect(pointer, signal, function, data))
  }

  /// Retains the object until ``release(destroying:)``.
  @GTKActor func retain() { _ = unsafe cw_ref(pointer) }

  /// Releases a retained object; destroys a widget that was created here.
  @GTKActor func release(destroying: Bool = false) {
    if destroying {
      unsafe cw_widget_destroy(pointer)
      unsafe cw_unref(pointer)
    }
    unsafe cw_unref(pointer)
  }

  /// One handler of one signal.
  struct Signal: Sendable {
    let object: NativeObject
    let id: UInt

    @GTKActor func disconnect() { unsafe cw_disconnect(object.pointer, id) }
  }
}

/// The completion of an asynchronous GLib operation.
@GTKActor final class Completion {
  private let body: @GTKActor (_ source: NativeObject?, _ result: NativeObject?) -> Void

  private init(_ body: @escaping @GTKActor (NativeObject?, NativeObject?) -> Void) { self.body = body }

  /// The pointer to pass with ``callback``, once.
  static func retained(
    _ body: @escaping @GTKActor (_ source: NativeObject?, _ result: NativeObject?) -> Void
  ) -> UnsafeMutableRawPointer {
    unsafe Unmanaged.passRetained(Completion(body)).toOpaque()
  }

  /// The callback for GLib.
  nonisolated static let callback:
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
      source, result, data in
      let (source, result) = unsafe (source.map { unsafe NativeObject($0) }, result.map { unsafe NativeObject($0) })
      let completion = unsafe Unmanaged<Completion>.fromOpaque(data!).takeRetainedValue()
      GTKActor.assumeIsolated { completion.body(source, result) }
    }
}

extension String {
  /// The text of a GLib string, which is freed.
  @GTKActor init?(taking text: UnsafeMutablePointer<CChar>?) {
    guard let text = unsafe text else { return nil }
    defer { unsafe g_free(text) }
    unsafe self.init(cString: text)
  }
}
#endif
