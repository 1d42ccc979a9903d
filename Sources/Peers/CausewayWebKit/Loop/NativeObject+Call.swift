#if WebView
import CWebKitGTK
import Causeway

extension NativeObject {
  /// Calls the body of an asynchronous function in the page of a view, with two arguments.
  ///
  /// Data never becomes script.
  ///
  /// - Parameter world: the script world; nil for the page's own.
  /// - Parameter then: receives the result as text, or `UNKNOWN` with the text of the thrown error.
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

  /// Sends an empty call to the page of a view: `then` runs when the page has received all earlier messages, or is
  /// gone.
  @GTKActor func ping(world: String, then: @escaping @GTKActor () -> Void) {
    call("return ''", name: "", text: "", world: world) { _ in then() }
  }
}
#endif
