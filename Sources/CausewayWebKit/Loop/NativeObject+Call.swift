#if WebView
import CWebKitGTK
import Causeway

extension NativeObject {
  /// Calls the body of an asynchronous function in the page of a view: with two arguments, and never with data as script.
  ///
  /// - Parameter world: nil for the page's own.
  /// - Parameter then: is told the result as text, or `UNKNOWN` with what the script threw.
  @GTKActor func call(
    _ body: String, name: String, text: String, world: String?,
    then: @escaping @GTKActor (Result<String, BridgeError>) -> Void
  ) {
    let data = unsafe Completion.retained { source, result in
      guard let source, let result else { return then(.failure(BridgeError(.internal, "No result."))) }
      var failure: UnsafeMutablePointer<CChar>?
      guard let text = unsafe cw_call_result(source.pointer, result.pointer, &failure) else {
        return then(.failure(BridgeError(.unknown, unsafe String(taking: failure) ?? "No result.")))
      }
      defer { unsafe cw_release_text(text) }
      var count = 0
      let bytes = unsafe cw_text_bytes(text, &count)
      then(.success(unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)))
    }
    unsafe cw_call(pointer, body, name, text, world, Completion.callback, data)
  }

  /// Asks the page of a view for nothing: `then` is told when it has taken everything that was sent before, or has gone.
  @GTKActor func ask(world: String, then: @escaping @GTKActor () -> Void) {
    call("return ''", name: "", text: "", world: world) { _ in then() }
  }
}
#endif
