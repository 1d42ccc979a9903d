package import CJavaScriptCore
import JavaScriptSyntax

/// Keeps from the engine's parser the texts that it cannot report an error of.
///
/// A bracket that may begin a pattern is read twice before the engine reports an error behind it, and so is each bracket within:
/// its time doubles with each level and, since WebKitGTK 2.52, its memory too. Thirty brackets that are not closed end the process.
/// A text without an error is read once. So errors in texts with more than a few brackets are found by `JavaScriptSyntax`, in time
/// that grows with the text.
package enum EngineParser {
  /// The number of opening brackets that the engine reads within milliseconds, whatever they enclose.
  static let harmlessBrackets = 16

  /// Evaluates a script of others, or throws its `SyntaxError`.
  package static func evaluate(
    _ script: JSText, url: JSText?, in context: JSContextRef, _ exception: UnsafeMutablePointer<JSValueRef?>
  ) -> JSValueRef? {
    guard hasManyBrackets(script), let error = ScriptSyntax.error(in: script.utf8) else {
      return unsafe JSEvaluateScript(context, script.ref, nil, url?.ref, 1, exception)
    }
    unsafe fail(error, url: url, in: context, exception)
    return nil
  }

  /// Makes a `SyntaxError`.
  ///
  /// The engine makes it of a text that is wrong, so that no script can replace its class.
  static func fail(
    _ error: SyntaxError, url: JSText?, in context: JSContextRef, _ exception: UnsafeMutablePointer<JSValueRef?>
  ) {
    let broken = JSText("(")
    _ = unsafe JSEvaluateScript(context, broken.ref, nil, url?.ref, Int32(clamping: error.line), exception)
    guard let thrown = unsafe exception.pointee else { return }
    func set(_ name: String, _ value: JSValueRef?) {
      let (key, attributes) = (JSText(name), JSPropertyAttributes(kJSPropertyAttributeDontEnum))
      unsafe JSObjectSetProperty(context, thrown, key.ref, value, attributes, nil)
    }
    let message = JSText(error.message)
    unsafe set("message", JSValueMakeString(context, message.ref))
    unsafe set("column", JSValueMakeNumber(context, Double(error.column)))
  }

  static func hasManyBrackets(_ script: JSText) -> Bool {
    unsafe JSText.withUTF16(script.ref) { units in
      var count = 0
      for index in units.indices {
        switch unsafe units[index] {
        // ( [ {
        case 0x28, 0x5B, 0x7B:
          count += 1
          if count > harmlessBrackets { return true }
        default: break
        }
      }
      return false
    }
  }
}
