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
      if let text = unsafe String(taking: cw_call_result(source.pointer, result.pointer, &failure)) {
        then(.success(text))
      } else {
        then(.failure(BridgeError(.unknown, unsafe String(taking: failure) ?? "No result.")))
      }
    }
    unsafe cw_call(pointer, body, name, text, world, Completion.callback, data)
  }
}
