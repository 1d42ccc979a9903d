#if WebView
import CWebKitGTK
public import Causeway
import CausewayConcurrency

/// `clipboard.*`: the text that the desktop's programs copy and paste, as Capacitor's Clipboard plugin has it.
///
/// | method | answer |
/// | --- | --- |
/// | `clipboard.write` | nothing |
/// | `clipboard.read` | `{ value, type }` |
public struct ClipboardPlugin: BridgePlugin {
  /// The clipboard of the display that GTK has.
  public init() {}

  /// `clipboard`.
  public static var pluginName: String { "clipboard" }
  /// For declarations.
  public static var pluginDocumentation: String { "The text that the desktop's programs copy and paste." }
  /// Nil: each member needs one by its own name.
  public static var pluginPermission: String? { nil }

  /// Registers the members, described by hand: this module is built without macros.
  public func register(in registrar: PluginRegistrar) {
    registrar.asyncMethod(
      MemberDeclaration(
        .method, "write",
        documentation: """
          Puts text on the clipboard. It is gone with the program, unless the desktop keeps it.

          - Throws: `UNAVAILABLE` without a display.
          """,
        parameters: { _ in
          .named([FieldDescription("string", .string, isOptional: false, documentation: "The text; it has no NUL.")])
        })
    ) { arguments, _ in
      let text = try arguments.named(["string"]).member(0, as: String.self)
      guard !text.utf8.contains(0) else {
        throw BridgeError(.invalidArgument, "params.string: the clipboard's text ends at a NUL, so it can have none.")
      }
      try await GTKLoop.start()
      await Clipboard.write(text)
      return try arguments.answer(())
    }
    registrar.asyncMethod(
      MemberDeclaration(
        .method, "read",
        documentation: """
          The text that is on the clipboard, whoever has put it there.

          - Throws: `NOT_FOUND` when there is none, `UNAVAILABLE` without a display.
          """, result: { ReadResult.describe(in: &$0) })
    ) { arguments, _ in
      try await GTKLoop.start()
      guard let text = await Clipboard.read() else {
        throw BridgeError(.notFound, "There is no text on the clipboard.")
      }
      return try arguments.answer(ReadResult(value: text, type: "text/plain"))
    }
  }
}

/// GTK's clipboard, the one of Copy and Paste.
@GTKActor private enum Clipboard {
  static func write(_ text: String) { unsafe cw_clipboard_write(text) }

  /// Nil when there is no text, or the task is cancelled; GTK waits half a minute for another program's text.
  static func read() async -> String? {
    let answer = Deferred<String?>()
    let data = unsafe Unmanaged.passRetained(answer).toOpaque()
    unsafe cw_clipboard_read(
      { _, text, data in
        let answer = unsafe Unmanaged<Deferred<String?>>.fromOpaque(data!).takeRetainedValue()
        answer.resolve(unsafe text.map { unsafe String(cString: $0) })
      }, data)
    return await answer.value(cancelled: nil)
  }
}

private struct ReadResult: Encodable {
  let value: String
  let type: String

  static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    catalog.define(self) { _ in
      TypeDefinition(
        .object([
          FieldDescription("value", .string, isOptional: false, documentation: "The text."),
          FieldDescription("type", .string, isOptional: false, documentation: "Always text/plain."),
        ]), documentation: "What is on the clipboard.")
    }
  }
}
#endif
