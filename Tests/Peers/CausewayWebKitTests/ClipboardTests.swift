#if WebView
import CWebKitGTK
import Causeway
import Testing

@testable import CausewayWebKit

/// The clipboard of a real display, with another program: a second connection to the display.
@Suite(.needsDisplay, .timeLimit(.minutes(1)), .serialized) struct ClipboardTests {
  private func lab(permissions: WebPermissions = [Lab.origin: .all]) async throws -> Lab {
    let lab = try await Lab(permissions: permissions) { $0.register(ClipboardPlugin()) }
    try await lab.show(
      """
      const ask = (method, options) => bridge.call(`clipboard.${method}`, options)
        .then((answer) => JSON.stringify(answer) ?? "undefined", ({ code, message }) => `${code}: ${message}`);
      """)
    return lab
  }

  @Test func `another program pastes text of a page`() async throws {
    let lab = try await lab()
    let other = try #require(await OtherProgram())
    #expect(try await lab.value("ask('write', { string: 'caf\\u00e9 \\u{1F309}\\n\"2\"' })") == "undefined")
    #expect(await other.paste() == "caf\u{e9} \u{1F309}\n\"2\"")
    await other.close()
    await lab.close()
  }

  @Test func `a page reads text of another program`() async throws {
    let lab = try await lab()
    let other = try #require(await OtherProgram())
    await other.copy("from \u{e9}lsewhere")
    #expect(try await lab.value("ask('read')") == "{\"value\":\"from \u{e9}lsewhere\",\"type\":\"text/plain\"}")
    await other.clear()
    #expect(try await lab.value("ask('read')") == "NOT_FOUND: There is no text on the clipboard.")
    await other.close()
    await lab.close()
  }

  @Test func `a text over the message limit fails, and the connection continues`() async throws {
    let lab = try await lab()
    let other = try #require(await OtherProgram())
    await other.copy(String(repeating: "x", count: lab.bridge.limits.messageBytes + 1))
    #expect(try await lab.value("ask('read')").hasPrefix("RESOURCE_EXHAUSTED"))
    await other.copy("short")
    #expect(try await lab.value("ask('read')").contains("short"))
    await other.close()
    await lab.close()
  }

  @Test(arguments: [
    ("{ string: 'a\\0b' }", "params.string: expected a string without a NUL."),
    ("{}", "params.string: is missing"), ("{ image: 'data:' }", "params.image: clipboard.write has no such parameter"),
  ]) func `invalid content is rejected`(options: String, message: String) async throws {
    let lab = try await lab()
    let answer = try await lab.value("ask('write', \(options))")
    #expect(answer.hasPrefix("INVALID_ARGUMENT: \(message)"), "\(answer)")
    await lab.close()
  }

  @Test func `permission to write does not include reading`() async throws {
    let lab = try await lab(permissions: [Lab.origin: ["clipboard.write"]])
    #expect(try await lab.value("ask('write', { string: 'x' })") == "undefined")
    let answer = try await lab.value("ask('read')")
    #expect(answer.hasPrefix("PERMISSION_DENIED") && answer.contains("clipboard.read"))
    await lab.close()
  }
}

/// Another client of the same display.
@GTKActor private struct OtherProgram {
  private let display: OpaquePointer
  private let clipboard: OpaquePointer

  init?() {
    guard let display = gdk_display_open(nil) else { return nil }
    self.display = display
    clipboard = gtk_clipboard_get_for_display(display, gdk_atom_intern("CLIPBOARD", 0))
  }

  func copy(_ text: String) { gtk_clipboard_set_text(clipboard, text, -1) }

  func clear() { gtk_clipboard_clear(clipboard) }

  func paste() async -> String? {
    await withCheckedContinuation { continuation in
      final class Waiting {
        let continuation: CheckedContinuation<String?, Never>
        init(_ continuation: CheckedContinuation<String?, Never>) { self.continuation = continuation }
      }
      gtk_clipboard_request_text(
        clipboard,
        { _, text, data in
          Unmanaged<Waiting>.fromOpaque(data!).takeRetainedValue().continuation.resume(
            returning: text.map { String(cString: $0) })
        }, Unmanaged.passRetained(Waiting(continuation)).toOpaque())
    }
  }

  /// Gives the clipboard up.
  ///
  /// The display stays open: GTK keeps events of its windows, which it frees later.
  func close() { gtk_clipboard_clear(clipboard) }
}
#endif
