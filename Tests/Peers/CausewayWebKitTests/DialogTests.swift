#if WebView
import CWebKitGTK
import Causeway
import Glibc
import Testing

@testable import CausewayWebKit

/// Real dialogs; the test presses the buttons.
@Suite(.needsDisplay, .timeLimit(.minutes(1)), .serialized) struct DialogTests {
  private func lab(permissions: WebPermissions = [Lab.origin: .all]) async throws -> Lab {
    let lab = try await Lab(permissions: permissions) { $0.register(DialogPlugin()) }
    try await lab.show(
      """
      const ask = (method, options, more) => bridge.call(`dialog.${method}`, options, more)
        .then((answer) => answer === undefined ? "undefined" : JSON.stringify(answer), ({ code, message }) => `${code}: ${message}`);
      """)
    return lab
  }

  /// The result of a call, while a closure handles the dialog with this text.
  private func answer(
    _ call: String, saying text: String, _ act: @escaping @GTKActor @Sendable (ShownDialog) -> Void
  ) async throws -> String {
    let lab = try await lab()
    async let answer = lab.value("ask(\(call))")
    try await act(ShownDialog.saying(text))
    let result = try await answer
    try await ShownDialog.gone(text)
    await lab.close()
    return result
  }

  @Test func `an alert shows its text, and ends when the user closes it`() async throws {
    let answer = try await answer(
      "'alert', { title: 'Not <b>saved</b>', message: 'The \\u{1F4BE} is full & old.', buttonTitle: '_Done_' }",
      saying: "Not <b>saved</b>"
    ) { dialog in
      #expect(dialog.texts == ["Not <b>saved</b>", "The \u{1F4BE} is full & old."])
      #expect(dialog.buttons == ["_Done_"])
      dialog.press(ok: true)
    }
    #expect(answer == "undefined")
  }

  @Test func `an alert without a title shows its message, and has a button`() async throws {
    let answer = try await answer("'alert', { message: 'Only this' }", saying: "Only this") { dialog in
      #expect(dialog.texts == ["Only this"])
      #expect(dialog.buttons == ["OK"])
      #expect(dialog.input == nil)
      dialog.close()
    }
    #expect(answer == "undefined")
  }

  @Test func `a button decides`() async throws {
    let call =
      "'confirm', { title: 'Delete', message: 'All of it?', okButtonTitle: 'Delete', cancelButtonTitle: 'Keep' }"
    let yes = try await answer(call, saying: "All of it?") { dialog in
      #expect(dialog.buttons == ["Keep", "Delete"])
      dialog.press(ok: true)
    }
    let no = try await answer(call, saying: "All of it?") { $0.press(ok: false) }
    let closed = try await answer(call, saying: "All of it?") { $0.close() }
    #expect([yes, no, closed] == [#"{"value":true}"#, #"{"value":false}"#, #"{"value":false}"#])
  }

  @Test func `the entered line is returned, by Enter or by the button`() async throws {
    let call = "'prompt', { message: 'Your name?', inputText: 'Ana', inputPlaceholder: 'First name' }"
    let entered = try await answer(call, saying: "Your name?") { dialog in
      #expect(dialog.buttons == ["Cancel", "OK"])
      #expect(dialog.input?.text == "Ana")
      #expect(dialog.input?.placeholder == "First name")
      dialog.write("\u{c9}va \"1\"")
      dialog.enter()
    }
    let pressed = try await answer(call, saying: "Your name?") { $0.press(ok: true) }
    let cancelled = try await answer(call, saying: "Your name?") { $0.press(ok: false) }
    #expect(entered == #"{"value":"\#u{c9}va \"1\"","cancelled":false}"#)
    #expect(pressed == #"{"value":"Ana","cancelled":false}"#)
    #expect(cancelled == #"{"value":"","cancelled":true}"#)
  }

  @Test func `a cancelled call closes its dialog, and the next dialog opens`() async throws {
    let lab = try await lab()
    async let first = lab.value(
      "(globalThis.stop = new AbortController(), ask('confirm', { message: 'One?' }, { signal: stop.signal }))")
    _ = try await ShownDialog.saying("One?")
    #expect(
      try await lab.value("ask('alert', { message: 'Two' })")
        == "RESOURCE_EXHAUSTED: This connection already has an open dialog: wait for its answer, or cancel it.")
    _ = try await lab.value("stop.abort()")
    #expect(try await first.hasPrefix("CANCELLED"))
    try await ShownDialog.gone("One?")
    async let next = lab.value("ask('confirm', { message: 'Three?' })")
    try await ShownDialog.saying("Three?").press(ok: true)
    #expect(try await next == #"{"value":true}"#)
    await lab.close()
  }

  @Test func `leaving a page closes its dialog`() async throws {
    let lab = try await lab()
    let asked = Task { try await lab.value("ask('alert', { message: 'Still here' })") }
    _ = try await ShownDialog.saying("Still here")
    try await lab.show(body: "another")
    try await ShownDialog.gone("Still here")
    await lab.close()
    _ = await asked.result
  }

  @Test func `a dialog is shown over the window of its page, and is closed with it`() async throws {
    let bridge = Bridge()
    bridge.register(DialogPlugin())
    let window = try await WebViewWindow(bridge: bridge, permissions: [Lab.origin: .all])
    try await window.view.load(html: "<p>page", as: Lab.origin)
    let asked = Task { try await window.view.evaluate("return bridge.call('dialog.alert', { message: 'Over it' })") }
    let dialog = try await ShownDialog.saying("Over it")
    #expect(await dialog.isOver(window))
    await window.close()
    await window.closed()
    try await ShownDialog.gone("Over it")
    _ = await asked.result
  }

  @Test(arguments: [
    ("'alert', {}", "params.message: is missing"),
    ("'alert', { message: 1 }", "params.message: expected a string, got the number 1"),
    ("'alert', 'text'", "params: expected an object of dialog.alert's parameters, got a string"),
    ("'alert', { message: '', icon: 'x' }", "params.icon: dialog.alert has no such parameter"),
    ("'confirm', { message: 'a\\0b' }", "params.message: expected a string of at most 8192 bytes, without a NUL."),
    (
      "'prompt', { message: '', inputText: 'x'.repeat(8193) }",
      "params.inputText: expected a string of at most 8192 bytes, without a NUL."
    ),
    ("'alert', { message: '', buttonTitle: [] }", "params.buttonTitle: expected a string, got an array"),
  ]) func `an invalid request is rejected before a dialog opens`(call: String, message: String) async throws {
    let lab = try await lab()
    let answer = try await lab.value("ask(\(call))")
    #expect(answer.hasPrefix("INVALID_ARGUMENT: \(message)"), "\(answer)")
    #expect(await ShownDialog.all.isEmpty)
    await lab.close()
  }

  @Test func `a page without the permission opens no dialog`() async throws {
    let lab = try await lab(permissions: [Lab.origin: ["dialog.alert"]])
    let answer = try await lab.value("ask('prompt', { message: 'Password?' })")
    #expect(answer.hasPrefix("PERMISSION_DENIED") && answer.contains("dialog.prompt"))
    #expect(await ShownDialog.all.isEmpty)
    await lab.close()
  }

  @Test func `without a display the error names the variables`() async {
    await #expect(processExitsWith: .success) {
      unsetenv("DISPLAY")
      unsetenv("WAYLAND_DISPLAY")
      let (bridge, other) = (Bridge(), Bridge())
      bridge.register(DialogPlugin())
      bridge.register(ClipboardPlugin())
      let (left, right) = LoopbackTransport.pair()
      let near = bridge.connect(left, permissions: .all)
      let far = other.connect(right, permissions: .all)
      defer { near.close() }
      let calls: [(String, BridgeValue)] = [
        ("dialog.alert", ["message": "x"]), ("clipboard.read", .undefined), ("clipboard.write", ["string": "x"]),
      ]
      for (method, params) in calls {
        do {
          _ = try await far.call(method, params, returning: BridgeValue.self)
          exit(1)
        } catch let error as BridgeError {
          guard error.code == .unavailable, error.message.hasPrefix("There is no display. Set DISPLAY") else { exit(2) }
        }
      }
    }
  }
}
#endif
