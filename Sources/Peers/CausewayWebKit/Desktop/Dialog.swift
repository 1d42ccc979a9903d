#if WebView
import CWebKitGTK
import Causeway
import CausewayConcurrency

/// The content of a dialog.
struct DialogContent: Sendable {
  /// The heading; empty for none.
  var title: String
  var message: String
  /// The label of the cancel button; nil for none.
  var cancelButton: String?
  var okButton: String
  /// The input line; nil for none.
  var input: (text: String, placeholder: String)?
}

/// A dialog window, until the user answers it.
@GTKActor final class Dialog {
  private enum Button {
    static let cancel: Int32 = 0
    static let ok: Int32 = 1
  }

  private let window: NativeObject
  private let entry: NativeObject?
  private var isOpen = true
  private let answer = Deferred<String?>()

  /// Shows a dialog, and waits for the user.
  ///
  /// Cancelling the task closes the dialog.
  ///
  /// - Parameter connection: the dialog is shown over the window of its page, and is closed with the page.
  /// - Returns: the entered text, empty without an input line; nil if the dialog was cancelled or closed.
  static func ask(_ content: DialogContent, for connection: Connection) async -> String? {
    // Looked up here: a window from the caller may have been destroyed.
    let dialog = Dialog(content, over: WebView.window(of: connection))
    let answer = await dialog.answer.value(cancelled: nil)
    // One that was cancelled is still open.
    dialog.end(nil)
    return answer
  }

  private init(_ content: DialogContent, over parent: NativeObject?) {
    let (heading, text) = content.title.isEmpty ? (content.message, "") : (content.title, content.message)
    let window = unsafe NativeObject(cw_dialog_new(parent?.pointer, heading, text))
    self.window = window
    if let label = content.cancelButton { unsafe cw_dialog_add_button(window.pointer, label, Button.cancel) }
    unsafe cw_dialog_add_button(window.pointer, content.okButton, Button.ok)
    entry = content.input.map { input in
      unsafe NativeObject(cw_dialog_add_entry(window.pointer, input.text, input.placeholder))
    }
    typealias Pointer = UnsafeMutableRawPointer
    // The signals hold it until the window is destroyed.
    let data = unsafe Unmanaged.passRetained(self).toOpaque()
    let answered: @convention(c) (Pointer, Int32, Pointer) -> Void = { _, button, data in
      let dialog = unsafe Unmanaged<Dialog>.fromOpaque(data).takeUnretainedValue()
      GTKActor.assumeIsolated { dialog.end(button == Button.ok ? dialog.text : nil) }
    }
    let destroyed: @convention(c) (Pointer, Pointer) -> Void = { _, data in
      let dialog = unsafe Unmanaged<Dialog>.fromOpaque(data).takeRetainedValue()
      GTKActor.assumeIsolated { dialog.destroyed() }
    }
    _ = unsafe (window.connect("response", data, answered), window.connect("destroy", data, destroyed))
    unsafe cw_dialog_show(window.pointer)
  }

  private var text: String { entry.map { unsafe String(cString: cw_entry_text($0.pointer)) } ?? "" }

  /// Reports the answer, and closes the window; later answers are ignored.
  private func end(_ answer: String?) {
    self.answer.resolve(answer)
    if isOpen { unsafe cw_widget_destroy(window.pointer) }
  }

  private func destroyed() {
    isOpen = false
    end(nil)
  }
}
#endif
