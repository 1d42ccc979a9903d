#if WebView
import CWebKitGTK
public import Causeway
import CausewayConcurrency

/// `clipboard.*`: the text on the desktop's clipboard, with the names of Capacitor's Clipboard plugin.
///
/// | method | answer |
/// | --- | --- |
/// | `clipboard.write` | nothing |
/// | `clipboard.read` | `{ value, type }` |
public struct ClipboardPlugin: BridgePlugin {
  /// Creates a plugin for the clipboard of GTK's display.
  public init() {}

  /// The name `clipboard`.
  public static var pluginName: String { "clipboard" }
  /// The description for generated declarations.
  public static var pluginDocumentation: String { "The text on the desktop's clipboard." }
  /// Nil: each member needs the permission with its own name.
  public static var pluginPermission: String? { nil }

  /// Registers the members with hand-written descriptions: this module is built without macros.
  public func register(in registrar: PluginRegistrar) {
    registrar.asyncMethod(
      MemberDeclaration(
        .method, "write",
        documentation: """
          Puts text on the clipboard. It is lost when the program ends, unless the desktop keeps it.

          - Throws: `UNAVAILABLE` without a display.
          """,
        parameters: { _ in
          .named([FieldDescription("string", .string, isOptional: false, documentation: "The text, without a NUL.")])
        })
    ) { arguments, _ in
      let text = try arguments.named(["string"]).member(0, as: String.self)
      guard !text.utf8.contains(0) else {
        throw BridgeError(.invalidArgument, "params.string: expected a string without a NUL.")
      }
      try await GTKLoop.start()
      await Clipboard.write(text)
      return try arguments.answer(())
    }
    registrar.asyncMethod(
      MemberDeclaration(
        .method, "read",
        documentation: """
          The text on the clipboard, from any program.

          - Throws: `NOT_FOUND` if there is none, `UNAVAILABLE` without a display.
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

/// GTK's clipboard for Copy and Paste.
@GTKActor private enum Clipboard {
  static func write(_ text: String) { unsafe cw_clipboard_write(text) }

  /// Nil if there is no text, or if the task is cancelled; GTK waits half a minute for another program's text.
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
        ]), documentation: "The content of the clipboard.")
    }
  }
}
#endif
