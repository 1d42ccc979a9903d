#if WebView
public import Causeway

/// `dialog.*`: messages and questions to the user, with the names of Capacitor's Dialog plugin.
///
/// | method | answer |
/// | --- | --- |
/// | `dialog.alert` | nothing, once the user has closed it |
/// | `dialog.confirm` | `{ value }`: whether the user agreed |
/// | `dialog.prompt` | `{ value, cancelled }`: the entered text |
///
/// A dialog is shown over the window of the calling page, and is closed when the call is cancelled or the page is left.
public struct DialogPlugin: BridgePlugin {
  private let open = OpenDialogs()

  /// Creates a plugin for dialogs on GTK's display.
  public init() {}

  /// The name `dialog`.
  public static var pluginName: String { "dialog" }
  /// The description for generated declarations.
  public static var pluginDocumentation: String { "Messages and questions to the user." }
  /// Nil: each member needs the permission with its own name.
  public static var pluginPermission: String? { nil }

  /// Registers the members with hand-written descriptions: this module is built without macros.
  public func register(in registrar: PluginRegistrar) {
    let open = open
    registrar.asyncMethod(
      MemberDeclaration(
        .method, "alert", documentation: "Shows a message, and waits until the user closes it.\n\n\(Field.failures)",
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
        .method, "confirm", documentation: "Asks the user to agree.\n\n\(Field.failures)",
        parameters: { _ in .named([Field.title, Field.message] + Field.buttons) },
        result: { ConfirmResult.describe(in: &$0) }), timeout: .never
    ) { arguments, call in
      let members = try arguments.named(["title", "message", "okButtonTitle", "cancelButtonTitle"])
      return try arguments.answer(
        ConfirmResult(value: try await open.ask(try DialogContent(asking: members), call) != nil))
    }
    registrar.asyncMethod(
      MemberDeclaration(
        .method, "prompt", documentation: "Asks the user for a line of text.\n\n\(Field.failures)",
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

  /// The parameters, with Capacitor's names.
  private enum Field {
    static let failures = """
      - Throws: `UNAVAILABLE` without a display, `RESOURCE_EXHAUSTED` while this connection has another open dialog.
      """
    static let title = FieldDescription("title", .optional(.string), documentation: "The heading.")
    static let message = FieldDescription("message", .string, isOptional: false, documentation: "The message.")
    static let buttons = [button("okButtonTitle", "OK"), button("cancelButtonTitle", "Cancel")]
    static let inputs = [
      FieldDescription("inputPlaceholder", .optional(.string), documentation: "Shown while the input is empty."),
      FieldDescription("inputText", .optional(.string), documentation: "The initial text of the input."),
    ]

    static func button(_ name: String, _ label: String) -> FieldDescription {
      FieldDescription(
        name, .optional(.string), documentation: "The label of the button; \(label) by default.")
    }
  }
}

/// The open dialogs, at most one for each connection.
private struct OpenDialogs: Sendable {
  private let calls = ExclusiveCalls(
    limit: "dialogs", refusal: "This connection already has an open dialog: wait for its answer, or cancel it.")

  /// Shows a dialog over the caller's window.
  ///
  /// - Throws: `UNAVAILABLE` without a display, `RESOURCE_EXHAUSTED` while this connection has another open dialog.
  func ask(_ content: DialogContent, _ call: CallContext) async throws -> String? {
    try await calls.run(call) {
      try await GTKLoop.start()
      return await Dialog.ask(content, for: call.connection)
    }
  }
}

extension DialogContent {
  /// The common parameters of confirm and prompt.
  fileprivate init(asking members: borrowing ObjectReader) throws {
    self.init(
      title: try members.text(0, "title"), message: try members.text(1, "message", default: nil),
      cancelButton: try members.text(3, "cancelButtonTitle", default: "Cancel"),
      okButton: try members.text(2, "okButtonTitle", default: "OK"))
  }
}

extension ObjectReader {
  /// A text that GTK can show.
  ///
  /// - Parameter value: the default of an optional text; nil for a required one.
  /// - Throws: `INVALID_ARGUMENT` for a text of more than 8192 bytes, or with a NUL.
  fileprivate func text(_ position: Int, _ name: String, default value: String? = "") throws -> String {
    let text =
      if let value { try member(position, as: String?.self) ?? value } else { try member(position, as: String.self) }
    guard text.utf8.count <= 8_192, !text.utf8.contains(0) else {
      throw BridgeError(.invalidArgument, "params.\(name): expected a string of at most 8192 bytes, without a NUL.")
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
            documentation: "Whether the user agreed; also false if the dialog was closed.")
        ]), documentation: "The user's decision.")
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
            "value", .string, isOptional: false, documentation: "The entered text; empty if the dialog was cancelled."),
          FieldDescription(
            "cancelled", .boolean, isOptional: false, documentation: "Whether the dialog was cancelled or closed."),
        ]), documentation: "The user's input.")
    }
  }
}
#endif
