#if WebView
import CWebKitGTK
import Causeway
import CausewayConcurrency

/// What a dialog says and asks.
struct DialogContent: Sendable {
  /// Written larger; empty for none.
  var title: String
  var message: String
  /// Nil where there is nothing to refuse.
  var cancelButton: String?
  var okButton: String
  /// The line to write in; nil for none.
  var input: (text: String, placeholder: String)?
}

/// A window with a question, until somebody answers it.
@GTKActor final class Dialog {
  private enum Button {
    static let cancel: Int32 = 0
    static let ok: Int32 = 1
  }

  private let window: NativeObject
  private let entry: NativeObject?
  private var isOpen = true
  private let answer = Deferred<String?>()

  /// Shows a dialog, and waits for what somebody does.
  ///
  /// A task that is cancelled closes it.
  ///
  /// - Parameter connection: it stands over the window of this one's page, and is closed with it.
  /// - Returns: what was written, empty where there was nothing to write in; nil when it was refused or closed.
  static func ask(_ content: DialogContent, for connection: Connection) async -> String? {
    // Looked up here: a window that is handed over may be gone by now.
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
    // Held by the signals until the window is gone.
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

  /// Answers, and closes the window; the first answer counts.
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
