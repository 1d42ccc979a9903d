#if WebView
import CWebKitGTK

/// An object of GTK's or WebKit's.
///
/// `@unchecked Sendable`: a handle may be carried and compared anywhere; it is followed on GTK's thread only, by code that
/// is isolated to ``GTKActor``.
@safe struct NativeObject: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer

  init(_ pointer: UnsafeMutableRawPointer) { unsafe self.pointer = unsafe pointer }

  /// Calls `handler` whenever the signal comes, with `data` as its last argument.
  ///
  /// `handler` is a C function of the signal's type.
  @GTKActor func connect<Handler>(_ signal: String, _ data: UnsafeMutableRawPointer, _ handler: Handler) -> Signal {
    let function = unsafe unsafeBitCast(handler, to: (@convention(c) () -> Void).self)
    return Signal(object: self, id: unsafe cw_connect(pointer, signal, function, data))
  }

  /// Keeps the object until ``release(destroying:)``.
  @GTKActor func retain() { _ = unsafe cw_ref(pointer) }

  /// Lets go of an object that was kept, and of a widget that was made here as well.
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

/// Waits for the end of something that GLib does in the background.
@GTKActor final class Completion {
  private let body: @GTKActor (_ source: NativeObject?, _ result: NativeObject?) -> Void

  private init(_ body: @escaping @GTKActor (NativeObject?, NativeObject?) -> Void) { self.body = body }

  /// The pointer to hand over with ``callback``, once.
  static func retained(
    _ body: @escaping @GTKActor (_ source: NativeObject?, _ result: NativeObject?) -> Void
  ) -> UnsafeMutableRawPointer {
    unsafe Unmanaged.passRetained(Completion(body)).toOpaque()
  }

  /// What GLib calls at the end.
  nonisolated static let callback:
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
      source, result, data in
      let (source, result) = unsafe (source.map { unsafe NativeObject($0) }, result.map { unsafe NativeObject($0) })
      let completion = unsafe Unmanaged<Completion>.fromOpaque(data!).takeRetainedValue()
      GTKActor.assumeIsolated { completion.body(source, result) }
    }
}

extension String {
  /// The text of a string of GLib's, which is freed.
  @GTKActor init?(taking text: UnsafeMutablePointer<CChar>?) {
    guard let text = unsafe text else { return nil }
    defer { unsafe g_free(text) }
    unsafe self.init(cString: text)
  }
}
#endif
