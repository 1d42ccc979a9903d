#if WebView
import CWebKitGTK
import TestSupport
import Testing

@testable import CausewayWebKit

/// A dialog on the screen, with methods to act as the user.
@GTKActor struct ShownDialog {
  private let window: UnsafeMutableRawPointer

  /// The dialog with this text, once it is shown.
  static func saying(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> ShownDialog {
    try await found("the dialog \(text) is shown", sourceLocation: sourceLocation) {
      all.first { $0.texts.contains(text) }
    }
  }

  /// Waits until no dialog has this text.
  static func gone(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await eventually("the dialog \(text) is closed", sourceLocation: sourceLocation) {
      !all.contains { $0.texts.contains(text) }
    }
  }

  static var all: [ShownDialog] {
    items(gtk_window_list_toplevels()).filter { isA($0, gtk_message_dialog_get_type()) }.map { ShownDialog(window: $0) }
  }

  /// The heading, and the text below it.
  var texts: [String] {
    parts.filter {
      isA($0, gtk_label_get_type()) && gtk_widget_get_visible($0.assumingMemoryBound(to: GtkWidget.self)) != 0
    }
    .map { String(cString: gtk_label_get_text($0.assumingMemoryBound(to: GtkLabel.self))) }
  }

  /// The labels of the buttons.
  var buttons: [String] {
    (0...1).compactMap { number in
      button(number).map { String(cString: gtk_button_get_label($0)) }
    }
  }

  /// Whether it is shown over a window.
  func isOver(_ other: WebViewWindow) -> Bool {
    let parent = gtk_window_get_transient_for(window.assumingMemoryBound(to: GtkWindow.self))
    return parent != nil && parent.map { UnsafeMutableRawPointer($0) } == other.window?.pointer
  }

  /// The input line: its text, and its placeholder.
  var input: (text: String, placeholder: String)? {
    entry.map { (String(cString: gtk_entry_get_text($0)), String(cString: gtk_entry_get_placeholder_text($0))) }
  }

  /// Enters a line.
  func write(_ text: String) { if let entry { gtk_entry_set_text(entry, text) } }

  /// Presses Enter in the input line.
  func enter() {
    if let entry { gtk_widget_activate(UnsafeMutableRawPointer(entry).assumingMemoryBound(to: GtkWidget.self)) }
  }

  /// Presses the OK button, or the cancel button.
  func press(ok: Bool) { if let button = button(ok ? 1 : 0) { gtk_button_clicked(button) } }

  /// Closes the window, like its title bar and Escape.
  func close() { gtk_window_close(window.assumingMemoryBound(to: GtkWindow.self)) }

  private func button(_ number: Int) -> UnsafeMutablePointer<GtkButton>? {
    gtk_dialog_get_widget_for_response(window.assumingMemoryBound(to: GtkDialog.self), gint(number)).map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkButton.self)
    }
  }

  private var entry: UnsafeMutablePointer<GtkEntry>? {
    parts.first { ShownDialog.isA($0, gtk_entry_get_type()) }?.assumingMemoryBound(to: GtkEntry.self)
  }

  private var parts: [UnsafeMutableRawPointer] {
    let area = gtk_message_dialog_get_message_area(window.assumingMemoryBound(to: GtkMessageDialog.self))!
    return ShownDialog.items(
      gtk_container_get_children(UnsafeMutableRawPointer(area).assumingMemoryBound(to: GtkContainer.self)))
  }

  private func isA(_ object: UnsafeMutableRawPointer, _ type: GType) -> Bool { ShownDialog.isA(object, type) }

  private static func isA(_ object: UnsafeMutableRawPointer, _ type: GType) -> Bool {
    g_type_check_instance_is_a(object.assumingMemoryBound(to: GTypeInstance.self), type) != 0
  }

  private static func items(_ list: UnsafeMutablePointer<GList>?) -> [UnsafeMutableRawPointer] {
    defer { g_list_free(list) }
    return sequence(first: list) { $0?.pointee.next }.prefix { $0 != nil }.compactMap { $0?.pointee.data }
  }
}
#endif
