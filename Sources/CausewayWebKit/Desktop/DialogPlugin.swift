#if WebView
public import Causeway

/// `dialog.*`: windows in which somebody is told or asked something, as Capacitor's Dialog plugin has them.
///
/// | method | answer |
/// | --- | --- |
/// | `dialog.alert` | nothing, once it was read |
/// | `dialog.confirm` | `{ value }`: whether it was agreed to |
/// | `dialog.prompt` | `{ value, cancelled }`: what was written |
///
/// A dialog stands over the window of the page that called, and is closed when the call is cancelled or the page is left.
public struct DialogPlugin: BridgePlugin {
  private let open = OpenDialogs()

  /// Dialogs on the display that GTK has.
  public init() {}

  /// `dialog`.
  public static var pluginName: String { "dialog" }
  /// For declarations.
  public static var pluginDocumentation: String { "Windows in which somebody is told or asked something." }
  /// Nil: each member needs one by its own name.
  public static var pluginPermission: String? { nil }

  /// Registers the members, described by hand: this module is built without macros.
  public func register(in registrar: PluginRegistrar) {
    let open = open
    registrar.asyncMethod(
      MemberDeclaration(
        .method, "alert", documentation: "Tells somebody something, and waits until it was read.\n\n\(Field.failures)",
        parameters: { _ in .named([Field.title, Field.message, Field.button("buttonTitle", "OK")]) }), timeout: .never
    ) { arguments, call in
      let members = try arguments.named(["title", "message", "buttonTitle"])
      let content = DialogContent(
        title: try members.text(0, "title"), message: try members.text(1, "message", default: nil),
        okButton: try members.text(2, "buttonTitle", default: "OK"))
      _ = try await open.ask(content, call)
      return try arguments.answer(())
    }
    registrar.asyncMethod(
      MemberDeclaration(
        .method, "confirm", documentation: "Asks whether somebody agrees.\n\n\(Field.failures)",
        parameters: { _ in .named([Field.title, Field.message] + Field.buttons) },
        result: { ConfirmResult.describe(in: &$0) }), timeout: .never
    ) { arguments, call in
      let members = try arguments.named(["title", "message", "okButtonTitle", "cancelButtonTitle"])
      return try arguments.answer(
        ConfirmResult(value: try await open.ask(try DialogContent(asking: members), call) != nil))
    }
    registrar.asyncMethod(
      MemberDeclaration(
        .method, "prompt", documentation: "Asks somebody to write a line.\n\n\(Field.failures)",
        parameters: { _ in .named([Field.title, Field.message] + Field.buttons + Field.inputs) },
        result: { PromptResult.describe(in: &$0) }), timeout: .never
    ) { arguments, call in
      let members = try arguments.named([
        "title", "message", "okButtonTitle", "cancelButtonTitle", "inputPlaceholder", "inputText",
      ])
      var content = try DialogContent(asking: members)
      content.input = (try members.text(5, "inputText"), try members.text(4, "inputPlaceholder"))
      let text = try await open.ask(content, call)
      return try arguments.answer(PromptResult(value: text ?? "", cancelled: text == nil))
    }
  }

  /// The parameters, as Capacitor calls them.
  private enum Field {
    static let failures = """
      - Throws: `UNAVAILABLE` without a display, `RESOURCE_EXHAUSTED` while this connection has a dialog open already.
      """
    static let title = FieldDescription("title", .optional(.string), documentation: "Written larger.")
    static let message = FieldDescription("message", .string, isOptional: false, documentation: "What it says.")
    static let buttons = [button("okButtonTitle", "OK"), button("cancelButtonTitle", "Cancel")]
    static let inputs = [
      FieldDescription("inputPlaceholder", .optional(.string), documentation: "Shown where nothing is written."),
      FieldDescription("inputText", .optional(.string), documentation: "What is written there already."),
    ]

    static func button(_ name: String, _ label: String) -> FieldDescription {
      FieldDescription(
        name, .optional(.string), documentation: "What is written on the button; \(label) when left out.")
    }
  }
}

/// The dialogs of all connections, one for each.
private struct OpenDialogs: Sendable {
  private let calls = ExclusiveCalls.dialogs()

  /// Shows a dialog over the caller's window.
  ///
  /// - Throws: `UNAVAILABLE` without a display, `RESOURCE_EXHAUSTED` while this connection has one open.
  func ask(_ content: DialogContent, _ call: CallContext) async throws -> String? {
    try await calls.run(call) {
      try await GTKLoop.start()
      return await Dialog.ask(content, for: call.connection)
    }
  }
}

extension DialogContent {
  /// What confirm and prompt have in common.
  fileprivate init(asking members: ObjectReader) throws {
    self.init(
      title: try members.text(0, "title"), message: try members.text(1, "message", default: nil),
      cancelButton: try members.text(3, "cancelButtonTitle", default: "Cancel"),
      okButton: try members.text(2, "okButtonTitle", default: "OK"))
  }
}

extension ObjectReader {
  /// A text that GTK can show.
  ///
  /// - Parameter value: what stands for one that was left out; nil for one that must be there.
  /// - Throws: `INVALID_ARGUMENT` for one of more than 8192 bytes, or with a NUL.
  fileprivate func text(_ position: Int, _ name: String, default value: String? = "") throws -> String {
    let text =
      if let value { try member(position, as: String?.self) ?? value } else { try member(position, as: String.self) }
    guard text.utf8.count <= 8_192, !text.utf8.contains(0) else {
      throw BridgeError(.invalidArgument, "params.\(name): a text of a dialog has at most 8192 bytes, and no NUL.")
    }
    return text
  }
}

private struct ConfirmResult: Encodable {
  let value: Bool

  static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    catalog.define(self) { _ in
      TypeDefinition(
        .object([
          FieldDescription(
            "value", .boolean, isOptional: false,
            documentation: "Whether it was agreed to; false too when the dialog was closed.")
        ]), documentation: "What somebody decided.")
    }
  }
}

private struct PromptResult: Encodable {
  let value: String
  let cancelled: Bool

  static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    catalog.define(self) { _ in
      TypeDefinition(
        .object([
          FieldDescription(
            "value", .string, isOptional: false, documentation: "What was written; empty when it was cancelled."),
          FieldDescription(
            "cancelled", .boolean, isOptional: false, documentation: "Whether it was refused, or the dialog closed."),
        ]), documentation: "What somebody wrote.")
    }
  }
}
#endif
